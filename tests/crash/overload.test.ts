import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { generate } from '../../benchmarks/ingest/ours.ts';
import { insertDevices, type TestDevice } from './support/devices.ts';
import { DataFolder, FarmProcess } from './support/farm-process.ts';
import { until } from './support/until.ts';

/** A test that waits for what never comes fails in its own time, not in that of the suite. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

// The 60 seconds of it are in `npm run bench -- ingest`; here it is long enough to fill every queue.
const CONNECTIONS = 600;
const WINDOW = 100;
const SECONDS = 2;
/** Far above what it takes, far below what no bound would take: 60,000 messages a moment, for minutes. */
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

test('with ten times more than it can take it slows its senders down: nothing is lost, nobody is cut off, memory is bounded', async () => {
  const users = Array.from({ length: CONNECTIONS }, (_, n) => devices[n % devices.length]?.token ?? '');
  const { sent, acknowledged, closed } = await generate({
    port: server.mqttPort,
    topic: 'v1/devices/me/telemetry',
    users,
    window: WINDOW,
    seconds: SECONDS,
    messages: Number.MAX_SAFE_INTEGER,
    spread: 60_000,
  });
  // Every window was full at once: what is beyond it depends on how fast the machine is.
  expect(sent).toBeGreaterThanOrEqual(CONNECTIONS * WINDOW);
  expect({ acknowledged, closed }).toEqual({ acknowledged: sent, closed: 0 });
  expect(server.failure).toBeNull();
  expect(peakMegabytes(server.pid) ?? 0).toBeLessThan(MAX_MEGABYTES);
  const client = await folder.connect();
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from ts_message');
  await client.end();
  expect(rows[0]?.n).toBe(sent);
  // And it is well afterwards.
  await until(
    async () => (await fetch(`http://127.0.0.1:${server.httpPort}/readyz`)).status === 200,
    'ready',
  );
});
