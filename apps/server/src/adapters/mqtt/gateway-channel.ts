import { joinKeys } from '@farm3d/api';
import type { DeviceClaims } from '../../features/devices/device-claims.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import {
  selectAttributes,
  type DeviceAttributes,
  type DeviceAttributeStore,
} from '../../features/devices/device-attributes.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { DeviceIngest } from '../../platform/telemetry/ingest.ts';
import { parseJson, type Problem } from '../../platform/telemetry/reading.ts';
import type { DeviceRpc } from '../../features/commands/device-rpc.ts';
import type { DeviceSession, DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import { ACCEPTED, type Consumed } from './reason-codes.ts';
import { GATEWAY_ATTRIBUTES_RESPONSE_TOPIC, type GatewayTopic } from './topics.ts';

export interface GatewayServices {
  readonly ingest: Pick<DeviceIngest, 'telemetry' | 'attributes' | 'reject'>;
  readonly sessions: Pick<DeviceSessions, 'recordActivity'>;
  readonly rpc: Pick<DeviceRpc, 'answeredBy'>;
  readonly attributes: DeviceAttributeStore;
  readonly claims: Pick<DeviceClaims, 'offer'>;
}

type JsonObject = { [key: string]: JsonValue };

/** The devices of a gateway. */
export interface GatewayChildren {
  /** The device of this name, created when it is new; null: it is no name of a device. `type`: a product model's code. */
  of(name: string, type?: string): Promise<DeviceIdentity | null>;
  disconnect(name: string): void;
}

/** Messages of a gateway for its devices, by ThingsBoard's gateway API. */
export class GatewayChannel {
  readonly #gateway: DeviceIdentity;
  readonly #children: GatewayChildren;
  readonly #send: DeviceSession['send'];
  readonly #services: GatewayServices;

  /** @param send to the gateway, by the topics of ThingsBoard */
  constructor(
    gateway: DeviceIdentity,
    children: GatewayChildren,
    send: DeviceSession['send'],
    services: GatewayServices,
  ) {
    this.#gateway = gateway;
    this.#children = children;
    this.#send = send;
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
        if (await this.#children.of(text(message['device']), text(message['type']))) return ACCEPTED;
        return this.#reject(payload, { field: 'device', reason: 'is no name of a device' });
      case 'disconnect':
        this.#children.disconnect(text(message['device']));
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
    const device = await this.#children.of(text(message['device']));
    const id = Number(message['id']);
    if (!device || !Number.isSafeInteger(id)) return;
    const answer = Buffer.from(JSON.stringify(message['data'] ?? null));
    this.#services.rpc.answeredBy(device, id, answer);
  }

  async #offer(offers: JsonObject, payload: Buffer): Promise<Consumed> {
    const all: Consumed[] = [];
    for (const [name, offer] of Object.entries(offers)) {
      const device = await this.#children.of(name);
      const problem = device
        ? await this.#services.claims.offer(device.id, offer)
        : { field: name.slice(0, 64), reason: 'is no name of a device' };
      if (problem) all.push(await this.#reject(payload, problem));
    }
    return together(all);
  }

  async #ingest(
    kind: 'telemetry' | 'attributes',
    name: string,
    value: JsonValue,
    payload: Buffer,
  ): Promise<Consumed> {
    const fits = kind === 'telemetry' ? Array.isArray(value) : isObject(value);
    const device = fits ? await this.#children.of(name) : null;
    if (!device) {
      const expected = kind === 'telemetry' ? 'must be an array of readings' : 'must be a JSON object';
      const reason = fits ? 'is no name of a device' : expected;
      return this.#reject(payload, { field: name.slice(0, 64), reason });
    }
    this.#services.sessions.recordActivity(device);
    return this.#services.ingest[kind](device, 'mqtt', Buffer.from(JSON.stringify(value)));
  }

  async #answerAttributes(message: JsonObject): Promise<void> {
    const device = await this.#children.of(text(message['device']));
    if (!device) return;
    const { key, keys } = message;
    const wanted = (Array.isArray(keys) ? keys : [key]).filter((name) => typeof name === 'string');
    const found: DeviceAttributes = await this.#services.attributes.read(device.key);
    const scope = message['client'] === true ? 'clientKeys' : 'sharedKeys';
    const { client, shared } = selectAttributes(found, { [scope]: joinKeys(wanted) });
    const values = client ?? shared ?? {};
    const [only] = wanted;
    const answer = wanted.length === 1 && only !== undefined ? { value: values[only] ?? null } : { values };
    this.#send(
      GATEWAY_ATTRIBUTES_RESPONSE_TOPIC,
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
