import type { Client } from 'aedes';
import type { Duplex } from 'node:stream';
import { MAX_PAYLOAD_BYTES, parseJson } from '../telemetry/reading.ts';
import type { DeviceSession } from './sessions.ts';
import { coveredBy } from './topics.ts';

/** Messages in flight that we tell a device it may have; a bound of ours, not of the protocol. */
const MAX_INFLIGHT = 100;
/** A device that never acknowledges costs no more than this. */
const MAX_UNACKNOWLEDGED = 1_000;

/** One MQTT connection of a device, seen from the server: what we say to it. */
export class DeviceChannel implements DeviceSession {
  readonly #client: Client;
  /** Settles of messages whose PUBACK is awaited, by their topic: command topics are numbered, so unique. */
  readonly #unacknowledged = new Map<string, (delivered: boolean) => void>();

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
      this.#unacknowledged.set(topic, resolve);
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

  /** Writes the PUBACK of a message that is durable now. */
  acknowledge(messageId: number): void {
    if (this.#client.closed) return;
    const connection: Duplex = this.#client.conn;
    connection.write(Buffer.from([0x40, 0x02, messageId >> 8, messageId & 0xff]));
  }

  /** The device acknowledged a message of ours. */
  acknowledged(packet: object | undefined): void {
    if (!packet || !('topic' in packet) || typeof packet.topic !== 'string') return;
    this.#unacknowledged.get(packet.topic)?.(true);
    this.#unacknowledged.delete(packet.topic);
  }

  /** Answers a question of the device. ThingsBoard's clients ask `getSessionLimits` first and wait for it. */
  answerRequest(id: string, payload: Uint8Array): void {
    const parsed = parseJson(payload);
    const method =
      'value' in parsed &&
      typeof parsed.value === 'object' &&
      parsed.value !== null &&
      !Array.isArray(parsed.value)
        ? parsed.value['method']
        : undefined;
    const answer =
      method === 'getSessionLimits'
        ? {
            maxPayloadSize: MAX_PAYLOAD_BYTES,
            maxInflightMessages: MAX_INFLIGHT,
            rateLimits: { messages: '', telemetryMessages: '', telemetryDataPoints: '' },
          }
        : { error: 'unknown method' };
    this.send(`v1/devices/me/rpc/response/${id}`, JSON.stringify(answer));
  }

  /**
   * Answers `{clientKeys: "a,b", sharedKeys: "c"}` with the client attributes. There are no shared
   * attributes yet; asking only for those gives an empty answer.
   */
  answerAttributes(id: string, payload: Uint8Array, attributes: Record<string, unknown>): void {
    const parsed = parseJson(payload);
    const request: object = 'value' in parsed && typeof parsed.value === 'object' ? (parsed.value ?? {}) : {};
    this.send(
      `v1/devices/me/attributes/response/${id}`,
      JSON.stringify(selectAttributes(attributes, request)),
    );
  }
}

/** The attributes that a request asks for: all when it names none, as ThingsBoard does. */
export function selectAttributes(
  attributes: Record<string, unknown>,
  request: { clientKeys?: unknown; sharedKeys?: unknown },
): { client?: Record<string, unknown> } {
  const { clientKeys, sharedKeys } = request;
  if (typeof clientKeys !== 'string' && typeof sharedKeys === 'string') return {};
  const wanted =
    typeof clientKeys === 'string' ? new Set(clientKeys.split(',').map((key) => key.trim())) : null;
  const client = Object.fromEntries(Object.entries(attributes).filter(([key]) => wanted?.has(key) ?? true));
  return Object.keys(client).length > 0 ? { client } : {};
}
