import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generate } from '../../benchmarks/ingest/ours.ts';
import { insertDevices, type TestDevice } from './support/devices.ts';
import { DataFolder, FarmProcess } from './support/farm-process.ts';
import { until } from './support/until.ts';

/** A test that waits in vain fails after its own timeout, not that of the suite. */

// Long enough to fill every queue; `npm run bench -- ingest` does it for 60 seconds.
const CONNECTIONS = 600;
const WINDOW = 100;
const SECONDS = 2;
/** Far above the normal use, far below that of unbounded queues: 60,000 messages at once, for minutes. */
const MAX_MEGABYTES = 1_200;

const folder = new DataFolder();
let server: FarmProcess;
let devices: TestDevice[] = [];

beforeAll(async () => {
  server = await FarmProcess.start(folder);
  const client = await folder.connect();
  devices = await insertDevices(client, 50);
  await client.end();
});

afterAll(async () => {
  await server?.kill9();
  await folder.remove();
});

/** Greatest resident memory of a process so far, MB; null where the system does not tell. */
function peakMegabytes(pid: number): number | null {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return null;
  }
}

test('at ten times its capacity it slows its senders down: nothing is lost, no connection is closed, memory is bounded', async () => {
  const users = Array.from({ length: CONNECTIONS }, (_, n) => devices[n % devices.length]?.token ?? '');
  const { sent, acknowledged, closed } = await generate({
    port: server.mqttPort,
    topic: 'v1/devices/me/telemetry',
    users,
    window: WINDOW,
    seconds: SECONDS,
    messages: Number.MAX_SAFE_INTEGER,
    spread: 60_000,
    versions: [4, 5],
  });
  // Every window was full at once; the number beyond that depends on the speed of the machine.
  expect(sent).toBeGreaterThanOrEqual(CONNECTIONS * WINDOW);
  expect({ acknowledged, closed }).toEqual({ acknowledged: sent, closed: 0 });
  expect(server.failure).toBeNull();
  expect(peakMegabytes(server.pid) ?? 0).toBeLessThan(MAX_MEGABYTES);
  const client = await folder.connect();
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from ts_message');
  await client.end();
  expect(rows[0]?.n).toBe(sent);
  // Afterwards it works normally.
  await until(
    async () => (await fetch(`http://127.0.0.1:${server.httpPort}/readyz`)).status === 200,
    'ready',
  );
});
