import { DeviceStatisticsService } from '../../apps/server/src/features/statistics/service.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ChartQueries, type ChartMethod } from '../../apps/server/src/platform/telemetry/chart-queries.ts';
import type { JsonValue } from '../../apps/server/src/platform/json-value.ts';
import { JsonWriter } from '../../apps/server/src/platform/telemetry/json-writer.ts';
import { TelemetryQueries } from '../../apps/server/src/platform/telemetry/queries.ts';
import { Rollups } from '../../apps/server/src/platform/telemetry/rollups.ts';
import { bucketed, type Bucket } from '../../apps/server/src/platform/telemetry/bucketed.ts';
import { csvLines } from '../../apps/server/src/platform/telemetry/csv.ts';
import {
  localIntervals,
  type CalendarUnit,
} from '../../apps/server/src/platform/telemetry/local-intervals.ts';
import { TelemetryMessages } from '../../apps/server/src/platform/telemetry/messages.ts';
import { insertDevices, type TestDevice } from './support/devices.ts';
import { DataFolder, FarmProcess } from './support/farm-process.ts';

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
  pool = new pg.Pool({ host, port, ...folder.account, database: 'farm3d' });
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

/** The same series from stored hours and days, and from the readings alone. */
async function both(points: number, method: ChartMethod, startTs = START, endTs = END) {
  const range = { keys: ['a', 'b', 'word'], startTs, endTs };
  const stored = new ChartQueries(pool, () => Date.now());
  const raw = new ChartQueries(pool, () => Number.NEGATIVE_INFINITY);
  return {
    stored: await stored.chart(device.key, range, points, method),
    raw: await raw.chart(device.key, range, points, method),
  };
}

test('hours and days agree with the readings, also with late, repeated and overwritten ones', async () => {
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

  // A late reading in a closed hour, and one that overwrites an earlier value.
  await post({ ts: START + 3 * DAY + 1, values: { b: 5_000 } });
  await post({ ts: readings[0]?.ts, values: { b: -700 } });
  await rollUp();
  await check();
  const { stored } = await both(8, 'minmax');
  expect(Math.max(...(stored['b'] ?? []).map(({ value }) => Number(value)))).toBe(5_000);
  expect(Math.min(...(stored['b'] ?? []).map(({ value }) => Number(value)))).toBe(-700);
  expect(stored['b']).toContainEqual({ ts: START + 3 * DAY + 1, value: 5_000, min: 5_000, max: 5_000 });

  // A number that is overwritten by a text is removed from the hour.
  await post({ ts: START + 3 * DAY + 1, values: { b: 'broken' } });
  await rollUp();
  expect(JSON.stringify((await both(8, 'minmax')).stored)).not.toContain('5000');
});

