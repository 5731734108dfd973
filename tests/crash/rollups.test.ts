import { createLogger } from '../../apps/server/src/platform/logger.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ChartQueries, type ChartMethod } from '../../apps/server/src/platform/telemetry/chart-queries.ts';
import { JsonWriter } from '../../apps/server/src/platform/telemetry/json-writer.ts';
import { TelemetryQueries } from '../../apps/server/src/platform/telemetry/queries.ts';
import { Rollups } from '../../apps/server/src/platform/telemetry/rollups.ts';
import { insertDevices, type TestDevice } from './support/devices.ts';
import { DataFolder, FarmProcess } from './support/farm-process.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The first of a month long past, in the middle of an hour and of a day. */
const START = Date.parse('2026-03-01T05:20:00Z');
const END = START + 40 * DAY;

const folder = new DataFolder();
let server: FarmProcess;
let pool: pg.Pool;
let device: TestDevice;

beforeAll(async () => {
  server = await FarmProcess.start(folder);
  const { host, port } = folder.postmaster();
  pool = new pg.Pool({ host, port, user: 'farm3d', database: 'farm3d' });
  const client = await folder.connect();
  [device] = (await insertDevices(client, 1)) as [TestDevice];
  await client.end();
});
afterAll(async () => {
  await pool?.end();
  await server?.kill9();
  await folder.remove();
});

