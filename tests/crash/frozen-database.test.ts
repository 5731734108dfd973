import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../support/server.ts';
import { waitFor } from '../support/wait.ts';
import { freezeDatabase } from './support/freeze-database.ts';

// A database that stands still: it closes no connection and answers nothing, unlike one that was killed.

/** Promised are 5 s; the rest is for a busy machine. */
const IN_TIME_MS = 8_000;

let server: RunningServer;
let goOn: () => void = () => undefined;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => {
  goOn();
  await server?.stop();
});

test('while the database stands still reports and calls are answered 503 in time, and nothing is stored twice or lost', async () => {
  const api = await server.client();
  const headers = { authorization: `Bearer ${await server.accessToken()}` };
  const [known, unknown, connected] = await Promise.all(
    ['known', 'unknown', 'connected'].map((name) => api.devices.create({ name, productModelCode: 'TQ-3L' })),
  );
  const ts = Date.now() - 60_000;
  const report = (device: { accessToken: string } | undefined, value: number, at = ts): Promise<Response> =>
    fetch(`${server.baseUrl}/api/v1/${device?.accessToken}/telemetry`, {
      method: 'POST',
      body: JSON.stringify({ ts: at, values: { soilMoisture20: value } }),
    });
  const timed = async (call: () => Promise<Response>) => {
    const from = performance.now();
    const { status, headers: answered } = await call();
    return {
      status,
      repeats: Number(answered.get('retry-after')) > 0,
      inTime: performance.now() - from < IN_TIME_MS,
    };
  };
  const stored = async (device: { id: string } | undefined) =>
    (
      await api.telemetry.history(device?.id ?? '', {
        keys: ['soilMoisture20'],
        startTs: ts - 1,
        endTs: ts + 1,
      })
    )['soilMoisture20'];
  const client = await connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
    username: connected?.accessToken ?? '',
    reconnectPeriod: 0,
  });
  try {
    // Its token is in the cache of the server.
    expect((await report(known, 1, ts - 60_000)).status).toBe(200);
    goOn = freezeDatabase(server.databasePid());
    let acknowledged = false;
    const published = client
      .publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts, values: { soilMoisture20: 33 } }), {
        qos: 1,
      })
      .then(() => (acknowledged = true));
    const refused = { status: 503, repeats: true, inTime: true };
    const list = () => fetch(`${server.baseUrl}/api/devices`, { headers });
    const first = await Promise.all([
      timed(() => report(known, 31)),
      timed(() => report(unknown, 32)),
      timed(list),
    ]);
    expect(first).toEqual([refused, refused, refused]);
    expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(503);
    // The repetition that Retry-After asks for.
    expect(await Promise.all([timed(() => report(known, 31)), timed(list)])).toEqual([refused, refused]);
    expect(acknowledged).toBe(false);

    goOn();
    for (const [device, value] of [
      [known, 31],
      [unknown, 32],
    ] as const)
      await waitFor(async () => (await report(device, value)).status === 200, {
        what: 'a report to be stored',
      });
    await published;
    expect(await Promise.all([known, unknown, connected].map(stored))).toEqual([
      [{ ts, value: 31 }],
      [{ ts, value: 32 }],
      [{ ts, value: 33 }],
    ]);
    expect((await list()).status).toBe(200);
  } finally {
    goOn();
    client.end(true);
  }
});
