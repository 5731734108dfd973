// A year of 52.56 million values (or, with --size 2M, of 2.1): seven days of one key, and the year from what is stored of its
// hours; all of it with the messages as they came, and again after old days are packed.
// npm run bench -- history [--json FILE] [--calls N] [--size 2M]
import { readFileSync } from 'node:fs';
import { createLogger } from '../../apps/server/src/platform/logger.ts';
import { ARCHIVE_LOCK_KEY, ArchivedDays } from '../../apps/server/src/platform/telemetry/archived-days.ts';
import { ChartQueries } from '../../apps/server/src/platform/telemetry/chart-queries.ts';
import { firstKeptDay } from '../../apps/server/src/platform/telemetry/kept-days.ts';
import { READING_TABLES } from '../../apps/server/src/platform/storage/reading-tables.ts';
import { startServer } from '../../tests/support/server.ts';
import { benchOptions, type Check, finish, isTie, median, type Ratio, type Row } from '../result.ts';
import { DAY_MS, DAYS, generateYear, KEYS, SIZES } from './generate.ts';
import { callsOfYear, delayBesideExports, scansOfYear, type YearOf } from './year-calls.ts';

const { values } = benchOptions({ calls: '200', size: '50M' });
const { devices: DEVICES, everyS } = SIZES[values.size === '2M' ? '2M' : '50M'];
const EXPECTED = DEVICES * DAYS * (86_400 / everyS) * KEYS.length;
const CALLS = Number(values.calls);

/** Bars of the platform: what a person at the screen does not wait for. */
const BARS = {
  'seven days of one key': 20,
  'seven days of one key until any minute': 20,
  'a year from the stored hours': 50,
} as const;
/** Most bytes of a value on the disk, with everything that is computed from it. */
const MOST_BYTES = 25;

const AS_THEY_CAME = 'messages as they came';
const PACKED = 'old days packed';

const print = (line: object): void => console.log(JSON.stringify(line));
const quantile = (samples: readonly number[], q: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
};
const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10;

/** Processor time of the server itself so far, ms. Its database's is not in it. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const server = await startServer({ env: { FARM3D_LOG_LEVEL: 'error' } });
const pool = server.pool();
let login = { token: '', at: Number.NEGATIVE_INFINITY };
/** Renewed before it ends: the run takes longer than a token lasts. */
async function token(): Promise<string> {
  if (performance.now() - login.at > 300_000)
    login = { token: await server.accessToken(), at: performance.now() };
  return login.token;
}
const checks: Check[] = [];
const ratios: Ratio[] = [];
const rows: Row[] = [];
const note = (subject: string, metric: string, samples: readonly number[]): void => {
  rows.push({ subject, metric, samples });
};

async function countValues(): Promise<number> {
  const [counted] = await server.sql<{ n: number }>(
    `select (select count(*) from ts_message)::int
       + coalesce((select sum(cardinality(offsets)) from ts_archive), 0)::int as n`,
  );
  return (counted?.n ?? 0) * KEYS.length;
}

/** Ten devices and their year; answers how many values there are. */
async function writeYear(api: Awaited<ReturnType<typeof server.client>>, endTs: number): Promise<number> {
  const began = performance.now();
  const keys: number[] = [];
  for (let i = 0; i < DEVICES; i += 1) {
    const { id } = await api.devices.create({ name: `气象站${i + 1}`, productModelCode: 'QX-9' });
    const [row] = await server.sql<{ key: number }>('select key from device where id = $1', [id]);
    keys.push(row?.key ?? 0);
  }
  await generateYear((text, parameters) => server.sql(text, parameters), keys, endTs, everyS);
  const stored = await countValues();
  print({ step: 'written by COPY', values: stored, seconds: seconds(began) });
  await server.sql(`update rollup_state set rolled_until = '-infinity'`);
  return stored;
}

/** As the database does by itself within minutes. */
async function vacuum(): Promise<void> {
  for (const [table] of READING_TABLES) await server.sql(`vacuum (analyze) ${table}`);
}

/** Waits until the server has computed every hour of the year. */
async function rolledUp(): Promise<void> {
  const began = performance.now();
  const hours = DEVICES * DAYS * 24 * KEYS.length;
  const count = async (): Promise<number> =>
    (await server.sql<{ n: number }>('select count(*)::int as n from ts_hour'))[0]?.n ?? 0;
  while ((await count()) < hours && seconds(began) < 1_800) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  // Computed all at once, the hours of one key lie side by side; those of a farm came hour by hour.
  for (const table of ['ts_hour', 'ts_hour_total', 'ts_packed']) {
    await server.sql(
      `lock table ${table}; create table lived as select * from ${table} order by at, device, key; truncate ${table};
       insert into ${table} select * from lived; drop table lived`,
    );
  }
  await vacuum();
  print({ step: 'rolled up', hours, seconds: seconds(began) });
}