async function post(body: unknown): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${server.httpPort}/api/v1/${device.token}/telemetry`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

const rollUp = (): Promise<void> => new Rollups(pool, createLogger('silent')).run();

/** The same line from what is stored of hours and days, and from the readings alone. */
async function both(points: number, method: ChartMethod, startTs = START, endTs = END) {
  const range = { keys: ['a', 'b', 'word'], startTs, endTs };
  const stored = new ChartQueries(pool, () => Date.now());
  const raw = new ChartQueries(pool, () => Number.NEGATIVE_INFINITY);
  return {
    stored: await stored.chart(device.key, range, points, method),
    raw: await raw.chart(device.key, range, points, method),
  };
}

test('hours and days say what the readings say, late, repeated and overwritten ones too', async () => {
  // One reading each 17 minutes, in no order.
  const readings = Array.from({ length: Math.floor((40 * DAY) / (17 * 60_000)) }, (_, i) => ({
    ts: START + i * 17 * 60_000,
    values: { a: Math.sin(i / 40) * 30, b: (i * 7919) % 101, ...(i % 5 === 0 ? { word: 'x' } : {}) },
  })).sort((one, other) => (one.ts % 977) - (other.ts % 977));
  for (let at = 0; at < readings.length; at += 400) await post(readings.slice(at, at + 400));
  await rollUp();
  const { rows } = await pool.query<{ n: number }>('select sum(n)::int as n from ts_hour where key = $1', [
    'a',
  ]);
  expect(rows[0]?.n).toBe(readings.length);

  const check = async (): Promise<void> => {
    // 9 points: intervals of days; 200: of hours. Whole steps, so that both sides have the same intervals.
    for (const [points, step] of [
      [8, DAY],
      [160, HOUR],
    ] as const) {
      const from = Math.ceil(START / step) * step;
      const { stored, raw } = await both(points, 'avg', from, from + 40 * DAY - DAY);
      expect(Object.keys(stored)).toEqual(['a', 'b', 'word']);
      expect(stored['word']).toEqual([]);
      for (const key of ['a', 'b']) {
        expect(stored[key]?.length).toBeGreaterThan(points / 2);
      }
      // An interval that is no multiple of the step is widened to one: compare what both agree on, the extremes of all.
      const extremes = (line: readonly { min: number | null; max: number | null }[] = []) => [
        Math.min(...line.map(({ min }) => min ?? 0)),
        Math.max(...line.map(({ max }) => max ?? 0)),
      ];
      expect(extremes(stored['a'])).toEqual(extremes(raw['a']));
      expect(extremes(stored['b'])).toEqual(extremes(raw['b']));
    }
    const total = await pool.query<{ stored: number; raw: number }>(
      `select (select sum(total) from ts_day where device = $1 and key = 'b') as stored,
              (select sum((values->>'b')::float8) from ts_message where device = $1 and ts < date_trunc('hour', now())) as raw`,
      [device.key],
    );
    expect(total.rows[0]?.stored).toBeCloseTo(total.rows[0]?.raw ?? NaN, 6);
  };
  await check();

  // Late, into a closed hour; and one that takes back what was said.
  await post({ ts: START + 3 * DAY + 1, values: { b: 5_000 } });
  await post({ ts: readings[0]?.ts, values: { b: -700 } });
  await rollUp();
  await check();
  const { stored } = await both(8, 'minmax');
  expect(Math.max(...(stored['b'] ?? []).map(({ value }) => Number(value)))).toBe(5_000);
  expect(Math.min(...(stored['b'] ?? []).map(({ value }) => Number(value)))).toBe(-700);
  expect(stored['b']).toContainEqual({ ts: START + 3 * DAY + 1, value: 5_000, min: 5_000, max: 5_000 });

  // A number that becomes a word leaves the hour.
  await post({ ts: START + 3 * DAY + 1, values: { b: 'broken' } });
  await rollUp();
  expect(JSON.stringify((await both(8, 'minmax')).stored)).not.toContain('5000');
});

test('a whole interval of hours is the same from both, to the last digit that matters', async () => {
  const from = Math.ceil(START / DAY) * DAY;
  const { stored, raw } = await both(120, 'avg', from, from + 20 * DAY);
  for (const key of ['a', 'b']) {
    expect(stored[key]?.map(({ ts }) => ts)).toEqual(raw[key]?.map(({ ts }) => ts));
    for (const [i, point] of (stored[key] ?? []).entries()) {
      expect(Number(point.value)).toBeCloseTo(Number(raw[key]?.[i]?.value), 9);
      expect([point.min, point.max]).toEqual([raw[key]?.[i]?.min, raw[key]?.[i]?.max]);
    }
  }
});

test.each(['avg', 'minmax', 'lttb'] as const)(
  'a short chart (%s) from packed hours is the chart of the readings, whatever its ends',
  async (method) => {
    await rollUp();
    for (const [from, to] of [
      [0, 7 * DAY],
      [17 * 60_000 + 1, 3 * DAY + 2],
    ] as const) {
      const { stored, raw } = await both(300, method, START + from, START + to);
      expect(stored['a']?.length).toBeGreaterThan(100);
      expect(stored['b']?.length).toBeGreaterThan(100);
      for (const key of ['a', 'b']) {
        expect(stored[key]?.map(({ ts, min, max }) => [ts, min, max])).toEqual(
          raw[key]?.map(({ ts, min, max }) => [ts, min, max]),
        );
        for (const [i, { value }] of (stored[key] ?? []).entries())
          expect(value).toBeCloseTo(Number(raw[key]?.[i]?.value), 9);
      }
    }
  },
);

test('a history from packed hours is the history of the readings, both ways round, whatever the ends', async () => {
  const packed = new TelemetryQueries(pool, () => Date.now());
  const raw = new TelemetryQueries(pool);
  for (const [from, to] of [
    [0, 7 * DAY],
    [17 * 60_000, 3 * DAY + 2],
    [5 * DAY + 11, 6 * DAY + 4],
  ] as const) {
    // 'b' has a word in one hour, 'word' is nothing else.
    const range = { keys: ['a', 'b', 'word'], startTs: START + from, endTs: START + to };
    for (const options of [
      { limit: 50_000, order: 'ASC' },
      { limit: 7, order: 'DESC' },
    ] as const) {
      const expected = await raw.history(device.key, range, options);
      expect(await packed.history(device.key, range, options)).toEqual(expected);
      const writer = new JsonWriter();
      await packed.writeHistory(writer, device.key, range, options);
      expect(JSON.parse(writer.finish().toString())).toEqual(expected);
    }
  }
  // What was said a moment ago is there, although its hour is not computed anew yet.
  await post({ ts: START + 2 * DAY + 3, values: { a: 77 } });
  const now = await packed.history(
    device.key,
    { keys: ['a'], startTs: START + DAY, endTs: START + 3 * DAY },
    { limit: 50_000, order: 'ASC' },
  );
  expect(now['a']).toContainEqual({ ts: START + 2 * DAY + 3, value: 77 });
});

test('batches that come in while hours are rolled up lose nothing', async () => {
  const base = START + 10 * DAY;
  const sent: Promise<void>[] = [];
  for (let i = 0; i < 60; i += 1) {
    sent.push(post({ ts: base + i * 60_000 * 3 + 500, values: { race: i } }));
    if (i % 6 === 0) sent.push(rollUp());
  }
  await Promise.all(sent);
  await rollUp();
  const { rows } = await pool.query<{ n: number; total: number }>(
    `select sum(n)::int as n, sum(total) as total from ts_hour where device = $1 and key = 'race'`,
    [device.key],
  );
  expect(rows[0]).toEqual({ n: 60, total: (59 * 60) / 2 });
});
