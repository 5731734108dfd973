import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChartQueries } from '../../apps/server/src/platform/telemetry/chart-queries.ts';
import { TelemetryQueries } from '../../apps/server/src/platform/telemetry/queries.ts';
import { insertDevices, type TestDevice } from './support/devices.ts';
import { DataFolder, FarmProcess } from './support/farm-process.ts';

/** A test that waits in vain fails after its own timeout, not that of the suite. */

/** Reads with a separate pool the data that a real server stored over HTTP. */
const folder = new DataFolder();
const START = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;
let server: FarmProcess;
let pool: pg.Pool;
let queries: TelemetryQueries;
let device: TestDevice;

beforeAll(async () => {
  server = await FarmProcess.start(folder);
  const { host, port } = folder.postmaster();
  pool = new pg.Pool({ host, port, ...folder.account, database: 'farm3d' });
  queries = new TelemetryQueries(pool);
  const client = await folder.connect();
  const [first] = await insertDevices(client, 1);
  await client.end();
  if (!first) throw new Error('no device');
  device = first;
  // Ten readings, a minute apart: 0, 1, 4, 9 … 81, and text on every other one.
  const readings = Array.from({ length: 10 }, (_, n) => ({
    ts: START + n * 60_000,
    values: { square: n * n, ...(n % 2 === 0 && { note: `n${n}` }) },
  }));
  await post(readings);
});

afterAll(async () => {
  await pool?.end();
  await server?.kill9();
  await folder.remove();
});

async function post(body: unknown): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${server.httpPort}/api/v1/${device.token}/telemetry`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect([response.status, await response.text()]).toEqual([200, '']);
}

const range = (keys: string[], from = 0, to = 10) => ({
  keys,
  startTs: START + from * 60_000,
  endTs: START + to * 60_000,
});

test('latest returns the newest value of each key, only for the requested keys', async () => {
  expect(await queries.latest(device.key)).toEqual({
    square: [{ ts: START + 9 * 60_000, value: 81 }],
    note: [{ ts: START + 8 * 60_000, value: 'n8' }],
  });
  expect(Object.keys(await queries.latest(device.key, ['note', 'unknown']))).toEqual(['note']);
});

test('history includes the start, excludes the end, and respects order and limit', async () => {
  const values = async (options: { limit: number; order: 'ASC' | 'DESC' }, from: number, to: number) =>
    (await queries.history(device.key, range(['square'], from, to), options))['square']?.map(
      ({ value }) => value,
    );
  expect(await values({ limit: 100, order: 'ASC' }, 2, 5)).toEqual([4, 9, 16]);
  expect(await values({ limit: 2, order: 'ASC' }, 0, 10)).toEqual([0, 1]);
  expect(await values({ limit: 2, order: 'DESC' }, 0, 10)).toEqual([81, 64]);
});

test('history of a key skips messages without it; an unknown key gives an empty list', async () => {
  const history = await queries.history(device.key, range(['note', 'unknown']), { limit: 100, order: 'ASC' });
  expect(history['note']?.map(({ value }) => value)).toEqual(['n0', 'n2', 'n4', 'n6', 'n8']);
  expect(history['unknown']).toEqual([]);
});

test('count returns the number of messages, in a range or in total', async () => {
  expect(await queries.count(device.key)).toBe(10);
  expect(await queries.count(device.key, { startTs: START, endTs: START + 3 * 60_000 })).toBe(3);
  expect(await queries.count(-1)).toBe(0);
});

test('a chart has the average and the extremes of each interval, numbers only, without empty intervals', async () => {
  const chart = await new ChartQueries(pool, () => Number.NEGATIVE_INFINITY).chart(
    device.key,
    range(['square', 'note']),
    5,
  );
  expect(chart['square']).toEqual(
    [
      [0, 0.5, 0, 1],
      [2, 6.5, 4, 9],
      [4, 20.5, 16, 25],
      [6, 42.5, 36, 49],
      [8, 72.5, 64, 81],
    ].map(([minute, value, min, max]) => ({ ts: START + (minute ?? 0) * 60_000, value, min, max })),
  );
  expect(chart['note']).toEqual([]);
  const wide = await new ChartQueries(pool, () => Number.NEGATIVE_INFINITY).chart(
    device.key,
    { keys: ['square'], startTs: START - 36_000_000, endTs: START + 36_000_000 },
    2,
  );
  expect(wide['square']).toEqual([{ ts: START, value: 28.5, min: 0, max: 81 }]);
});

test('a resuming client gets the changes of later commits, none twice', async () => {
  const cursor = await queries.currentSeq();
  expect(await queries.changedSince([device.key], cursor)).toEqual([]);
  await post({ ts: START + 9 * 60_000, values: { square: 82 } });
  // An old reading changes no latest value.
  await post({ ts: START + 60_000, values: { note: 'late' } });
  const changed = await queries.changedSince([device.key], cursor);
  expect(changed).toMatchObject([{ device: device.key, values: { square: 82 }, ts: START + 9 * 60_000 }]);
  expect(changed[0]?.seq).toBeGreaterThan(cursor);
  expect(await queries.changedSince([device.key], await queries.currentSeq())).toEqual([]);
});