/** Packs the old days, as the server does each hour. */
async function pack(endTs: number): Promise<void> {
  const began = performance.now();
  const days = await new ArchivedDays(pool, createLogger('warn')).run();
  note('packing a day of a device', 'ms', [(performance.now() - began) / days]);
  await vacuum();
  print({ step: 'packed', days, seconds: seconds(began) });
  const [left] = await server.sql<{ old: number }>(
    'select count(*)::int as old from ts_message where ts < to_timestamp($1)',
    [firstKeptDay(endTs) / 1_000],
  );
  checks.push({ what: 'all days older than 35 are packed', ok: left?.old === 0 });
}

type Subjects = Record<string, (i: number) => Promise<() => number>>;
type Taken = Record<string, readonly number[]>;

/** Times of each call; `state`: how the messages of old days are stored. */
async function timeCalls(subjects: Subjects, state: string): Promise<Taken> {
  const taken: Taken = {};
  for (const [subject, call] of Object.entries(subjects)) {
    // Warm-up, not counted: the script is compiled, and the pages come into memory.
    for (let i = 0; i < 50; i += 1) await call(i + 1_000);
    const took: number[] = [];
    const before = processorMs(server.pid);
    let points = 0;
    for (let i = 0; i < CALLS; i += 1) {
      const start = performance.now();
      const counted = await call(i);
      took.push(performance.now() - start);
      points = counted();
    }
    if (subject.startsWith('seven days of one key') && !subject.includes('points'))
      checks.push({ what: `${subject}, ${state}: complete`, ok: points === (7 * 86_400) / everyS });
    const p95 = quantile(took, 0.95);
    note(`${subject}, ${state}`, 'ms over HTTP', took);
    note(`${subject}, ${state}`, 'ms over HTTP, p95', [p95]);
    note(`${subject}, ${state}`, 'processor ms of the server', [(processorMs(server.pid) - before) / CALLS]);
    const bar = BARS[subject as keyof typeof BARS];
    if (bar !== undefined)
      ratios.push({ what: `${subject}, ${state}, ms over HTTP, p95`, ratio: p95, most: bar });
    print({ subject, state, median: median(took), p95, points });
    taken[subject] = took;
  }
  return taken;
}

function subjectsOf(
  { devices, endTs, token }: YearOf,
  api: Awaited<ReturnType<typeof server.client>>,
): Subjects {
  const pick = <T>(list: readonly T[], i: number): T => list[(i * 7919) % list.length] as T;
  const week = async (i: number, shiftMs: number): Promise<() => number> => {
    const startTs = endTs - ((i * 13) % (DAYS - 8)) * DAY_MS - 7 * DAY_MS - shiftMs;
    const key = pick(KEYS, i);
    const query = `keys=${key}&startTs=${startTs}&endTs=${startTs + 7 * DAY_MS}&limit=20000`;
    const answer = await fetch(
      `${server.baseUrl}/api/telemetry/device/${pick(devices, i).id}/history/timeseries?${query}`,
      // On one machine nothing is gained by packing 400 kB.
      {
        headers: { authorization: `Bearer ${await token()}`, 'accept-encoding': 'identity' },
      },
    );
    // The bytes are there: the answer's time is over. To make objects of them is the reader's.
    const text = await answer.text();
    return () => text.split('"ts":').length - 1;
  };
  return {
    // Every reading of the week, as a table or an export asks for it.
    'seven days of one key': (i) => week(i, 0),
    // As somebody asks for it in the middle of an hour: both ends come from the readings themselves.
    'seven days of one key until any minute': (i) => week(i, ((i * 37) % 1440) * 60_000 + 30_000),
    // The same week as a chart draws it.
    'seven days of one key as 600 points': async (i) => {
      const from = endTs - ((i * 13) % (DAYS - 7)) * DAY_MS - 7 * DAY_MS;
      const key = pick(KEYS, i);
      const query = {
        keys: [key],
        startTs: from,
        endTs: from + 7 * DAY_MS,
        points: 600,
        method: 'lttb',
      } as const;
      const line = (await api.telemetry.chart(pick(devices, i).id, query))[key];
      return () => line?.length ?? 0;
    },
    'a year from the stored hours': async (i) => {
      const key = pick(KEYS, i);
      const query = { keys: [key], startTs: endTs - DAYS * DAY_MS, endTs, points: 600 };
      const line = (await api.telemetry.chart(pick(devices, i).id, query))[key];
      return () => line?.length ?? 0;
    },
  };
}

