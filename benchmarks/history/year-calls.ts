// Days, months and an export of a year, compared with the same from the readings alone; and the delay of other calls.
import { DailyReadings } from '../../apps/server/src/features/agronomy/daily-readings.ts';
import { aggregate } from '../../apps/server/src/platform/telemetry/aggregate.ts';
import { csvLines } from '../../apps/server/src/platform/telemetry/csv.ts';
import { localIntervals } from '../../apps/server/src/platform/telemetry/local-intervals.ts';
import { TelemetryMessages } from '../../apps/server/src/platform/telemetry/messages.ts';
import type { RunningServer } from '../../tests/support/server.ts';
import type { Check, Ratio, Row } from '../result.ts';
import { DAY_MS, DAYS, KEYS } from './generate.ts';

const ZONE = 'Asia/Shanghai';
/** Calls of each subject, and scans of the readings. */
const CALLS = 30;
const SCANS = 3;
/** Exports of a year. */
const EXPORTS = 10;
/** Most of a call of a year, as a share of the scan of its readings. */
const MOST_SHARE = 1 / 20;
/** Most that /healthz may take while two exports run, ms. */
const MOST_HEALTH_MS = 50;

interface Found {
  readonly rows: Row[];
  readonly ratios: Ratio[];
  readonly checks: Check[];
}

/** Times of `count` calls, ms, rising. */
async function timed(count: number, call: (i: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const start = performance.now();
    await call(i);
    took.push(performance.now() - start);
  }
  return took.sort((a, b) => a - b);
}

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;

