// Second tier (seasons): days that are packed, and read again
import fc from 'fast-check';
import type { ApiClient } from '@farm3d/api';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DailyReadings } from '../../apps/server/src/features/agronomy/daily-readings.ts';
import { HourlyReadings } from '../../apps/server/src/features/agronomy/hourly-readings.ts';
import type { JsonValue } from '../../apps/server/src/platform/json-value.ts';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { removeOldReadings } from '../../apps/server/src/platform/limits/retention.ts';
import { ArchivedDays, packSome } from '../../apps/server/src/platform/telemetry/archived-days.ts';
import { bucketed } from '../../apps/server/src/platform/telemetry/bucketed.ts';
import { ChartQueries } from '../../apps/server/src/platform/telemetry/chart-queries.ts';
import { csvLines } from '../../apps/server/src/platform/telemetry/csv.ts';
import { DAY_MS, firstKeptDay } from '../../apps/server/src/platform/telemetry/kept-days.ts';
import { messagePages } from '../../apps/server/src/platform/telemetry/message-pages.ts';
import { TelemetryMessages } from '../../apps/server/src/platform/telemetry/messages.ts';
import { TelemetryQueries } from '../../apps/server/src/platform/telemetry/queries.ts';
import { Rollups } from '../../apps/server/src/platform/telemetry/rollups.ts';
import { READING_TABLES } from '../../apps/server/src/platform/storage/reading-tables.ts';
import { farm, type Farm } from '../support/farm.ts';
import { waitFor } from '../support/wait.ts';

interface Message {
  readonly ts: number;
  readonly values: Readonly<Record<string, JsonValue>>;
  readonly outside: Readonly<Record<string, true>> | null;
}

const HOUR_MS = 3_600_000;
/** Three days that are old enough, the last before the first that stays as it is. */
const END = firstKeptDay(Date.now()) - 2 * DAY_MS;
const BEGIN = END - 3 * DAY_MS;
const KEYS = ['a', 'b', 'on', 'word'];
const log = createLogger('silent');

let server: Farm;
let api: ApiClient;
let pool: Pool;
beforeAll(async () => {
  server = await farm();
  api = await server.client();
  pool = server.pool();
});
afterAll(async () => {
  await pool?.end();
  await server?.stop();
});

interface Device {
  readonly id: string;
  readonly key: number;
  readonly token: string;
}

async function newDevice(name: string): Promise<Device> {
  const { id, accessToken } = await api.devices.create({ name, productModelCode: 'TQ-3L' });
  const [row] = await server.sql<{ key: number }>('select key from device where id = $1', [id]);
  return { id, key: row?.key ?? 0, token: accessToken ?? '' };
}

async function send(device: Device, messages: readonly Pick<Message, 'ts' | 'values'>[]): Promise<void> {
  const answer = await fetch(`${server.baseUrl}/api/v1/${device.token}/telemetry`, {
    method: 'POST',
    body: JSON.stringify(messages),
  });
  expect(answer.status).toBe(200);
}

/** Stored as a batch stores them, with flags of any value. */
async function store(device: Device, messages: readonly Message[]): Promise<void> {
  await pool.query(
    `insert into ts_message (device, ts, values, outside)
     select $1, u.ts, u.values::jsonb, u.outside::jsonb from unnest($2::timestamptz[], $3::text[], $4::text[]) as u(ts, values, outside)`,
    [
      device.key,
      messages.map(({ ts }) => new Date(ts)),
      messages.map(({ values }) => JSON.stringify(values)),
      messages.map(({ outside }) => outside && JSON.stringify(outside)),
    ],
  );
  await pool.query(
    `insert into ts_stale (device, hour) select distinct device, date_trunc('hour', ts, 'UTC') from ts_message
     where device = $1 on conflict do nothing`,
    [device.key],
  );
  await pool.query(
    `insert into ts_newest (device, shape, ts, seq, values) values ($1, gen_random_uuid(), now(), 0, $2) on conflict do nothing`,
    [device.key, { a: 1, b: 1, on: true, word: '' }],
  );
}

const rollUp = (): Promise<void> => new Rollups(pool, log).run();
const rowsIn = async (table: string, device: Device): Promise<number> =>
  (
    await server.sql<{ n: number }>(`select count(*)::int as n from ${table} where device = $1`, [device.key])
  )[0]?.n ?? 0;

