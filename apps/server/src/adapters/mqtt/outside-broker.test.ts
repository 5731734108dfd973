import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { generate, parser, type Packet } from 'mqtt-packet';
import { afterEach, expect, test, vi } from 'vitest';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import { ServerEvents } from '../../platform/events.ts';
import { createLogger } from '../../platform/logger.ts';
import { OutsideBroker, type OutsideBrokerOptions } from './outside-broker.ts';

const MQTT_5 = { protocolVersion: 5 } as const;
const ID = '00000000-0000-4000-8000-000000000001';
const log = createLogger('silent');

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

/** A broker that accepts one server, and what that acknowledges. */
async function listen() {
  const acknowledged: (number | undefined)[] = [];
  let socket: Socket | undefined;
  const answers: Record<string, (packet: Packet) => void> = {
    connect: () => socket?.write(generate({ cmd: 'connack', reasonCode: 0, sessionPresent: false }, MQTT_5)),
    subscribe: ({ messageId = 0 }) =>
      socket?.write(generate({ cmd: 'suback', messageId, granted: [1] }, MQTT_5)),
    puback: ({ messageId }) => acknowledged.push(messageId),
  };
  const server = createServer((connection) => {
    socket = connection;
    const packets = parser(MQTT_5);
    packets.on('packet', (packet: Packet) => answers[packet.cmd]?.(packet));
    connection.on('data', (chunk: Buffer) => packets.parse(chunk));
    connection.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  const publish = (messageId: number, topic: string, payload = '{}') =>
    socket?.write(
      generate({ cmd: 'publish', topic, payload, qos: 1, messageId, dup: false, retain: false }, MQTT_5),
    );
  return { url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, publish, acknowledged };
}

const device: DeviceIdentity = {
  id: ID,
  key: 1,
  organisationId: 'o',
  productModelId: 'p',
  name: '',
  gateway: false,
};

test('a message whose device could not be looked up is tried again, and acknowledged when it is stored', async () => {
  const { url, publish, acknowledged } = await listen();
  const stored: string[] = [];
  const byId = vi.fn(async () => device).mockRejectedValueOnce(new Error('no connection'));
  const broker = new OutsideBroker({
    url,
    clientId: 'test',
    ingest: {
      telemetry: async (_device: DeviceIdentity, _source: string, payload: Uint8Array) => {
        stored.push(Buffer.from(payload).toString());
      },
      busy: false,
      room: () => Promise.resolve(),
    },
    credentials: { byId },
    sessions: { recordActivity: () => undefined, setExternalSessions: () => undefined },
    rpc: { flushWaiting: () => undefined },
    events: new ServerEvents(log),
    log,
  } as unknown as OutsideBrokerOptions);
  await broker.start();
  ends.push(() => broker.stop());
  publish(1, `v1/${ID}/telemetry`, '{"a":1}');
  await vi.waitFor(() => expect(byId).toHaveBeenCalledTimes(1), 30_000);
  publish(2, `v1/${ID}/telemetry`, '{"a":2}');
  await vi.waitFor(() => expect(acknowledged).toEqual([2, 1]), 30_000);
  expect(stored).toEqual(['{"a":2}', '{"a":1}']);
  // What is no device's topic is asked of nobody, and kept by nobody.
  publish(3, `v1/${'-'.repeat(36)}/telemetry`);
  await vi.waitFor(() => expect(acknowledged).toEqual([2, 1, 3]), 30_000);
  expect(byId).toHaveBeenCalledTimes(3);
  // What the database will never take does not come again and again.
  byId.mockRejectedValueOnce(Object.assign(new Error('invalid byte sequence'), { code: '22021' }));
  publish(4, `v1/${ID}/telemetry`);
  await vi.waitFor(() => expect(acknowledged).toEqual([2, 1, 3, 4]), 30_000);
  expect(byId).toHaveBeenCalledTimes(4);
});
