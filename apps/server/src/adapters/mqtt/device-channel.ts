import type { Client } from 'aedes';
import type { Duplex } from 'node:stream';
import { selectAttributes, type DeviceAttributes } from '../../features/devices/device-attributes.ts';
import { parseJson } from '../../platform/telemetry/reading.ts';
import { answerDeviceRequest } from './device-requests.ts';
import type { DeviceSession } from '../../platform/sessions/device-sessions.ts';
import { coveredBy } from './topics.ts';

/** Messages whose PUBACK is awaited; above it the oldest counts as not delivered. */
const MAX_UNACKNOWLEDGED = 1_000;

/** PUBACK, remaining length two, before its message id. */
const PUBACK = 0x40_02_00_00;

/** One MQTT connection of a device. */
export class DeviceChannel implements DeviceSession {
  readonly #client: Client;
  /** Callbacks of messages whose PUBACK is awaited, by topic and payload: both contain the id of the command. */
  readonly #unacknowledged = new Map<string, (delivered: boolean) => void>();

  /** Message ids to be acknowledged. */
  #durable: number[] = [];

  constructor(client: Client) {
    this.#client = client;
  }

  send(topic: string, payload: string): { accepted: boolean; delivered: Promise<boolean> } {
    const subscriptions = (this.#client as Client & { subscriptions: Record<string, { qos: number }> })
      .subscriptions;
    const filter = coveredBy(topic, Object.keys(subscriptions));
    if (filter === null || this.#client.closed) return { accepted: false, delivered: Promise.resolve(false) };
    const qos = (subscriptions[filter]?.qos ?? 0) > 0 ? 1 : 0;
    const delivered = new Promise<boolean>((resolve) => {
      if (qos === 0) return resolve(true);
      if (this.#unacknowledged.size >= MAX_UNACKNOWLEDGED) {
        const oldest = this.#unacknowledged.entries().next().value;
        if (oldest) {
          this.#unacknowledged.delete(oldest[0]);
          oldest[1](false);
        }
      }
      this.#unacknowledged.set(`${topic}\n${payload}`, resolve);
    });
    this.#client.publish(
      { cmd: 'publish', topic, payload: Buffer.from(payload), qos, retain: false, dup: false },
      () => undefined,
    );
    return { accepted: true, delivered };
  }

  close(): void {
    this.#client.close();
  }

  /**
   * Writes the PUBACK of a committed message. Those of one commit go out in one write: single writes took a fifth of
   * the server's time under load.
   */
  acknowledge(messageId: number): void {
    this.#durable.push(messageId);
    if (this.#durable.length === 1) setImmediate(() => this.#writeAcknowledgements());
  }

  #writeAcknowledgements(): void {
    const ids = this.#durable;
    this.#durable = [];
    if (this.#client.closed) return;
    const bytes = Buffer.allocUnsafe(ids.length * 4);
    for (const [index, id] of ids.entries()) bytes.writeUInt32BE(PUBACK + id, index * 4);
    const connection: Duplex = this.#client.conn;
    connection.write(bytes);
  }

  /** The device acknowledged a message. */
  acknowledged(packet: object | undefined): void {
    if (!packet || !('topic' in packet) || typeof packet.topic !== 'string') return;
    const payload = 'payload' in packet ? String(packet.payload) : '';
    const message = `${packet.topic}\n${payload}`;
    this.#unacknowledged.get(message)?.(true);
    this.#unacknowledged.delete(message);
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