/** Until a statement that names a table waits for another transaction. */
const untilWaiting = (table: string): Promise<unknown> =>
  waitFor(
    async () =>
      (
        await server.sql(`select 1 from pg_stat_activity where query ~ $1 and wait_event_type = 'Lock'`, [
          table,
        ])
      ).length > 0,
  );

/** Packs what is due; returns how many days of the device are packed now. */
async function archive(device: Device): Promise<number> {
  await new ArchivedDays(pool, log).run();
  return rowsIn('ts_archive', device);
}

const rounded = (value: number | null): number | null => value && Number(value.toPrecision(12));

/** What every reader of readings says of a range. */
async function everything(device: Device, startTs: number, endTs: number): Promise<Record<string, unknown>> {
  const range = { keys: KEYS, startTs, endTs };
  const answers: Record<string, unknown> = {};
  const telemetry = new TelemetryQueries(pool, () => Date.now());
  for (const order of ['ASC', 'DESC'] as const)
    for (const limit of [3, 50_000])
      answers[`history ${order} ${limit}`] = await telemetry.history(device.key, range, { limit, order });
  answers['flagged'] = await telemetry.outside(device.key, { ...range, keys: [] }, 100);
  answers['flagged of a'] = await telemetry.outside(device.key, { ...range, keys: ['a'] }, 2);
  answers['count'] = [await telemetry.count(device.key), await telemetry.count(device.key, range)];
  for (const [name, rolledUntil] of [
    ['stored', Date.now()],
    ['readings', Number.NEGATIVE_INFINITY],
  ] as const) {
    const charts = new ChartQueries(pool, () => rolledUntil);
    for (const method of ['avg', 'minmax', 'lttb'] as const)
      for (const points of [3, 5_000]) {
        const lines = await charts.chart(device.key, range, points, method);
        answers[`chart ${name} ${method} ${points}`] = Object.entries(lines).map(([key, line]) => [
          key,
          line.map((point) => [point.ts, rounded(Number(point.value)), point.min, point.max]),
        ]);
      }
    const boundaries = [startTs, startTs + 5 * HOUR_MS, startTs + DAY_MS, endTs].filter((at) => at <= endTs);
    const buckets = await bucketed(pool, device.key, KEYS, boundaries, rolledUntil);
    answers[`buckets ${name}`] = buckets.map((one) => ({
      ...one,
      total: rounded(one.total),
      rise: rounded(one.rise),
    }));
    const pages = new TelemetryMessages(pool, () => rolledUntil).pages(device.key, range);
    const lines: string[] = [];
    for await (const part of csvLines(KEYS, pages)) lines.push(part.toString());
    answers[`export ${name}`] = lines.join('');
  }
  for (const [keys, everyMessage] of [
    [['a'], false],
    [['a', 'on'], false],
    [KEYS, true],
  ] as const) {
    const values: unknown[] = [];
    for await (const { page } of messagePages(pool, device.key, {
      ...range,
      keys,
      everyMessage,
      pageRows: 7,
    }))
      for (let i = 0; i < page.length; i += 1)
        values.push([page.ts(i), ...keys.map((_, column) => page.value(column, i) ?? null)]);
    answers[`trial of ${keys.join()}`] = values;
  }
  const hourly = new HourlyReadings(pool);
  const hours = await hourly.buckets([device.key], KEYS, range, HOUR_MS, ['a']);
  answers['hours'] = hours
    .map((one) => ({ ...one, mean: rounded(one.mean) }))
    .toSorted((one, other) => one.ts - other.ts || one.key.localeCompare(other.key));
  answers['samples'] = await hourly.samples(device.key, 'b', range);
  answers['days'] = await new DailyReadings(pool, () => Date.now()).byDay(device.key, range, {
    timeZone: 'Asia/Shanghai',
  });
  const { rows } = await pool.query(
    `select ts, values, outside from ts_readings($1, '-infinity', 'infinity', null) order by ts`,
    [device.key],
  );
  answers['messages'] = rows;
  return answers;
}