/** Measures the calls of a year of one device that ends at `endTs`, epoch ms. */
export async function measureYear(
  server: RunningServer,
  devices: readonly { id: string; key: number }[],
  endTs: number,
): Promise<Found> {
  const rows: Row[] = [];
  const ratios: Ratio[] = [];
  const checks: Check[] = [];
  const token = await server.accessToken();
  const range = { keys: KEYS, startTs: endTs - DAYS * DAY_MS, endTs };
  const [first] = devices;
  if (!first) throw new Error('there is no device');
  const get = async (path: string): Promise<string> => {
    const answer = await fetch(`${server.baseUrl}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
    });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  const idOf = (i: number): string => devices[i % devices.length]?.id ?? first.id;
  const query = `keys=${KEYS.join(',')}&startTs=${range.startTs}&endTs=${endTs}`;
  const pool = server.pool();
  const never = (): number => Number.NEGATIVE_INFINITY;
  const scans: Record<string, { path: (id: string) => string; scan: () => Promise<unknown> }> = {
    'ten keys of a year by day': {
      path: (id) => `/api/telemetry/device/${id}/history/timeseries/daily?${query}&timeZone=${ZONE}`,
      scan: () => new DailyReadings(pool, never).byDay(first.key, range, { timeZone: ZONE }),
    },
    'ten keys of a year by month, ThingsBoard': {
      path: (id) =>
        `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?${query}&agg=AVG&intervalType=MONTH&timeZone=${ZONE}`,
      scan: async () => {
        const { boundaries } = await localIntervals(pool, range, 'month', ZONE);
        const asked = { boundaries, aggregation: 'AVG' } as const;
        return aggregate(pool, first.key, KEYS, asked, never());
      },
    },
  };
  try {
    for (const [subject, { path, scan }] of Object.entries(scans)) {
      await timed(3, (i) => get(path(idOf(i))));
      const took = await timed(CALLS, (i) => get(path(idOf(i))));
      const scanned = await timed(SCANS, scan);
      const p95 = quantile(took, 0.95);
      rows.push({ subject, metric: 'ms over HTTP', samples: took });
      rows.push({ subject, metric: 'ms over HTTP, p95', samples: [p95] });
      rows.push({ subject, metric: 'ms of a scan of the readings', samples: scanned });
      const what = `${subject}: p95 as a share of the scan of its readings`;
      ratios.push({ what, ratio: p95 / quantile(scanned, 0.5), most: MOST_SHARE });
      console.log(JSON.stringify({ subject, p95, scan: quantile(scanned, 0.5) }));
    }
    const exported = (id: string) => get(`/api/telemetry/device/${id}/history/timeseries/export?${query}`);
    const lines = (await exported(first.id)).split('\r\n').length - 2;
    await timed(2, (i) => exported(idOf(i)));
    const took = await timed(EXPORTS, (i) => exported(idOf(i)));
    const p95 = quantile(took, 0.95);
    const scanned = await timed(1, async () => {
      let bytes = 0;
      for await (const part of csvLines(KEYS, new TelemetryMessages(pool, never).pages(first.key, range)))
        bytes += part.length;
      return bytes;
    });
    // The floor: the same rows read and written by the database alone, to nowhere.
    const rowsOfYear = `select ts, ${KEYS.map((key) => `values ->> '${key}'`).join(', ')} from ts_message
      where device = ${first.key} and ts >= '${new Date(range.startTs).toISOString()}' and ts < '${new Date(endTs).toISOString()}'`;
    const copied = await timed(SCANS, () => pool.query(`copy (${rowsOfYear}) to '/dev/null' csv`));
    const [count] = await server.sql<{ n: number }>(
      'select count(*)::int as n from ts_message where device = $1',
      [first.key],
    );
    checks.push({ what: 'the export of the year is complete', ok: lines === count?.n });
    rows.push({ subject: 'ten keys of a year as CSV', metric: 'ms over HTTP', samples: took });
    rows.push({ subject: 'ten keys of a year as CSV', metric: 'ms over HTTP, p95', samples: [p95] });
    rows.push({ subject: 'ten keys of a year as CSV', metric: 'ms from the readings', samples: scanned });
    rows.push({ subject: 'ten keys of a year as CSV', metric: 'ms of COPY to /dev/null', samples: copied });
    const what = 'ten keys of a year as CSV: p95 as a share of the scan of its readings';
    ratios.push({ what, ratio: p95 / quantile(scanned, 0.5), most: MOST_SHARE });
    console.log(JSON.stringify({ subject: 'export', p95, ms: took, scan: scanned, copy: copied, lines }));
  } finally {
    await pool.end();
  }
  await measureHealth(
    server,
    () =>
      Promise.all(
        [0, 1].map((i) =>
          timed(EXPORTS, () => get(`/api/telemetry/device/${idOf(i)}/history/timeseries/export?${query}`)),
        ),
      ),
    { rows, ratios, checks },
  );
  return { rows, ratios, checks };
}

/** Times of /healthz while two exports run, one after the other, at intervals of 10 ms as one client asks. */
async function measureHealth(
  server: RunningServer,
  exports: () => Promise<unknown>,
  { rows, ratios }: Found,
): Promise<void> {
  const ask = () => fetch(`${server.baseUrl}/healthz`).then((answer) => answer.text());
  const gap = () => new Promise((resolve) => setTimeout(resolve, 10));
  const quiet = await timed(200, () => ask());
  const work = { ended: false };
  const exported = exports().finally(() => {
    work.ended = true;
  });
  const busy: number[] = [];
  while (!work.ended) {
    const start = performance.now();
    await ask();
    busy.push(performance.now() - start);
    await gap();
  }
  await exported;
  busy.sort((a, b) => a - b);
  const p99 = quantile(busy, 0.99);
  rows.push({ subject: '/healthz alone', metric: 'ms, p99', samples: [quantile(quiet, 0.99)] });
  rows.push({ subject: '/healthz beside two exports', metric: 'ms, p99', samples: [p99] });
  ratios.push({ what: '/healthz beside two exports, ms, p99', ratio: p99, most: MOST_HEALTH_MS });
  console.log(
    JSON.stringify({ subject: '/healthz', alone: quantile(quiet, 0.99), beside: p99, n: busy.length }),
  );
}
