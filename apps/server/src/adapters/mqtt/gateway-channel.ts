import type { DeviceClaims } from '../../features/devices/device-claims.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import {
  selectAttributes,
  type DeviceAttributes,
  type DeviceAttributeStore,
} from '../../features/devices/device-attributes.ts';
import type { GatewayDevices } from '../../features/devices/gateway-devices.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { DeviceIngest } from '../../platform/telemetry/ingest.ts';
import { parseJson, type Problem } from '../../platform/telemetry/reading.ts';
import type { DeviceRpc } from '../../features/commands/device-rpc.ts';
import type { DeviceSession, DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import { ACCEPTED, type Consumed } from './reason-codes.ts';
import { GATEWAY_RPC_TOPIC, type GatewayTopic } from './topics.ts';

export interface GatewayServices {
  readonly ingest: Pick<DeviceIngest, 'telemetry' | 'attributes' | 'reject'>;
  readonly sessions: DeviceSessions;
  readonly rpc: DeviceRpc;
  readonly devices: GatewayDevices;
  readonly attributes: DeviceAttributeStore;
  readonly claims: Pick<DeviceClaims, 'offer'>;
}

interface Child {
  readonly identity: Promise<DeviceIdentity | null>;
  /** `sessions.drops` when it was looked up. */
  readonly drops: number;
  closed?: () => void;
}

type JsonObject = { [key: string]: JsonValue };

/** Messages of a gateway for its devices, by ThingsBoard's gateway API; each device has its own session. */
export class GatewayChannel {
  readonly #gateway: DeviceIdentity;
  readonly #connection: DeviceSession;
  readonly #services: GatewayServices;
  readonly #children = new Map<string, Child>();
  #ended = false;

  constructor(gateway: DeviceIdentity, connection: DeviceSession, services: GatewayServices) {
    this.#gateway = gateway;
    this.#connection = connection;
    this.#services = services;
  }

  /** Resolves when the content of the message, of all its devices, is committed. */
  async consume(kind: GatewayTopic, payload: Buffer): Promise<Consumed> {
    const parsed = parseJson(payload);
    if ('problem' in parsed) return this.#reject(payload, parsed.problem);
    if (!isObject(parsed.value)) {
      return this.#reject(payload, { field: 'payload', reason: 'must be a JSON object' });
    }
    const message = parsed.value;
    switch (kind) {
      case 'telemetry':
      case 'attributes':
        return together(
          await Promise.all(
            Object.entries(message).map(([name, value]) => this.#ingest(kind, name, value, payload)),
          ),
        );
      case 'connect':
        if (await this.#child(text(message['device']), text(message['type']))) return ACCEPTED;
        return this.#reject(payload, { field: 'device', reason: 'is no name of a device' });
      case 'disconnect':
        this.#disconnect(text(message['device']));
        return ACCEPTED;
      case 'attributes-request':
        await this.#answerAttributes(message);
        return ACCEPTED;
      case 'claim':
        return this.#offer(message, payload);
      case 'rpc':
        await this.#respond(message);
        return ACCEPTED;
      default:
        return kind satisfies never;
    }
  }

  /** Passes the response of a device to the command that waits for it. */
  async #respond(message: JsonObject): Promise<void> {
    const device = await this.#child(text(message['device']));
    const id = Number(message['id']);
    if (!device || !Number.isSafeInteger(id)) return;
    const answer = Buffer.from(JSON.stringify(message['data'] ?? null));
    this.#services.rpc.answeredBy(device, id, answer);
  }

  async #offer(offers: JsonObject, payload: Buffer): Promise<Consumed> {
    const all: Consumed[] = [];
    for (const [name, offer] of Object.entries(offers)) {
      const device = await this.#child(name);
      const problem = device
        ? await this.#services.claims.offer(device.id, offer)
        : { field: name.slice(0, 64), reason: 'is no name of a device' };
      if (problem) all.push(await this.#reject(payload, problem));
    }
    return together(all);
  }

  /** Ends the sessions of all devices of the closed connection. */
  end(): void {
    this.#ended = true;
    for (const name of this.#children.keys()) this.#disconnect(name);
  }

  async #ingest(
    kind: 'telemetry' | 'attributes',
    name: string,
    value: JsonValue,
    payload: Buffer,
  ): Promise<Consumed> {
    const fits = kind === 'telemetry' ? Array.isArray(value) : isObject(value);
    const device = fits ? await this.#child(name) : null;
    if (!device) {
      const expected = kind === 'telemetry' ? 'must be an array of readings' : 'must be a JSON object';
      const reason = fits ? 'is no name of a device' : expected;
      return this.#reject(payload, { field: name.slice(0, 64), reason });
    }
    this.#services.sessions.recordActivity(device);
    return this.#services.ingest[kind](device, 'mqtt', Buffer.from(JSON.stringify(value)));
  }

  /** The device of this name, created when it is new; its session opens with its first message. */
  async #child(name: string, type?: string): Promise<DeviceIdentity | null> {
    const { sessions } = this.#services;
    let child = this.#children.get(name);
    // Looked up again when it may have changed hands before its session was open.
    if (!child || (!child.closed && child.drops !== sessions.drops)) {
      const identity = this.#services.devices.identify(this.#gateway, name, type || undefined);
      const found: Child = { identity, drops: sessions.drops };
      this.#children.set(name, found);
      // A failure, or a name of no device, is looked up again the next time.
      identity.then(
        (device) => device ?? this.#forget(name, found),
        () => this.#forget(name, found),
      );
      child = found;
    }
    const identity = await child.identity;
    if (!child.closed && child.drops !== sessions.drops && !this.#ended) return this.#child(name, type);
    if (identity && !child.closed && !this.#ended && this.#children.get(name) === child) {
      child.closed = sessions.opened(identity, this.#sessionOf(name), { relayed: true });
      this.#services.rpc.flush(identity);
    }
    return identity;
  }

  #forget(name: string, child: Child): void {
    if (this.#children.get(name) === child) this.#children.delete(name);
  }

  #disconnect(name: string): void {
    const child = this.#children.get(name);
    this.#children.delete(name);
    child?.closed?.();
  }

  /** Session of a device behind the gateway: translates messages to the gateway API. */
  #sessionOf(name: string): DeviceSession {
    return {
      send: (topic, payload) => {
        const data = JSON.parse(payload) as JsonObject;
        const rpc = /^v1\/devices\/me\/rpc\/request\/(\d+)$/.exec(topic)?.[1];
        if (rpc !== undefined) {
          return this.#connection.send(
            GATEWAY_RPC_TOPIC,
            JSON.stringify({ device: name, data: { id: Number(rpc), ...data } }),
          );
        }
        if (topic === 'v1/devices/me/attributes') {
          return this.#connection.send('v1/gateway/attributes', JSON.stringify({ device: name, data }));
        }
        return { accepted: false, delivered: Promise.resolve(false) };
      },
      close: () => {
        this.#disconnect(name);
        this.#connection.send('v1/gateway/disconnect', JSON.stringify({ device: name, reason: 0 }));
      },
    };
  }

  async #answerAttributes(message: JsonObject): Promise<void> {
    const device = await this.#child(text(message['device']));
    if (!device) return;
    const { key, keys } = message;
    const wanted = (Array.isArray(keys) ? keys : [key]).filter((name) => typeof name === 'string');
    const found: DeviceAttributes = await this.#services.attributes.read(device.key);
    const scope = message['client'] === true ? 'clientKeys' : 'sharedKeys';
    const { client, shared } = selectAttributes(found, { [scope]: wanted.join(',') });
    const values = client ?? shared ?? {};
    const [only] = wanted;
    const answer = wanted.length === 1 && only !== undefined ? { value: values[only] ?? null } : { values };
    this.#connection.send(
      'v1/gateway/attributes/response',
      JSON.stringify({ id: message['id'] ?? null, device: device.name, ...answer }),
    );
  }

  async #reject(payload: Buffer, problem: Problem): Promise<Consumed> {
    return this.#services.ingest.reject(this.#gateway, 'mqtt', payload, problem);
  }
}

function together(all: readonly Consumed[]): Consumed {
  const code = all.find((one) => one.code !== undefined)?.code;
  const overQuota = all.find((one) => one.overQuota !== undefined)?.overQuota;
  return {
    problems: all.flatMap(({ problems }) => problems),
    flagged: all.flatMap(({ flagged = [] }) => flagged),
    ...(overQuota !== undefined && { overQuota }),
    ...(code !== undefined && { code }),
  };
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