const number = fc.oneof(
  fc.integer({ min: -500, max: 500 }).map((tenths) => tenths / 10),
  fc.double({ noNaN: true, min: -1e9, max: 1e9 }).map((value) => value + 0),
  fc.constantFrom(0, 5e-324, 1e-7, 0.1 + 0.2, 1.5e300),
);
const values = fc.record(
  { a: number, b: number, on: fc.boolean(), word: fc.constantFrom('干', 'x "y"', '') },
  { requiredKeys: [] },
);
/** Messages of three days, some with texts and switches, some flagged, some empty. */
const messages = fc
  .uniqueArray(
    fc.record({
      ts: fc.integer({ min: BEGIN, max: END - 1 }),
      values: fc.oneof(
        { weight: 3, arbitrary: fc.record({ a: number, b: number }) },
        { weight: 1, arbitrary: values },
      ),
      flag: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60, selector: ({ ts }) => ts },
  )
  .map((list) =>
    list.map(({ ts, values: of, flag }): Message => ({
      ts,
      values: of,
      outside: flag && ts % 7 === 0 && of.a !== undefined ? { a: true } : null,
    })),
  );

it('a packed day is read as its messages were, by every reader, in every part of it', async () => {
  let n = 0;
  await fc.assert(
    fc.asyncProperty(
      messages,
      fc.integer({ min: -2 * HOUR_MS, max: 30 * HOUR_MS }),
      fc.integer({ min: -2 * HOUR_MS, max: 30 * HOUR_MS }),
      async (sent, first, last) => {
        n += 1;
        const device = await newDevice(`探头 ${n}`);
        await store(device, sent);
        await rollUp();
        const parts = [
          [BEGIN, END],
          [BEGIN + first, END - last],
        ] as const;
        const asTheyCame = [];
        for (const [from, to] of parts) asTheyCame.push(await everything(device, from, to));
        expect(await archive(device)).toBeGreaterThan(0);
        expect(await rowsIn('ts_message', device)).toBe(0);
        expect(await rowsIn('ts_packed', device)).toBe(0);
        for (const [i, [from, to]] of parts.entries())
          expect(await everything(device, from, to)).toEqual(asTheyCame[i]);
      },
    ),
    { numRuns: 10, endOnFailure: true },
  );
});

it('a number that is too small to be divided stands in charts and hours as nothing', async () => {
  const device = await newDevice('极小');
  await store(
    device,
    [5e-324, 0, 0].map((a, i) => ({ ts: BEGIN + i * 1_000, values: { a }, outside: null })),
  );
  await rollUp();
  const range = { keys: ['a'], startTs: BEGIN, endTs: BEGIN + HOUR_MS };
  for (const rolledUntil of [Date.now(), Number.NEGATIVE_INFINITY]) {
    const { a } = await new ChartQueries(pool, () => rolledUntil).chart(device.key, range, 1, 'avg');
    expect(a).toMatchObject([{ value: 0 }]);
  }
  const hourly = new HourlyReadings(pool);
  expect(await hourly.buckets([device.key], ['a'], range, HOUR_MS, [])).toMatchObject([{ mean: 0 }]);
});

it('a late reading of a packed day is merged, its hours computed anew, and the day packed again', async () => {
  const device = await newDevice('迟到');
  const ofTheHour = Array.from({ length: 48 }, (_, i) => ({
    ts: BEGIN + i * HOUR_MS,
    values: { a: i, on: i % 2 === 0 },
    outside: null,
  }));
  await store(device, ofTheHour);
  await rollUp();
  expect(await archive(device)).toBe(2);

  await send(device, [
    { ts: BEGIN + 5 * HOUR_MS, values: { a: 500 } },
    { ts: BEGIN + 5 * HOUR_MS + 1, values: { b: 7 } },
  ]);
  expect(await rowsIn('ts_archive', device)).toBe(1);
  expect(await rowsIn('ts_message', device)).toBe(25);
  const merged = (await everything(device, BEGIN, END))['history ASC 50000'];
  expect(merged).toMatchObject({
    a: ofTheHour.map(({ ts, values: { a } }) => ({ ts, value: a === 5 ? 500 : a })),
    b: [{ ts: BEGIN + 5 * HOUR_MS + 1, value: 7 }],
  });
  await rollUp();
  const late = await everything(device, BEGIN, END);
  expect(late['history ASC 50000']).toEqual(merged);
  expect(late['chart stored avg 3']).toEqual(late['chart readings avg 3']);
  expect(await archive(device)).toBe(2);
  expect(await rowsIn('ts_message', device)).toBe(0);
  expect(await everything(device, BEGIN, END)).toEqual(late);
});

it('readings that come while a day is being packed are neither lost nor doubled', async () => {
  const device = await newDevice('同时');
  const count = 200;
  await store(
    device,
    Array.from({ length: count }, (_, i) => ({ ts: BEGIN + i * 1_000, values: { a: i }, outside: null })),
  );
  for (let round = 0; round < 5; round += 1) {
    await rollUp();
    await Promise.all([
      archive(device),
      ...Array.from({ length: 10 }, (_, i) =>
        send(device, [{ ts: BEGIN + (round * 10 + i) * 1_000 + 500, values: { a: 1, on: true } }]),
      ),
    ]);
  }
  await rollUp();
  await archive(device);
  const telemetry = new TelemetryQueries(pool);
  expect(await telemetry.count(device.key)).toBe(count + 50);
  const range = { keys: ['a', 'on'], startTs: BEGIN, endTs: END };
  const { a, on } = await telemetry.history(device.key, range, { limit: 1_000, order: 'ASC' });
  expect(a?.length).toBe(count + 50);
  expect(on?.length).toBe(50);
  const [hours] = await server.sql<{ n: number }>('select sum(n)::int as n from ts_hour where device = $1', [
    device.key,
  ]);
  expect(hours?.n).toBe(count + 50);
});

it('a reading that waits for the packing of its day finds it packed, and takes it back', async () => {
  const device = await newDevice('等待');
  await store(device, [
    { ts: BEGIN, values: { a: 1 }, outside: null },
    { ts: BEGIN + 5 * HOUR_MS, values: { a: 2 }, outside: null },
  ]);
  await rollUp();
  const client = await pool.connect();
  try {
    await client.query('begin');
    expect(await packSome(client, [device.key], new Date(BEGIN))).toBe(1);
    const sent = send(device, [{ ts: BEGIN, values: { b: 3 } }]);
    await untilWaiting('ts_stale');
    await client.query('commit');
    await sent;
  } finally {
    client.release();
  }
  expect(await rowsIn('ts_archive', device)).toBe(0);
  expect(await rowsIn('ts_message', device)).toBe(2);
  await rollUp();
  expect(await rowsIn('ts_packed', device)).toBe(3);
  const { messages: all } = await everything(device, BEGIN, END);
  expect(all).toMatchObject([{ values: { a: 1, b: 3 } }, { values: { a: 2 } }]);
});

it('an old day is not packed while an hour of it is to be computed, and recent days not at all', async () => {
  const device = await newDevice('未算');
  await store(device, [
    { ts: BEGIN, values: { a: 1 }, outside: null },
    { ts: firstKeptDay(Date.now()), values: { a: 2 }, outside: null },
  ]);
  await rollUp();
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('insert into ts_stale (device, hour) values ($1, $2)', [
      device.key,
      new Date(BEGIN + HOUR_MS),
    ]);
    expect(await packSome(client, [device.key], new Date(BEGIN))).toBe(0);
    await client.query('rollback');
  } finally {
    client.release();
  }
  expect(await archive(device)).toBe(1);
  expect(await rowsIn('ts_message', device)).toBe(1);
});

