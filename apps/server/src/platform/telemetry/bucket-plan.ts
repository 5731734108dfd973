const HOUR_MS = 3_600_000;
/** Maximum number of hours that are read one by one; above it, everything is read from the readings. */
export const MOST_SPLIT_HOURS = 2_000;
/** Least share of whole hours for which the stored ones are used. */
const LEAST_WHOLE = 0.5;

/** Which part of a range the stored hours give, epoch ms. */
interface Plan {
  /** Whole closed hours without `split`; empty when both are equal. */
  readonly from: number;
  readonly to: number;
  /** Hours in it that are read from the readings: a boundary divides them, or they changed since they were stored. */
  readonly split: readonly number[];
}

/**
 * Hours of a range that lie in one interval and are stored as they are.
 * @param boundaries ascending, epoch ms; @param stale hours that changed since they were stored
 */
export function planBuckets(
  boundaries: readonly number[],
  rolledUntil: number,
  stale: readonly number[] = [],
): Plan {
  const start = boundaries[0] ?? 0;
  const end = boundaries.at(-1) ?? 0;
  const none = { from: end, to: end, split: [] };
  const from = Math.ceil(start / HOUR_MS) * HOUR_MS;
  const to = Math.floor(Math.min(end, rolledUntil) / HOUR_MS) * HOUR_MS;
  if (!(to > from)) return none;
  const split = new Set(stale.filter((hour) => hour >= from && hour < to));
  for (const boundary of boundaries) {
    if (boundary > from && boundary < to && boundary % HOUR_MS !== 0)
      split.add(Math.floor(boundary / HOUR_MS) * HOUR_MS);
  }
  const hours = (to - from) / HOUR_MS;
  if (split.size > MOST_SPLIT_HOURS || hours - split.size < hours * LEAST_WHOLE) return none;
  return { from, to, split: [...split] };
}