test('an interval of whole hours is equal from both, to the last significant digit', async () => {
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

test('a history from packed hours equals that of the readings, in both orders and for any range', async () => {
  const packed = new TelemetryQueries(pool, () => Date.now());
  const raw = new TelemetryQueries(pool);
  for (const [from, to] of [
    [0, 7 * DAY],
    [17 * 60_000, 3 * DAY + 2],
    [5 * DAY + 11, 6 * DAY + 4],
  ] as const) {
    // 'b' has a text in one hour, 'word' only texts.
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
  // A recent value is included, although its hour is not computed anew yet.
  await post({ ts: START + 2 * DAY + 3, values: { a: 77 } });
  const now = await packed.history(
    device.key,
    { keys: ['a'], startTs: START + DAY, endTs: START + 3 * DAY },
    { limit: 50_000, order: 'ASC' },
  );
  expect(now['a']).toContainEqual({ ts: START + 2 * DAY + 3, value: 77 });
});

test.each([
  ['Asia/Shanghai', 'day'],
  ['Asia/Kolkata', 'day'],
  ['America/New_York', 'day'],
  ['America/New_York', 'week'],
  ['Asia/Kathmandu', 'month'],
] as const)(
  'intervals of the calendar (%s, %s) are those of the readings, whatever the ends',
  async (zone, unit) => {
    const at = START + 5 * DAY;
    await post([
      { ts: at + 1, values: { meter: 90, open: true } },
      { ts: at + 50 * 60_000, values: { meter: 95, open: false } },
      { ts: at + 2 * HOUR, values: { meter: 3, open: true } },
      { ts: at + 30 * HOUR, values: { meter: 10.5, open: 'x' } },
    ]);
    await rollUp();
    const keys = ['a', 'b', 'word', 'meter', 'open'];
    for (const [from, to] of [
      [0, 40 * DAY],
      [17 * 60_000 + 1, 33 * DAY + 2],
    ] as const) {
      const range = { startTs: START + from, endTs: START + to };
      const { boundaries } = await localIntervals(pool, range, unit, zone);
      const stored = await bucketed(pool, device.key, keys, boundaries, Date.now());
      const raw = await bucketed(pool, device.key, keys, boundaries, Number.NEGATIVE_INFINITY);
      expect(stored.length).toBeGreaterThan(4);
      expect(stored.map(exact)).toEqual(raw.map(exact));
      expect(
        stored.filter(({ key }) => key === 'meter').reduce((sum, { rise }) => sum + (rise ?? 0), 0),
      ).toBe(15.5);
    }
    // Changed hours are read again one by one: nothing of them is stored here yet.
    await post({ ts: at + 31 * HOUR, values: { meter: 20 } });
    const { boundaries } = await localIntervals(pool, { startTs: START, endTs: END }, unit, zone);
    const total = (await bucketed(pool, device.key, ['meter'], boundaries, Date.now())).reduce(
      (sum, { rise }) => sum + (rise ?? 0),
      0,
    );
    expect(total).toBe(25);
    await post({ ts: at + 31 * HOUR, values: { meter: 10.5 } });
  },
);

/** Sums of floating point numbers depend on their order. */
const exact = ({ total, rise, ...row }: Bucket) => ({
  ...row,
  total: total === null ? null : Math.round(total * 1e6),
  rise: rise === null ? null : Math.round(rise * 1e6),
});

test('an export from packed hours is that of the readings', async () => {
  const csv = async (rolledUntil: number): Promise<string> => {
    const pages = new TelemetryMessages(pool, () => rolledUntil).pages(device.key, {
      keys: ['a', 'b', 'word'],
      startTs: START + 17,
      endTs: START + 20 * DAY,
    });
    const lines: string[] = [];
    for await (const part of csvLines(['a', 'b', 'word'], pages)) lines.push(part.toString());
    return lines.join('');
  };
  await rollUp();
  const packed = await csv(Date.now());
  expect(packed.split('\r\n').length).toBeGreaterThan(1_000);
  expect(packed).toBe(await csv(Number.NEGATIVE_INFINITY));
});

/** An export as it is written from the messages alone, cell by cell. */
async function referenceCsv(keys: readonly string[], startTs: number, endTs: number): Promise<string> {
  const { rows } = await pool.query<{ at: Date; values: Record<string, JsonValue>; outside: object | null }>(
    'select ts as at, values, outside from ts_message where device = $1 and ts >= $2 and ts < $3 order by ts',
    [device.key, new Date(startTs), new Date(endTs)],
  );
  const cell = (value: JsonValue | undefined): string => {
    if (value === undefined || value === null) return '';
    if (typeof value === 'object') return cell(JSON.stringify(value));
    if (typeof value !== 'string') return String(value);
    const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = rows
    .filter(({ values }) => keys.some((key) => Object.hasOwn(values, key)))
    .map(({ at, values, outside }) => {
      const flags = Object.keys(outside ?? {}).filter((key) => keys.includes(key));
      return [at.toISOString(), ...keys.map((key) => cell(values[key])), flags.join(' ')].join(',');
    });
  return [`\uFEFF${['time', ...keys, 'out_of_range'].map(cell).join(',')}`, ...lines, ''].join('\r\n');
}

test('an export has each cell of its messages: numbers of all forms, texts, flagged values, instants', async () => {
  const from = START + 60 * DAY;
  const numbers = [
    0,
    -2.25,
    1e-7,
    1.5e300,
    0.1 + 0.2,
    123_456_789.123,
    2_147_483.648,
    4_294_967_296,
    1e21,
    -1e-9,
  ];
  const readings = Array.from({ length: 3 * 24 * 12 }, (_, i) => {
    const ts = from + i * 5 * 60_000 + ((i * 7_919) % 997);
    const values: Record<string, unknown> =
      i % 3 === 2 ? { other: i / 8 } : { airTemperature: (i % 400) / 10, n: numbers[i % numbers.length] };
    // Hours with other values than numbers in their range lie between hours that are packed.
    if (i % 40 === 7) values['note'] = ['a "b", c\n=1', '=1+1', '湿, 润', { x: [1, '"'] }][(i / 40) & 3];
    if (i % 60 === 9) values['on'] = i % 120 === 9;
    if (i % 70 === 11) values['airTemperature'] = 999;
    return { ts, values };
  });
  for (let at = 0; at < readings.length; at += 200) await post(readings.slice(at, at + 200));
  await rollUp();
  const keys = ['airTemperature', 'n', 'other', 'note', 'on', 'n', 'never "seen"'];
  const endTs = from + 4 * DAY;
  const exported = async (startTs: number): Promise<{ csv: string; packed: number[] }> => {
    const range = { keys, startTs, endTs };
    const packed: number[] = [];
    const pages = new TelemetryMessages(pool, () => Date.now()).pages(device.key, range);
    const counted = (async function* () {
      for await (const page of pages) {
        if ('columns' in page) packed.push(page.at);
        yield page;
      }
    })();
    const parts: Buffer[] = [];
    for await (const part of csvLines(keys, counted)) parts.push(part);
    return { csv: Buffer.concat(parts).toString(), packed };
  };
  for (const startTs of [from, from + 7 * HOUR + 1]) {
    const { csv, packed } = await exported(startTs);
    expect(packed.length).toBeGreaterThan(20);
    expect(csv).toContain('999');
    expect(csv).toContain(',airTemperature\r\n');
    expect(csv).toBe(await referenceCsv(keys, startTs, endTs));
  }
  // A late reading in an hour that is packed already.
  const { packed } = await exported(from);
  await post({ ts: (packed[3] ?? 0) + 1_234, values: { n: 1 } });
  expect((await exported(from)).csv).toBe(await referenceCsv(keys, from, endTs));
});

test('the calendar of a place: months of the farm, weeks from Monday or Sunday, days over a change of clocks', async () => {
  const of = async (from: string, to: string, unit: CalendarUnit, zone: string) => {
    const range = { startTs: Date.parse(from), endTs: Date.parse(to) };
    const { boundaries, dates } = await localIntervals(pool, range, unit, zone);
    return [boundaries.map((ts) => new Date(ts).toISOString().slice(0, 16)), dates];
  };
  expect(await of('2026-01-15T00:00:00Z', '2026-03-01T00:00:00Z', 'month', 'Asia/Shanghai')).toEqual([
    ['2026-01-15T00:00', '2026-01-31T16:00', '2026-02-28T16:00', '2026-03-01T00:00'],
    ['2026-01-01', '2026-02-01', '2026-03-01'],
  ]);
  // 1 March 2026 is a Sunday.
  expect((await of('2026-02-25T00:00:00Z', '2026-03-05T00:00:00Z', 'week', 'UTC'))[1]).toEqual([
    '2026-02-23',
    '2026-03-02',
  ]);
  expect((await of('2026-02-25T00:00:00Z', '2026-03-05T00:00:00Z', 'sundayWeek', 'UTC'))[1]).toEqual([
    '2026-02-22',
    '2026-03-01',
  ]);
  expect((await of('2026-03-07T12:00:00Z', '2026-03-10T12:00:00Z', 'day', 'America/New_York'))[0]).toEqual([
    '2026-03-07T12:00',
    '2026-03-08T05:00',
    '2026-03-09T04:00',
    '2026-03-10T04:00',
    '2026-03-10T12:00',
  ]);
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

test('a message is counted once, whether its hour is stored, has changed since, or is not stored yet', async () => {
  const { rows } = await pool.query<{ organisation: string }>(
    'select organisation_id as organisation from device where key = $1',
    [device.key],
  );
  const now = START + 41 * DAY;
  const byDay = async (rolledUntil: number): Promise<readonly number[]> => {
    const service = new DeviceStatisticsService({
      pool,
      rolledUntil: () => rolledUntil,
      areasOf: async () => new Map(),
    });
    const range = { by: 'all', days: 42, timeZone: 'Asia/Shanghai' } as const;
    const { days, parts } = await service.byDay(rows[0]?.organisation ?? '', range, now);
    expect([days.length, days.at(-1)]).toEqual([42, '2026-04-11']);
    return parts[0]?.messages ?? [];
  };
  const check = async (): Promise<number> => {
    const raw = await byDay(Number.NEGATIVE_INFINITY);
    expect(await byDay(now)).toEqual(raw);
    // Hours are stored up to a whole one.
    expect(await byDay(Math.floor(START / HOUR) * HOUR + 20 * DAY)).toEqual(raw);
    return raw.reduce((sum, count) => sum + count, 0);
  };
  await rollUp();
  const before = await check();
  const counted = await pool.query<{ n: number }>(
    'select sum(messages)::int as n from ts_hour_messages where device = $1 and at < $2',
    [device.key, new Date(now)],
  );
  expect(counted.rows[0]?.n).toBe(before);
  expect(before).toBeGreaterThan(3000);
  await post({ ts: START + 5 * DAY + 7, values: { a: 1 } });
  expect(await check()).toBe(before + 1);
  // The same message again is one message.
  await post({ ts: START + 5 * DAY + 7, values: { b: 2 } });
  await rollUp();
  expect(await check()).toBe(before + 1);
});
