// A year of 52.56 million values (or, with --size 2M, of 2.1): seven days of one key, and the year from what is stored of its hours.
// node --conditions=@farm3d/source benchmarks/history/bench.ts [--json FILE] [--calls N] [--data FOLDER] [--size 2M | --size 2M,50M]
// With --data the year is written once into that folder and found there by the next run. Several sizes run one after the
// other, each with folders of its own; the result file is that of the last.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ChartQueries } from '../../apps/server/src/platform/telemetry/chart-queries.ts';
import { startServer } from '../../tests/support/server.ts';
import { benchOptions, type Check, finish, type Ratio, type Row } from '../result.ts';
import { DAY_MS, DAYS, generateYear, KEYS, SIZES } from './generate.ts';
import { measureYear } from './year-calls.ts';

const { values } = benchOptions({ calls: '200', data: '', size: '50M' });
const sizes = values.size.split(',');
if (sizes.length > 1) {
  const [program = ''] = process.argv.slice(1);
  const failures = sizes.map((size) => {
    console.log(`--- ${size}`);
    const own = ['--size', size, '--calls', values.calls, '--data', values.data && `${values.data}-${size}`];
    const json = size === sizes.at(-1) && values.json !== undefined ? ['--json', values.json] : [];
    const { status } = spawnSync(process.execPath, [...process.execArgv, program, ...own, ...json], {
      stdio: 'inherit',
    });
    return status ?? 1;
  });
  process.exit(Math.max(...failures));
}
const { devices: DEVICES, everyS } = SIZES[values.size === '2M' ? '2M' : '50M'];
const EXPECTED = DEVICES * DAYS * (86_400 / everyS) * KEYS.length;
const CALLS = Number(values.calls);

/** Bars of the platform: what a person at the screen does not wait for. */
const BARS = {
  'seven days of one key': 20,
  'seven days of one key until any minute': 20,
  'a year from the stored hours': 50,
} as const;

const say = (line: object): void => console.log(JSON.stringify(line));
const quantile = (sorted: readonly number[], q: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN) * 100) /
  100;
const seconds = (since: number): number => Math.round((performance.now() - since) / 100) / 10;

/** Processor time of the server itself so far, ms. Its database's is not in it. */
function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const server = await startServer({
  env: { FARM3D_LOG_LEVEL: 'error' },
  ...(values.data === '' ? {} : { dataDir: values.data }),
});
const checks: Check[] = [];
const ratios: Ratio[] = [];
const rows: Row[] = [];
const note = (subject: string, metric: string, samples: readonly number[]): void => {
  rows.push({ subject, metric, samples });
};

const [kept] = await server.sql<{ until: number | null }>(
  `select (extract(epoch from max(ts)) * 1000)::float8 as until from ts_message`,
);

async function countValues(): Promise<number> {
  const [counted] = await server.sql<{ n: number }>('select count(*)::int as n from ts_message');
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
  say({ step: 'written by COPY', values: stored, seconds: seconds(began) });
  await server.sql(`update rollup_state set rolled_until = '-infinity'`);
  return stored;
}

/** Waits until the server has computed every hour of the year. */
async function rolledUp(): Promise<void> {
  const began = performance.now();
  const hours = DEVICES * DAYS * 24 * KEYS.length;
  const count = async (): Promise<number> =>
    (await server.sql<{ n: number }>('select count(*)::int as n from ts_hour'))[0]?.n ?? 0;
  while ((await count()) < hours && seconds(began) < 900) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  if (kept?.until == null) {
    // Computed all at once, the hours of one key lie side by side; those of a farm came hour by hour.
    for (const table of ['ts_hour', 'ts_hour_total', 'ts_packed']) {
      await server.sql(
        `create table lived as select * from ${table} order by at, device, key; truncate ${table};
         insert into ${table} select * from lived; drop table lived`,
      );
    }
  }
  // As the database does by itself within minutes.
  for (const table of ['ts_hour', 'ts_hour_total', 'ts_day', 'ts_packed'])
    await server.sql(`vacuum (analyze) ${table}`);
  say({ step: 'rolled up', hours, seconds: seconds(began) });
}

