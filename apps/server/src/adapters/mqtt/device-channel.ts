import type { Duplex } from 'node:stream';
import { selectAttributes, type DeviceAttributes } from '../../features/devices/device-attributes.ts';
import { parseJson } from '../../platform/telemetry/reading.ts';
import type { AedesClient } from './aedes-client.ts';
import { answerDeviceRequest } from './device-requests.ts';
import type { DeviceSession } from '../../platform/sessions/device-sessions.ts';
import { disconnectPacket, encodeAcknowledgements, lengthOf, type Acknowledgement } from './packets.ts';
import { REASON } from './reason-codes.ts';
import { coveredBy } from './topics.ts';

/** Messages whose PUBACK is awaited; above it the oldest counts as not delivered. */
const MAX_UNACKNOWLEDGED = 1_000;
/** Messages that wait because the client's Receive Maximum is reached; above it none is accepted. */
const MAX_WAITING = 1_000;

/** Reason string for a client of MQTT 5 whose rights end. */
const CHANGED = { code: REASON.administrativeAction, reason: 'the device or its token has changed' };
const NOT_ACCEPTED = { accepted: false, delivered: Promise.resolve(false) };

/** One MQTT connection of a device. */
export class DeviceChannel implements DeviceSession {
  readonly #client: AedesClient;
  /** Callbacks of messages whose PUBACK is awaited, by topic and payload: both contain the id of the command. */
  readonly #unacknowledged = new Map<string, (delivered: boolean) => void>();
  /** Messages of QoS 1 that the client has not acknowledged; MQTT 5 bounds them by its Receive Maximum. */
  #inFlight = 0;
  #waiting: (() => void)[] = [];
  /** Messages to be acknowledged. */
  #durable: Acknowledgement[] = [];

  #closed = false;

  constructor(client: AedesClient) {
    this.#client = client;
  }

  send(topic: string, payload: string): { accepted: boolean; delivered: Promise<boolean> } {
    const { subscriptions, maximumPacketSize = Infinity } = this.#client;
    const filter = coveredBy(topic, Object.keys(subscriptions));
    const subscription = filter === null ? undefined : subscriptions[filter];
    if (!subscription || this.#client.closed) return NOT_ACCEPTED;
    const bytes = Buffer.from(payload);
    if (lengthOf({ topic, payload: bytes }) > maximumPacketSize) return NOT_ACCEPTED;
    const publish = (qos: 0 | 1): void =>
      this.#client.publish(
        {
          cmd: 'publish',
          topic,
          payload: bytes,
          qos,
          retain: false,
          dup: false,
          ...(subscription.si !== undefined && {
            properties: { subscriptionIdentifier: subscription.si },
          }),
        },
        () => undefined,
      );
    if (subscription.qos === 0) {
      publish(0);
      return { accepted: true, delivered: Promise.resolve(true) };
    }
    if (this.#waiting.length >= MAX_WAITING) return NOT_ACCEPTED;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#inTurn(() => {
      this.#await(`${topic}\n${payload}`, resolve);
      publish(1);
    });
    return { accepted: true, delivered: promise };
  }

  /** Now, or after acknowledgements of the client where its Receive Maximum is reached. */
  #inTurn(publish: () => void): void {
    const { version, receiveMaximum } = this.#client;
    if (version === 5 && this.#inFlight >= receiveMaximum) {
      this.#waiting.push(publish);
      return;
    }
    this.#inFlight += 1;
    publish();
  }

  #await(message: string, resolve: (delivered: boolean) => void): void {
    if (this.#unacknowledged.size >= MAX_UNACKNOWLEDGED) this.#settleOldest(false);
    this.#unacknowledged.set(message, resolve);
  }

  #settleOldest(delivered: boolean): void {
    const oldest = this.#unacknowledged.entries().next().value;
    if (!oldest) return;
    this.#unacknowledged.delete(oldest[0]);
    oldest[1](delivered);
  }

  /** A message that an earlier connection of this session left unacknowledged is sent again. */
  replayed(): void {
    this.#inFlight += 1;
  }

  /** Nothing more is read from a closed connection, although its socket may still have packets. */
  get closed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
    const client = this.#client;
    // aedes would wait for a client that does not read before it closes.
    if (client.version === 5 && client.connected && !client.closed) {
      client.conn.write(disconnectPacket(CHANGED));
    }
    client.close();
  }

  /**
   * Writes the PUBACK or PUBREC of a committed message. Those of one commit go out in one write: single writes took a
   * fifth of the server's time under load.
   */
  acknowledge(acknowledgement: Acknowledgement): void {
    this.#durable.push(acknowledgement);
    if (this.#durable.length === 1) setImmediate(() => this.#writeAcknowledgements());
  }

  #writeAcknowledgements(): void {
    const acknowledgements = this.#durable;
    this.#durable = [];
    const { closed, conn, maximumPacketSize = Infinity, _requestProblemInformation } = this.#client;
    if (closed) return;
    const connection: Duplex = conn;
    connection.write(
      encodeAcknowledgements(acknowledgements, {
        reasonStrings: _requestProblemInformation !== false,
        maximumPacketSize,
      }),
    );
  }

  /**
   * The device acknowledged a message. aedes names it only in a session that outlives its connection; in another it is
   * the oldest, because a client acknowledges in the order of arrival.
   */
  acknowledged(packet: object | undefined): void {
    if (!packet) {
      if (this.#client.clean) this.#settleOldest(true);
    } else if ('topic' in packet && typeof packet.topic === 'string') {
      const payload = 'payload' in packet ? String(packet.payload) : '';
      const message = `${packet.topic}\n${payload}`;
      this.#unacknowledged.get(message)?.(true);
      this.#unacknowledged.delete(message);
    }
    this.#inFlight = Math.max(0, this.#inFlight - 1);
    const next = this.#waiting.shift();
    if (next) this.#inTurn(next);
  }

  /** Responds to a request of the device. ThingsBoard's clients send `getSessionLimits` first and wait for it. */
  answerRequest(id: string, payload: Uint8Array, gateway: boolean): void {
    const parsed = parseJson(payload);
    const answer = answerDeviceRequest('value' in parsed ? parsed.value : null, gateway);
    this.send(`v1/devices/me/rpc/response/${id}`, JSON.stringify(answer));
  }

  /** Responds to `{clientKeys: "a,b", sharedKeys: "c"}`. */
  answerAttributes(id: string, payload: Uint8Array, attributes: DeviceAttributes): void {
    const parsed = parseJson(payload);
    const request: object = 'value' in parsed && typeof parsed.value === 'object' ? (parsed.value ?? {}) : {};
    this.send(
      `v1/devices/me/attributes/response/${id}`,
      JSON.stringify(selectAttributes(attributes, request)),
    );
  }
}