it('a day that cannot be packed stays as it is, and holds up no other', async () => {
  const [broken, whole] = [await newDevice('不全'), await newDevice('完整')];
  for (const device of [broken, whole]) await store(device, [{ ts: BEGIN, values: { a: 1 }, outside: null }]);
  await rollUp();
  await pool.query('delete from ts_packed where device = $1', [broken.key]);
  expect(await archive(whole)).toBe(1);
  expect(await rowsIn('ts_archive', broken)).toBe(0);
  expect(await rowsIn('ts_message', broken)).toBe(1);
  expect(await rowsIn('ts_stale', broken)).toBe(0);
});

it('an emptied partition of an old day is dropped, and a reading of that day is still accepted', async () => {
  const day = new Date(BEGIN);
  const name = `ts_message_${day.toISOString().slice(0, 10).replaceAll('-', '')}`;
  const device = await newDevice('分区');
  await pool.query(`with gone as (delete from ts_message_default where ts >= $1 and ts < $2) select`, [
    day,
    new Date(BEGIN + DAY_MS),
  ]);
  await pool.query(
    `create table ${name} partition of ts_message for values from ('${day.toISOString()}') to ('${new Date(BEGIN + DAY_MS).toISOString()}')`,
  );
  await store(device, [{ ts: BEGIN, values: { a: 1 }, outside: null }]);
  await rollUp();
  expect(await archive(device)).toBe(1);
  const [there] = await server.sql<{ there: boolean }>('select to_regclass($1) is not null as there', [name]);
  expect(there?.there).toBe(false);
  await send(device, [{ ts: BEGIN + 1, values: { a: 2 } }]);
  expect(await new TelemetryQueries(pool).count(device.key)).toBe(2);
});

