import type { Pool } from 'pg';
import type { HistoryRange } from './queries.ts';

const HOUR_MS = 3_600_000;
/** Shorter ranges are as fast from the readings. */
const LEAST_HOURS = 12;

/** An hour of readings of one key, as it is packed. */
export interface PackedHour {
  /** Beginning of the hour, epoch ms. */
  readonly at: number;
  /** How many. */
  readonly n: number;
  /** Ms after the beginning, and numbers, both as `{1,2}` of PostgreSQL. */
  readonly offsets: string;
  readonly numbers: string;
}

/** Whole closed hours of a range, epoch ms; null when there are too few of them. */
export function wholeHours(
  { startTs, endTs }: Pick<HistoryRange, 'startTs' | 'endTs'>,
  rolledUntil: number,
): { from: number; to: number } | null {
  const from = Math.ceil(startTs / HOUR_MS) * HOUR_MS;
  const to = Math.floor(Math.min(endTs, rolledUntil) / HOUR_MS) * HOUR_MS;
  return to - from >= LEAST_HOURS * HOUR_MS ? { from, to } : null;
}

/** Whether what is packed of these hours is what the readings say: none of them changed since. */
export async function isFresh(
  pool: Pool,
  device: number,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const stale = await pool.query({
    name: 'telemetry-stale',
    text: 'select 1 from ts_stale where device = $1 and hour >= $2 and hour < $3 limit 1',
    values: [device, new Date(from), new Date(to)],
  });
  return stale.rowCount === 0;
}

/** The members of a `{1,2}` of PostgreSQL. */
const members = (text: string): number[] => JSON.parse(`[${text.slice(1, -1)}]`) as number[];

/** Its readings one by one. */
export function unpacked({ at, offsets, numbers }: PackedHour): { ts: number; value: number }[] {
  const values = members(numbers);
  return members(offsets).map((offset, i) => ({ ts: at + offset, value: values[i] ?? Number.NaN }));
}

/**
 * The readings of one key in whole closed hours, oldest first, from where they are packed. Null where that would not
 * be all of it: an hour that is stale, or one that holds something else than numbers.
 */
export async function packedHistory(
  pool: Pool,
  device: number,
  key: string,
  hours: { from: number; to: number },
): Promise<PackedHour[] | null> {
  // First whether an hour changed: what changes after this was not asked for.
  if (!(await isFresh(pool, device, hours))) return null;
  const { rows } = await pool.query<PackedHour & { others: number }>({
    name: 'telemetry-packed',
    text: `select (extract(epoch from at) * 1000)::float8 as at, others, cardinality(offsets) as n,
             offsets::text as offsets, numbers::text as numbers
           from ts_packed where device = $1 and key = $4 and at >= $2 and at < $3 order by at`,
    values: [device, new Date(hours.from), new Date(hours.to), key],
  });
  return rows.some(({ others }) => others > 0) ? null : rows;
}
