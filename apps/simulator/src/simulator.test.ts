import { createServer, type AddressInfo } from 'node:net';
import { Aedes, type Client } from 'aedes';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startSimulator, type Simulator } from './simulator.ts';

const DEVICES = [
  { id: 'probe', name: '1号墒情站', productModelCode: 'TQ-3L', token: 'token-probe' },
  { id: 'valve', name: '1号电磁阀', productModelCode: 'DCF-4', token: 'token-valve' },
];

interface ReceivedMessage {
  token: string;
  topic: string;
  body: unknown;
}

/** A real broker on a free port that behaves like the platform. */
async function platform() {
  const users = new Map<Client, string>();
  const attempts = new Map<string, number>();
  const refused = new Set<string>();
  const received: ReceivedMessage[] = [];
  const attributes = new Map<string, Record<string, unknown>>();
  const broker = await Aedes.createBroker({
    authenticate: (client, username, _password, done) => {
      const token = username ?? '';
      attempts.set(token, (attempts.get(token) ?? 0) + 1);
      users.set(client, token);
      if (refused.has(token))
        done(Object.assign(new Error('no such device'), { returnCode: 5 as const }), false);
      else done(null, true);
    },
  });
  broker.on('publish', (packet, client) => {
    if (!client) return;
    const token = users.get(client) ?? '';
    const body: unknown = JSON.parse(packet.payload.toString());
    received.push({ token, topic: packet.topic, body });
    const own = attributes.get(token) ?? {};
    if (packet.topic === 'v1/devices/me/attributes') attributes.set(token, Object.assign(own, body));
    if (packet.topic === 'v1/devices/me/attributes/request/1')
      send(token, 'v1/devices/me/attributes/response/1', {
        client: 'backfilledAt' in own ? { backfilledAt: own['backfilledAt'] } : {},
      });
  });
  const send = (token: string, topic: string, body: unknown): void => {
    const client = [...users].findLast(([, user]) => user === token)?.[0];
    client?.publish(
      {
        cmd: 'publish',
        topic,
        payload: Buffer.from(JSON.stringify(body)),
        qos: 1,
        dup: false,
        retain: false,
      },
      () => undefined,
    );
  };
  const server = createServer((socket) => void broker.handle(socket));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `mqtt://127.0.0.1:${port}`,
    attributes,
    attempts,
    refused,
    send,
    drop: (token: string): void => {
      for (const [client, user] of users) if (user === token) client.conn.destroy();
    },
    received: (token: string, topic: string): unknown[] =>
      received
        .filter((message) => message.token === token && message.topic === topic)
        .map(({ body }) => body),
    close: async () => {
      await new Promise<void>((closed) => broker.close(closed));
      await new Promise((closed) => server.close(closed));
    },
  };
}

const TELEMETRY = 'v1/devices/me/telemetry';
const eventually = <T>(fact: () => T): Promise<T> => vi.waitFor(fact, { timeout: 10_000, interval: 20 });

describe('the simulator on a broker', () => {
  let broker: Awaited<ReturnType<typeof platform>>;
  let simulator: Simulator | undefined;
  const start = async (): Promise<void> => {
    const config = {
      mqttUrl: broker.url,
      devices: DEVICES,
      intervalMs: 250,
      reconnectMs: 20,
      seed: 5,
      statePath: undefined,
    };
    simulator = await startSimulator(config, () => undefined);
  };
  beforeEach(async () => {
    broker = await platform();
  });
  afterEach(async () => {
    await simulator?.stop();
    simulator = undefined;
    await broker.close();
  });

  test('reports that it is simulated, sends its history once, then live readings', async () => {
    await start();
    for (const token of ['token-probe', 'token-valve']) {
      await eventually(() => expect(broker.attributes.get(token)).toHaveProperty('backfilledAt'));
      expect(broker.attributes.get(token)).toMatchObject({ simulated: true });
      const sent = broker.received(token, TELEMETRY);
      const history = sent.flatMap((body) => (Array.isArray(body) ? body : []));
      expect(history.length).toBeGreaterThan(24 * 76 + 288);
      expect(new Set(history.map((point) => (point as { ts: number }).ts)).size).toBe(history.length);
      await eventually(() =>
        expect(
          broker.received(token, TELEMETRY).filter((body) => !Array.isArray(body)).length,
        ).toBeGreaterThan(2),
      );
    }
  });

  test('a restart does not send the history again', async () => {
    for (const token of ['token-probe', 'token-valve'])
      broker.attributes.set(token, { backfilledAt: '2026-04-12T00:00:00Z' });
    await start();
    await eventually(() => expect(broker.received('token-valve', TELEMETRY).length).toBeGreaterThan(3));
    expect(broker.received('token-valve', TELEMETRY).filter(Array.isArray)).toEqual([]);
  });

  test('a two-way command is answered under its request number, and its effect is reported', async () => {
    await start();
    await eventually(() => expect(broker.attributes.get('token-valve')).toHaveProperty('backfilledAt'));
    broker.send('token-valve', 'v1/devices/me/rpc/request/17', {
      method: 'switchValve',
      params: { open: true },
    });
    await eventually(() =>
      expect(broker.received('token-valve', 'v1/devices/me/rpc/response/17')).toEqual([
        { status: 'success', valveState: true, opening: 100 },
      ]),
    );
    await eventually(() => {
      const last = broker.received('token-valve', TELEMETRY).at(-1) as { values: { flowRate: number } };
      expect(last.values.flowRate).toBeGreaterThan(1);
    });
  });

  test('a malformed command is answered as failed', async () => {
    await start();
    await eventually(() => expect(broker.attributes.get('token-probe')).toHaveProperty('backfilledAt'));
    broker.send('token-probe', 'v1/devices/me/rpc/request/3', 'nonsense');
    await eventually(() =>
      expect(broker.received('token-probe', 'v1/devices/me/rpc/response/3')).toMatchObject([
        { status: 'failed' },
      ]),
    );
  });

  test('a device that the platform refuses reconnects with a delay, and the others continue', async () => {
    broker.refused.add('token-probe');
    await start();
    await eventually(() => expect(broker.received('token-valve', TELEMETRY).length).toBeGreaterThan(6));
    expect(broker.attempts.get('token-probe')).toBe(1);
  });

  test('a device with a lost connection reconnects and reports again', async () => {
    await start();
    await eventually(() => expect(broker.attributes.get('token-valve')).toHaveProperty('backfilledAt'));
    const before = broker.received('token-valve', TELEMETRY).length;
    broker.drop('token-valve');
    await eventually(() => expect(broker.attempts.get('token-valve')).toBe(2));
    await eventually(() =>
      expect(broker.received('token-valve', TELEMETRY).length).toBeGreaterThan(before + 2),
    );
  });
});