it('the room of many packed days goes back to the disk, when nobody reads it', async () => {
  const device = await newDevice('多日');
  const count = 10 * 24 * 20;
  await store(
    device,
    Array.from({ length: count }, (_, i) => ({
      ts: END - (i + 1) * 3 * 60_000,
      values: { a: i, b: i / 8, on: i % 2 === 0, word: '' },
      outside: null,
    })),
  );
  await rollUp();
  const bytes = async (): Promise<number> =>
    (await server.sql<{ n: number }>(`select pg_total_relation_size('ts_packed')::int as n`))[0]?.n ?? 0;
  const before = await bytes();
  const days = new ArchivedDays(pool, log);
  const reader = await pool.connect();
  try {
    await reader.query('begin');
    await reader.query('lock table ts_packed in access share mode');
    await days.run();
    expect(await rowsIn('ts_archive', device)).toBe(10);
    expect(await bytes()).toBeGreaterThanOrEqual(before);
  } finally {
    await reader.query('rollback');
    reader.release();
  }
  // Somebody read it all the time: the next run tries again.
  await days.run();
  expect(before - (await bytes())).toBeGreaterThan(100_000);
});

it('packed days end with the retention of their organisation, and with their device', async () => {
  const device = await newDevice('期限');
  await store(device, [
    { ts: BEGIN, values: { a: 1 }, outside: null },
    { ts: BEGIN + DAY_MS, values: { a: 2 }, outside: null },
  ]);
  await rollUp();
  expect(await archive(device)).toBe(2);
  const days = Math.floor(Date.now() / DAY_MS) - Math.floor((BEGIN + DAY_MS) / DAY_MS);
  await pool.query('update organisation set retention_days = $1', [days]);
  await removeOldReadings(pool, Date.now());
  await pool.query('update organisation set retention_days = null');
  const telemetry = new TelemetryQueries(pool, () => Date.now());
  const range = { keys: ['a'], startTs: BEGIN, endTs: END };
  expect(await telemetry.history(device.key, range, { limit: 10, order: 'ASC' })).toEqual({
    a: [{ ts: BEGIN + DAY_MS, value: 2 }],
  });
  await api.devices.remove(device.id);
  for (const [table] of READING_TABLES) expect(await rowsIn(table, device)).toBe(0);
});

it('hours that a new version computes anew include those of packed days', async () => {
  const device = await newDevice('重算');
  await store(device, [{ ts: BEGIN, values: { a: 3 }, outside: null }]);
  await rollUp();
  expect(await archive(device)).toBe(1);
  await pool.query('delete from ts_hour where device = $1', [device.key]);
  await pool.query(`update rollup_state set rolled_until = '-infinity'`);
  await rollUp();
  expect(await rowsIn('ts_hour', device)).toBe(1);
  expect(await rowsIn('ts_message', device)).toBe(1);
});

it('hours that are to be computed anew are, whenever the server was asked', async () => {
  const device = await newDevice('何时');
  await store(device, [{ ts: BEGIN, values: { a: 3 }, outside: null }]);
  await rollUp();
  await pool.query('delete from ts_hour where device = $1', [device.key]);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`update rollup_state set rolled_until = '-infinity'`);
    const rolling = rollUp();
    await untilWaiting('rollup_state');
    await client.query('commit');
    await rolling;
  } finally {
    client.release();
  }
  expect(await rowsIn('ts_hour', device)).toBe(1);
});
