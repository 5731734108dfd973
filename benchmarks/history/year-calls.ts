// Days, months and an export of a year, compared with the same from the readings alone; and the delay of other calls.
import { DailyReadings } from '../../apps/server/src/features/agronomy/daily-readings.ts';
import { aggregate } from '../../apps/server/src/platform/telemetry/aggregate.ts';
import { csvLines } from '../../apps/server/src/platform/telemetry/csv.ts';
import { localIntervals } from '../../apps/server/src/platform/telemetry/local-intervals.ts';
import { TelemetryMessages } from '../../apps/server/src/platform/telemetry/messages.ts';
import type { RunningServer } from '../../tests/support/server.ts';
import type { Ratio, Row } from '../result.ts';
import { DAY_MS, DAYS, KEYS } from './generate.ts';

const ZONE = 'Asia/Shanghai';
/** Calls of each subject, and scans of the readings. */
const CALLS = 30;
const SCANS = 3;
/** Exports of a year. */
const EXPORTS = 10;
/** Most that /healthz may take while two exports run, ms. */
const MOST_HEALTH_MS = 50;

/** A year of some devices that ends at `endTs`, epoch ms. */
export interface YearOf {
  readonly server: RunningServer;
  readonly pool: ReturnType<RunningServer['pool']>;
  readonly devices: readonly { readonly id: string; readonly key: number }[];
  readonly endTs: number;
  /** Of a login: to log in takes longer than most calls. */
  readonly token: () => Promise<string>;
}

const BY_DAY = 'ten keys of a year by day';
const BY_MONTH = 'ten keys of a year by month, ThingsBoard';
const CSV = 'ten keys of a year as CSV';

/** Times of `count` calls, ms. */
async function timed(count: number, call: (i: number) => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const start = performance.now();
    await call(i);
    took.push(performance.now() - start);
  }
  return took;
}

const quantile = (samples: readonly number[], q: number): number =>
  samples.toSorted((a, b) => a - b)[Math.ceil(q * samples.length) - 1] ?? Number.NaN;

const rangeOf = ({ endTs }: YearOf) => ({ keys: KEYS, startTs: endTs - DAYS * DAY_MS, endTs });

/** The year of one device by each subject from its readings alone, ms, and written by the database to nowhere. */
export async function scansOfYear(year: YearOf): Promise<{ rows: Row[]; ms: Record<string, number> }> {
  const { pool, devices } = year;
  const range = rangeOf(year);
  const device = devices[0]?.key ?? 0;
  const never = (): number => Number.NEGATIVE_INFINITY;
  const scans: Record<string, number[]> = {
    [BY_DAY]: await timed(SCANS, () =>
      new DailyReadings(pool, never).byDay(device, range, { timeZone: ZONE }),
    ),
    [BY_MONTH]: await timed(SCANS, async () => {
      const { boundaries } = await localIntervals(pool, range, 'month', ZONE);
      return aggregate(pool, device, KEYS, { boundaries, aggregation: 'AVG' }, never());
    }),
    [CSV]: await timed(1, async () => {
      let bytes = 0;
      for await (const part of csvLines(KEYS, new TelemetryMessages(pool, never).pages(device, range)))
        bytes += part.length;
      return bytes;
    }),
  };
  // The floor: the same rows read and written by the database alone.
  const [from, to] = [range.startTs, range.endTs].map((at) => new Date(at).toISOString());
  const rowsOfYear = `select ts, ${KEYS.map((key) => `values ->> '${key}'`).join(', ')} from ts_message
    where device = ${device} and ts >= '${from}' and ts < '${to}'`;
  const copied = await timed(SCANS, () => pool.query(`copy (${rowsOfYear}) to '/dev/null' csv`));
  return {
    rows: [
      ...Object.entries(scans).map(([subject, samples]) => ({
        subject,
        metric: 'ms of a scan of the readings as they came',
        samples,
      })),
      { subject: CSV, metric: 'ms of COPY to /dev/null', samples: copied },
    ],
    ms: Object.fromEntries(
      Object.entries(scans).map(([subject, samples]) => [subject, quantile(samples, 0.5)]),
    ),
  };
}

async function get({ server, token }: YearOf, path: string): Promise<string> {
  const answer = await fetch(`${server.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${await token()}`, 'accept-encoding': 'identity' },
  });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.text();
}

const pathsOf = (year: YearOf): Record<string, (id: string) => string> => {
  const { startTs, endTs } = rangeOf(year);
  const query = `keys=${KEYS.join(',')}&startTs=${startTs}&endTs=${endTs}`;
  return {
    [BY_DAY]: (id) => `/api/telemetry/device/${id}/history/timeseries/daily?${query}&timeZone=${ZONE}`,
    [BY_MONTH]: (id) =>
      `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?${query}&agg=AVG&intervalType=MONTH&timeZone=${ZONE}`,
    [CSV]: (id) => `/api/telemetry/device/${id}/history/timeseries/export?${query}`,
  };
};

/** Times of each call of a year over HTTP, ms, and how many messages an export has. */
export async function callsOfYear(
  year: YearOf,
): Promise<{ taken: Record<string, number[]>; exported: number }> {
  const idOf = (i: number): string => year.devices[i % year.devices.length]?.id ?? '';
  const taken: Record<string, number[]> = {};
  for (const [subject, path] of Object.entries(pathsOf(year))) {
    await timed(3, (i) => get(year, path(idOf(i))));
    const took = await timed(subject === CSV ? EXPORTS : CALLS, (i) => get(year, path(idOf(i))));
    taken[subject] = took;
    console.log(JSON.stringify({ subject, median: quantile(took, 0.5), p95: quantile(took, 0.95) }));
  }
  const lines = (await get(year, pathsOf(year)[CSV]!(idOf(0)))).split('\r\n');
  // Without the line of names, and what follows the last line end.
  return { taken, exported: lines.length - 2 };
}

/** Times of /healthz while two exports run, one after the other, at intervals of 10 ms as one client asks. */
export async function delayBesideExports(year: YearOf): Promise<{ rows: Row[]; ratios: Ratio[] }> {
  const { server, devices } = year;
  const ask = () => fetch(`${server.baseUrl}/healthz`).then((answer) => answer.text());
  const gap = () => new Promise((resolve) => setTimeout(resolve, 10));
  const quiet = await timed(200, () => ask());
  const work = { ended: false };
  const path = pathsOf(year)[CSV]!;
  const exported = Promise.all(
    [0, 1].map((i) => timed(EXPORTS, () => get(year, path(devices[i % devices.length]?.id ?? '')))),
  ).finally(() => {
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
  const p99 = quantile(busy, 0.99);
  return {
    rows: [
      { subject: '/healthz alone', metric: 'ms, p99', samples: [quantile(quiet, 0.99)] },
      { subject: '/healthz beside two exports', metric: 'ms, p99', samples: [p99] },
    ],
    ratios: [{ what: '/healthz beside two exports, ms, p99', ratio: p99, most: MOST_HEALTH_MS }],
  };
}
