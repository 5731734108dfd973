import type { Pool } from 'pg';
import type { HistoryRange, TimedValue } from './queries.ts';

const HOUR_MS = 3_600_000;
/** Shorter ranges are as fast from the readings. */
const LEAST_HOURS = 12;

interface HourRow {
  at: number;
  others: number;
  offsets: string;
  numbers: string;
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

/** `{1,2}` of PostgreSQL. */
const list = (text: string): number[] => JSON.parse(`[${text.slice(1, -1)}]`) as number[];

/**
 * The readings of one key in whole closed hours, oldest first, from where they are packed. Null where that would not
 * be all of it: an hour that is stale, or one that holds something else than numbers.
 */
export async function packedHistory(
  pool: Pool,
  device: number,
  key: string,
  { from, to }: { from: number; to: number },
): Promise<TimedValue[] | null> {
  const span = [device, new Date(from), new Date(to)];
  // First whether an hour changed: what changes after this was not asked for.
  const stale = await pool.query({
    name: 'telemetry-stale',
    text: 'select 1 from ts_stale where device = $1 and hour >= $2 and hour < $3 limit 1',
    values: span,
  });
  if (stale.rowCount !== 0) return null;
  const { rows } = await pool.query<HourRow>({
    name: 'telemetry-packed',
    text: `select (extract(epoch from at) * 1000)::float8 as at, others, offsets::text as offsets, numbers::text as numbers
           from ts_packed where device = $1 and key = $4 and at >= $2 and at < $3 order by at`,
    values: [...span, key],
  });
  const readings: TimedValue[] = [];
  for (const { at, others, offsets, numbers } of rows) {
    if (others > 0) return null;
    const values = list(numbers);
    for (const [i, offset] of list(offsets).entries())
      readings.push({ ts: at + offset, value: values[i] ?? null });
  }
  return readings;
}