/** The year of one key from the readings alone: what it would cost without the stored hours, and that both say the same. */
async function yearFromReadings({ devices, endTs }: YearOf, state: string): Promise<void> {
  const range = { keys: [KEYS[0]], startTs: endTs - DAYS * DAY_MS, endTs };
  const device = devices[0]?.key ?? 0;
  const fromReadings = new ChartQueries(pool, () => Number.NEGATIVE_INFINITY);
  const fromHours = new ChartQueries(pool, () => endTs);
  const start = performance.now();
  // 365 intervals: days, which both sides cut in the same way.
  const raw = (await fromReadings.chart(device, range, DAYS))[KEYS[0]] ?? [];
  note(`a year from the readings, ${state}`, 'ms in the database', [performance.now() - start]);
  const hoursLine = (await fromHours.chart(device, range, DAYS))[KEYS[0]] ?? [];
  const same =
    raw.length === DAYS &&
    raw.every((point, i) => {
      const other = hoursLine[i];
      return (
        other?.ts === point.ts &&
        other.min === point.min &&
        other.max === point.max &&
        Math.abs(Number(other.value) - Number(point.value)) < 1e-9
      );
    });
  checks.push({ what: `hours and readings give the same year, ${state}`, ok: same });
}

/** Bytes on the disk, with indexes, of each value of the year. */
async function noteBytes(stored: number): Promise<void> {
  const bytes = async (tables: readonly string[]): Promise<number> => {
    const list = tables.map((table) => `'${table}'::regclass`).join(',');
    const [size] = await server.sql<{ bytes: number }>(
      `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
       where oid in (${list}) or oid in (select inhrelid from pg_inherits where inhparent in (${list}))`,
    );
    return (size?.bytes ?? 0) / stored;
  };
  const [recent] = await server.sql<{ n: number }>('select count(*)::int as n from ts_message');
  const share = ((recent?.n ?? 0) * KEYS.length) / stored;
  const metric = 'bytes a value on disk';
  note('messages as they came, of the last 35 days', metric, [(await bytes(['ts_message'])) / share]);
  note('packed hours of the last 35 days', metric, [(await bytes(['ts_packed'])) / share]);
  note('packed messages of older days', metric, [
    (await bytes(['ts_archive', 'ts_archive_key'])) / (1 - share),
  ]);
  note('totals of hours and days', metric, [
    await bytes(['ts_hour', 'ts_hour_total', 'ts_hour_messages', 'ts_day']),
  ]);
  const all = await bytes(READING_TABLES.map(([table]) => table));
  note('everything, of a year', metric, [all]);
  ratios.push({ what: `${metric}, everything, of a year`, ratio: all, most: MOST_BYTES });
}

const holding = await pool.connect();
let isHeld = true;
/** Until then the server packs nothing by itself. */
async function letPack(): Promise<void> {
  if (!isHeld) return;
  isHeld = false;
  await holding.query('select pg_advisory_unlock($1)', [ARCHIVE_LOCK_KEY]);
  holding.release();
}

try {
  const api = await server.client({ lasting: true });
  await holding.query('select pg_advisory_lock($1)', [ARCHIVE_LOCK_KEY]);
  const endTs = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const stored = await writeYear(api, endTs);
  checks.push({ what: `there are ${EXPECTED} values`, ok: stored === EXPECTED });
  await rolledUp();
  const [rolled] = await server.sql<{ n: number }>('select sum(n)::float8 as n from ts_hour');
  checks.push({ what: 'the hours hold every value', ok: rolled?.n === stored });

  const devices = await server.sql<{ id: string; key: number }>('select id, key from device order by key');
  const year: YearOf = { server, pool, devices, endTs, token };
  const subjects = subjectsOf(year, api);
  const scans = await scansOfYear(year);
  rows.push(...scans.rows);
  await yearFromReadings(year, AS_THEY_CAME);
  const first = await callsOfYear(year);
  const before = { ...(await timeCalls(subjects, AS_THEY_CAME)), ...first.taken };

  await letPack();
  await pack(endTs);
  checks.push({ what: 'packing loses no message', ok: (await countValues()) === stored });
  await yearFromReadings(year, PACKED);
  const { taken: yearly, exported } = await callsOfYear(year);
  checks.push({
    what: `an export has every message of the year, before (${first.exported}) and after (${exported})`,
    ok: [first.exported, exported].every((n) => n === (DAYS * 86_400) / everyS),
  });
  const after = { ...(await timeCalls(subjects, PACKED)), ...yearly };
  for (const [subject, took] of Object.entries(yearly)) {
    const p95 = quantile(took, 0.95);
    note(`${subject}, ${PACKED}`, 'ms over HTTP', took);
    note(`${subject}, ${PACKED}`, 'ms over HTTP, p95', [p95]);
    const scan = scans.ms[subject];
    if (scan !== undefined)
      ratios.push({
        what: `${subject}: p95 as a share of the scan of its readings as they came`,
        ratio: p95 / scan,
        most: 1 / 20,
      });
  }
  for (const [subject, took] of Object.entries(after)) {
    const unpacked = before[subject] ?? [];
    ratios.push({
      what: `${subject}: with old days packed / as they came, median`,
      ratio: median(took) / median(unpacked),
      most: 1,
      isTie: isTie(took, unpacked),
    });
  }
  const delay = await delayBesideExports(year);
  rows.push(...delay.rows);
  ratios.push(...delay.ratios);
  await noteBytes(stored);
} finally {
  await letPack();
  await pool.end();
  await server.stop();
}
finish('history', values.json, { rows, ratios, checks });