try {
  const api = await server.client();
  const token = await server.accessToken();
  const endTs =
    kept?.until == null ? Math.floor(Date.now() / DAY_MS) * DAY_MS : Math.ceil(kept.until / DAY_MS) * DAY_MS;
  const stored = kept?.until == null ? await writeYear(api, endTs) : await countValues();
  const devices = await server.sql<{ id: string; key: number }>('select id, key from device order by key');
  checks.push({ what: `there are ${EXPECTED} values`, ok: stored >= EXPECTED });
  await rolledUp();
  const [rolled] = await server.sql<{ n: number; total: number }>(
    `select sum(n)::float8 as n, (select count(*) from ts_stale)::int as total from ts_hour`,
  );
  checks.push({ what: 'the hours hold every value', ok: rolled?.n === stored });

  const pick = <T>(list: readonly T[], i: number): T => list[(i * 7919) % list.length] as T;
  const week = async (i: number, shiftMs: number): Promise<() => number> => {
    const startTs = endTs - ((i * 13) % (DAYS - 8)) * DAY_MS - 7 * DAY_MS - shiftMs;
    const key = pick(KEYS, i);
    const query = `keys=${key}&startTs=${startTs}&endTs=${startTs + 7 * DAY_MS}&limit=20000`;
    const answer = await fetch(
      `${server.baseUrl}/api/telemetry/device/${pick(devices, i).id}/history/timeseries?${query}`,
      // On one machine nothing is gained by packing 400 kB.
      { headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' } },
    );
    // The bytes are there: the answer's time is over. To make objects of them is the reader's.
    const text = await answer.text();
    return () => text.split('"ts":').length - 1;
  };
  const subjects: Record<string, (i: number) => Promise<() => number>> = {
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
  const points: Record<string, number> = {};
  for (const [subject, call] of Object.entries(subjects)) {
    // Warm-up: ten calls, not counted.
    for (let i = 0; i < 10; i += 1) await call(i + 1_000);
    const took: number[] = [];
    const before = processorMs(server.pid);
    for (let i = 0; i < CALLS; i += 1) {
      const start = performance.now();
      const counted = await call(i);
      took.push(performance.now() - start);
      points[subject] = counted();
    }
    took.sort((a, b) => a - b);
    const bar = BARS[subject as keyof typeof BARS];
    const p95 = quantile(took, 0.95);
    note(subject, 'ms over HTTP', took);
    note(subject, 'ms over HTTP, p95', [p95]);
    note(subject, 'ms over HTTP, at most', [quantile(took, 1)]);
    note(subject, 'processor ms of the server', [(processorMs(server.pid) - before) / CALLS]);
    if (bar !== undefined) ratios.push({ what: `${subject}, ms over HTTP, p95`, ratio: p95, most: bar });
    say({ subject, p95, points: points[subject] });
  }
  checks.push({
    what: 'the week is complete',
    ok: points['seven days of one key'] === (7 * 86_400) / everyS,
  });

  const year = await measureYear(server, devices, endTs);
  rows.push(...year.rows);
  ratios.push(...year.ratios);
  checks.push(...year.checks);

  // The same year from the readings alone: what it would cost without the stored hours, and that both say the same.
  const pool = server.pool();
  try {
    const range = { keys: [KEYS[0]], startTs: endTs - DAYS * DAY_MS, endTs };
    const device = devices[0]?.key ?? 0;
    const fromReadings = new ChartQueries(pool, () => Number.NEGATIVE_INFINITY);
    const fromHours = new ChartQueries(pool, () => endTs);
    const start = performance.now();
    // 365 intervals: days, which both sides cut in the same way.
    const raw = (await fromReadings.chart(device, range, DAYS))[KEYS[0]] ?? [];
    const ms = performance.now() - start;
    const hoursLine = (await fromHours.chart(device, range, DAYS))[KEYS[0]] ?? [];
    note('a year from the readings', 'ms in the database', [ms]);
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
    checks.push({ what: 'hours and readings give the same year', ok: same });
  } finally {
    await pool.end();
  }
  const [size] = await server.sql<{ bytes: number; hours: number }>(
    `select (select sum(pg_total_relation_size(inhrelid))::float8 from pg_inherits where inhparent = 'ts_message'::regclass) as bytes,
            (pg_total_relation_size('ts_hour') + pg_total_relation_size('ts_hour_total')
              + pg_total_relation_size('ts_packed'))::float8 as hours`,
  );
  note('readings', 'bytes a value', [(size?.bytes ?? 0) / stored]);
  note('hours', 'bytes a value', [(size?.hours ?? 0) / stored]);
} finally {
  await server.stop();
}
finish('history', values.json, { rows, ratios, checks });
