import type { Pool } from 'pg';
import { bucketed, type Bucket } from './bucketed.ts';
import type { TimedValue } from './queries.ts';

const AGGREGATIONS = ['MIN', 'MAX', 'AVG', 'SUM', 'COUNT'] as const;
export type Aggregation = (typeof AGGREGATIONS)[number];

/** Most intervals of one response. */
export const MAX_INTERVALS = 10_000;

/** Equal intervals of a range; the last one ends with it. */
export function equalIntervals(
  { startTs, endTs }: { readonly startTs: number; readonly endTs: number },
  intervalMs: number,
): number[] {
  const boundaries: number[] = [];
  for (let at = startTs; at < endTs; at += intervalMs) boundaries.push(at);
  return [...boundaries, endTs];
}

const NUMBERS: Readonly<Record<Exclude<Aggregation, 'COUNT'>, (bucket: Bucket) => number | null>> = {
  MIN: ({ low }) => low,
  MAX: ({ high }) => high,
  AVG: ({ total, n }) => (total === null ? null : total / n),
  SUM: ({ total }) => total,
};

/**
 * One number an interval of each key, at the middle of its interval as in ThingsBoard; numbers in their range and
 * switch states (1 and 0) only, COUNT counts everything. Empty intervals are left out.
 * @param boundaries ascending, epoch ms; @param rolledUntil epoch ms before which hours are stored
 */
export async function aggregate(
  pool: Pool,
  device: number,
  keys: readonly string[],
  { boundaries, aggregation }: { boundaries: readonly number[]; aggregation: Aggregation },
  rolledUntil: number,
): Promise<Record<string, TimedValue[]>> {
  const result: Record<string, TimedValue[]> = {};
  for (const row of await bucketed(pool, device, keys, boundaries, rolledUntil)) {
    const value = aggregation === 'COUNT' ? row.readings : NUMBERS[aggregation](row);
    const begin = boundaries[row.bucket];
    const end = boundaries[row.bucket + 1];
    if (value === null || begin === undefined || end === undefined) continue;
    (result[row.key] ??= []).push({ ts: begin + Math.floor((end - begin) / 2), value });
  }
  return result;
}
