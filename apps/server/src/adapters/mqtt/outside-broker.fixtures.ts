import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { generate, parser, type Packet } from 'mqtt-packet';
import { vi } from 'vitest';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import { ServerEvents } from '../../platform/events.ts';
import type { Logger } from '../../platform/logger.ts';
import type { DeviceSession } from '../../platform/sessions/device-sessions.ts';
import type { Problem } from '../../platform/telemetry/reading.ts';
import { OutsideBroker, type OutsideBrokerOptions } from './outside-broker.ts';

const MQTT_5 = { protocolVersion: 5 } as const;

/** Deadline of what is waited for, milliseconds: for a machine that is busy with other things. */
export const DEADLINE = { timeout: 30_000, interval: 5 } as const;

const ends: (() => unknown)[] = [];

/** Ends what the tests started, the newest first. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).toReversed()) await end();
}

/**
 * Gives sockets time for what could have happened by now: for facts about what does not happen. On a busy machine such a
 * fact may hold too easily, never fail.
 */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setTimeout(1);
}

/** A message with QoS 1 to the server. */
type Message = readonly [messageId: number, topic: string, payload?: string];

export const DEVICE: DeviceIdentity = {
  id: '00000000-0000-4000-8000-000000000001',
  key: 1,
  organisationId: 'o',
  productModelId: 'p',
  name: 'Pump',
  gateway: false,
};
export const GATEWAY: DeviceIdentity = {
  ...DEVICE,
  id: 'abcdef01-2345-4678-9abc-def012345678',
  key: 2,
  gateway: true,
};
/** Stands behind the gateway. */
export const CHILD: DeviceIdentity = {
  ...DEVICE,
  id: '00000000-0000-4000-8000-000000000003',
  key: 3,
  name: 'Valve',
};

/**
 * A broker that accepts one server, and what it receives from it, each list in its order.
 * @param holds whether it acknowledges what the server publishes at `confirm()` only
 */
export async function listen({ holds = false } = {}) {
  const filters: string[] = [];
  const acknowledged: number[] = [];
  const published: { topic: string; payload: string }[] = [];
  const unconfirmed: number[] = [];
  /** How connections ended: in order, or reset. */
  const closes: ('end' | 'reset')[] = [];
  let socket: Socket | undefined;
  const confirm = () => {
    for (const messageId of unconfirmed.splice(0))
      socket?.write(generate({ cmd: 'puback', messageId, reasonCode: 0 }, MQTT_5));
  };
  const take = (packet: Packet) => {
    if (packet.cmd === 'connect') {
      socket?.write(generate({ cmd: 'connack', reasonCode: 0, sessionPresent: false }, MQTT_5));
    } else if (packet.cmd === 'subscribe') {
      filters.push(...packet.subscriptions.map(({ topic }) => topic));
      socket?.write(generate({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: [1] }, MQTT_5));
    } else if (packet.cmd === 'puback') acknowledged.push(packet.messageId ?? 0);
    else if (packet.cmd === 'publish') {
      published.push({ topic: packet.topic, payload: packet.payload.toString() });
      unconfirmed.push(packet.messageId ?? 0);
      if (!holds) confirm();
    }
  };
  const server = createServer((connection) => {
    socket = connection;
    const packets = parser(MQTT_5);
    packets.on('packet', take);
    connection.on('data', (chunk: Buffer) => packets.parse(chunk));
    connection.on('error', () => undefined);
    connection.on('close', (isReset) => closes.push(isReset ? 'reset' : 'end'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  /** In one piece: the server reads all of them or none. */
  const publish = (...messages: readonly Message[]) => {
    const packets = messages.map(([messageId, topic, payload = '{}']) =>
      generate({ cmd: 'publish', topic, payload, qos: 1, messageId, dup: false, retain: false }, MQTT_5),
    );
    socket?.write(Buffer.concat(packets));
  };
  /** A server that reads nothing notices the end of the connection when it writes. */
  const reset = () => socket?.resetAndDestroy();
  const url = `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, filters, acknowledged, published, closes, publish, confirm, reset };
}

/** A server at the broker of this address, not started; its collaborators record their calls. */
export function serverAt(url: string) {
  const log = { debug: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const events = new ServerEvents(log as unknown as Logger);
  const stored = async (_device: DeviceIdentity, _source: string, _payload: Uint8Array) => ({ problems: [] });
  const ingest = {
    busy: false,
    room: vi.fn(async () => undefined as void),
    telemetry: vi.fn(stored),
    attributes: vi.fn(stored),
    reject: vi.fn(async (..._rejected: [...Parameters<typeof stored>, Problem]) => ({ problems: [] })),
  };
  const credentials = {
    byId: vi.fn(async (id: string) => [DEVICE, GATEWAY].find((device) => device.id === id) ?? null),
  };
  const sessions = {
    recordActivity: vi.fn(),
    setExternalSessions: vi.fn<(of: (deviceId: string) => DeviceSession) => void>(),
  };
  const rpc = { flushWaiting: vi.fn(), answeredBy: vi.fn((): Problem | null => null) };
  const attributes = {
    read: vi.fn(async (_key: number) => ({ client: { a: 1, b: 2 }, shared: { c: 3 } })),
  };
  const gatewayDevices = {
    identify: vi.fn(async () => CHILD),
    wayTo: vi.fn(async (_deviceId: string): Promise<{ gatewayId: string; name: string } | null> => null),
  };
  const claims = { offer: vi.fn(async () => null) };
  const collaborators = {
    log,
    events,
    ingest,
    credentials,
    sessions,
    rpc,
    attributes,
    gatewayDevices,
    claims,
  };
  const options: unknown = { url, clientId: 'test', ...collaborators };
  const broker = new OutsideBroker(options as OutsideBrokerOptions);
  ends.push(() => broker.stop());
  return { broker, ...collaborators };
}

/** A started server, and the broker to which it is connected. */
export async function start(behaviour?: Parameters<typeof listen>[0]) {
  const outside = await listen(behaviour);
  const server = serverAt(outside.url);
  await server.broker.start();
  ends.push(() => outside.reset());
  const sessionOf = (deviceId: string) => {
    const [of] = server.sessions.setExternalSessions.mock.lastCall ?? [];
    if (!of) throw new Error('no sessions were set');
    return of(deviceId);
  };
  return { ...outside, ...server, sessionOf };
}
