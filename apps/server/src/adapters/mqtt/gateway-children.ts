import type { DeviceIdentity } from '../../platform/device-identity.ts';
import type { GatewayDevices } from '../../features/devices/gateway-devices.ts';
import type { DeviceRpc } from '../../features/commands/device-rpc.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { DeviceSession, DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import type { GatewayChildren } from './gateway-channel.ts';
import { GATEWAY_ATTRIBUTES_TOPIC, GATEWAY_DISCONNECT_TOPIC, GATEWAY_RPC_TOPIC } from './topics.ts';

interface Child {
  readonly identity: Promise<DeviceIdentity | null>;
  /** `sessions.drops` when it was looked up. */
  readonly drops: number;
  closed?: () => void;
}

/** Devices behind a connection of their gateway: each has a session until it is disconnected, or the connection ends. */
export class ConnectedChildren implements GatewayChildren {
  readonly #gateway: DeviceIdentity;
  readonly #connection: DeviceSession;
  readonly #devices: GatewayDevices;
  readonly #sessions: DeviceSessions;
  readonly #rpc: DeviceRpc;
  readonly #children = new Map<string, Child>();
  #ended = false;

  constructor(
    gateway: DeviceIdentity,
    connection: DeviceSession,
    services: {
      readonly devices: GatewayDevices;
      readonly sessions: DeviceSessions;
      readonly rpc: DeviceRpc;
    },
  ) {
    this.#gateway = gateway;
    this.#connection = connection;
    this.#devices = services.devices;
    this.#sessions = services.sessions;
    this.#rpc = services.rpc;
  }

  /** Its session opens with its first message. */
  async of(name: string, type?: string): Promise<DeviceIdentity | null> {
    const sessions = this.#sessions;
    let child = this.#children.get(name);
    // Looked up again when it may have changed hands before its session was open.
    if (!child || (!child.closed && child.drops !== sessions.drops)) {
      const identity = this.#devices.identify(this.#gateway, name, type || undefined);
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
    if (!child.closed && child.drops !== sessions.drops && !this.#ended) return this.of(name, type);
    if (identity && !child.closed && !this.#ended && this.#children.get(name) === child) {
      child.closed = sessions.opened(identity, this.#sessionOf(name), { relayed: true });
      this.#rpc.flush(identity);
    }
    return identity;
  }

  #forget(name: string, child: Child): void {
    if (this.#children.get(name) === child) this.#children.delete(name);
  }

  disconnect(name: string): void {
    const child = this.#children.get(name);
    this.#children.delete(name);
    child?.closed?.();
  }

  /** Ends the sessions of all devices of the closed connection. */
  end(): void {
    this.#ended = true;
    for (const name of this.#children.keys()) this.disconnect(name);
  }

  #sessionOf(name: string): DeviceSession {
    return {
      send: (topic, payload) => {
        const message = toGateway(name, topic, payload);
        return message
          ? this.#connection.send(message.topic, message.payload)
          : { accepted: false, delivered: Promise.resolve(false) };
      },
      close: () => {
        this.disconnect(name);
        this.#connection.send(GATEWAY_DISCONNECT_TOPIC, JSON.stringify({ device: name, reason: 0 }));
      },
    };
  }
}

/** A message to a device as its gateway expects it; null: gateways know no such message. */
export function toGateway(
  name: string,
  topic: string,
  payload: string,
): { readonly topic: string; readonly payload: string } | null {
  const data = JSON.parse(payload) as { [key: string]: JsonValue };
  const rpc = /^v1\/devices\/me\/rpc\/request\/(\d+)$/.exec(topic)?.[1];
  if (rpc !== undefined) {
    const message = { device: name, data: { id: Number(rpc), ...data } };
    return { topic: GATEWAY_RPC_TOPIC, payload: JSON.stringify(message) };
  }
  return topic === 'v1/devices/me/attributes'
    ? { topic: GATEWAY_ATTRIBUTES_TOPIC, payload: JSON.stringify({ device: name, data }) }
    : null;
}
