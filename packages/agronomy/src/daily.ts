import { dateOfDay, dayNumber, DEFAULT_TIME_ZONE, localDate } from './local-calendar.ts';
import { median } from './statistics.ts';

/** A sample: epoch ms and value. Booleans count as 1 and 0; anything else that is not a number is skipped. */
export type Sample = readonly [ts: number, value: unknown];

export interface DailyValue {
  /** Local date. */
  date: string;
  min: number;
  max: number;
  mean: number;
  sum: number;
  count: number;
  first: number;
  last: number;
}

/** A day without samples, on request. */
export interface EmptyDay {
  date: string;
  min: null;
  max: null;
  mean: null;
  sum: null;
  count: 0;
  first: null;
  last: null;
}

/** A greater absolute value could overflow the sum of a day; no sensor measures it. */
const MAX_VALUE = 1e100;

/** Usable samples in time order, the last written of equal instants winning. */
export function cleanSamples(points: readonly Sample[]): readonly (readonly [number, number])[] {
  const clean: [number, number][] = [];
  let sorted = true;
  for (const [ts, raw] of points) {
    const value = typeof raw === 'boolean' ? Number(raw) : raw;
    if (typeof value !== 'number' || !(Math.abs(value) <= MAX_VALUE) || !Number.isFinite(ts)) continue;
    const before = clean.at(-1);
    if (before !== undefined && ts <= before[0]) {
      if (ts === before[0]) {
        before[1] = value;
        continue;
      }
      sorted = false;
    }
    clean.push([ts, value]);
  }
  if (sorted) return clean;
  const byTime = new Map<number, number>();
  for (const [ts, value] of clean) byTime.set(ts, value);
  return [...byTime].sort((a, b) => a[0] - b[0]);
}

/**
 * Least, greatest, mean, sum, first and last of each local day [00:00, 24:00), by the history of the time zone. Days
 * without samples are left out, or with `fill` included as empty. `mean: 'timeWeighted'` holds each value until the
 * next, at most twice the usual gap.
 */
export function dailyAggregate(input: {
  points: readonly Sample[];
  timeZone?: string;
  mean?: 'arithmetic' | 'timeWeighted';
  fill?: false;
}): readonly DailyValue[];
export function dailyAggregate(input: {
  points: readonly Sample[];
  timeZone?: string;
  mean?: 'arithmetic' | 'timeWeighted';
  fill?: boolean;
}): readonly (DailyValue | EmptyDay)[];
export function dailyAggregate(input: {
  points: readonly Sample[];
  timeZone?: string;
  mean?: 'arithmetic' | 'timeWeighted';
  fill?: boolean;
}): readonly (DailyValue | EmptyDay)[] {
  const samples = cleanSamples(input.points);
  const zone = input.timeZone ?? DEFAULT_TIME_ZONE;
  const days: DailyValue[] = [];
  for (const [ts, value] of samples) {
    const date = localDate(ts, zone);
    let day = days.at(-1);
    if (day?.date !== date) {
      day = { date, min: value, max: value, mean: 0, sum: 0, count: 0, first: value, last: value };
      days.push(day);
    }
    day.min = Math.min(day.min, value);
    day.max = Math.max(day.max, value);
    day.sum += value;
    day.count += 1;
    day.last = value;
  }
  const weighted = input.mean === 'timeWeighted' ? timeWeightedMeans(samples, zone) : null;
  for (const day of days) day.mean = weighted?.get(day.date) ?? day.sum / day.count;
  return input.fill === true ? withEmptyDays(days) : days;
}

/** Twice the median interval of the samples: after that the last value is no longer assumed to hold. */
function longestHold(samples: readonly (readonly [number, number])[]): number {
  const gaps: number[] = [];
  for (let index = 1; index < samples.length; index++) {
    gaps.push((samples[index]?.[0] ?? 0) - (samples[index - 1]?.[0] ?? 0));
  }
  return gaps.length === 0 ? 0 : 2 * median(gaps);
}

function timeWeightedMeans(
  samples: readonly (readonly [number, number])[],
  zone: string,
): Map<string, number> {
  const hold = longestHold(samples);
  const sums = new Map<string, { area: number; time: number }>();
  for (const [index, [ts, value]] of samples.entries()) {
    const next = samples[index + 1]?.[0] ?? ts;
    const held = Math.min(hold, next - ts);
    const date = localDate(ts, zone);
    const sum = sums.get(date) ?? { area: 0, time: 0 };
    sum.area += value * held;
    sum.time += held;
    sums.set(date, sum);
  }
  const means = new Map<string, number>();
  for (const [date, { area, time }] of sums) if (time > 0) means.set(date, area / time);
  return means;
}

function withEmptyDays(days: readonly DailyValue[]): readonly (DailyValue | EmptyDay)[] {
  const filled: (DailyValue | EmptyDay)[] = [];
  for (const day of days) {
    const before = filled.at(-1);
    if (before !== undefined) {
      for (let number = dayNumber(before.date) + 1; number < dayNumber(day.date); number++) {
        const nothing = {
          min: null,
          max: null,
          mean: null,
          sum: null,
          count: 0,
          first: null,
          last: null,
        } as const;
        filled.push({ date: dateOfDay(number), ...nothing });
      }
    }
    filled.push(day);
  }
  return filled;
}

/**
 * Growth of a counter by local day. A decrease is a reset, and the new reading counts as growth; growth belongs to the
 * day of the later sample. The first sample only starts the count: query with one sample before the range.
 */
export function dailyCounter(input: { points: readonly Sample[]; timeZone?: string }): readonly {
  date: string;
  increase: number;
}[] {
  const days: { date: string; increase: number }[] = [];
  let before: number | null = null;
  for (const [ts, value] of cleanSamples(input.points)) {
    const date = localDate(ts, input.timeZone ?? DEFAULT_TIME_ZONE);
    let day = days.at(-1);
    if (day?.date !== date) {
      day = { date, increase: 0 };
      days.push(day);
    }
    if (before !== null) day.increase += value >= before ? value - before : Math.max(0, value);
    before = value;
  }
  return days;
}

/** Time a switch was on, by local day of the sample that opens the interval. */
export function dailyOnTime(input: { points: readonly Sample[]; timeZone?: string }): readonly {
  date: string;
  /** ms on, and its share of the time known. */
  onMs: number;
  onRatio: number;
}[] {
  const samples = cleanSamples(input.points);
  const hold = longestHold(samples);
  const days: { date: string; onMs: number; known: number }[] = [];
  for (const [index, [ts, value]] of samples.entries()) {
    const date = localDate(ts, input.timeZone ?? DEFAULT_TIME_ZONE);
    let day = days.at(-1);
    if (day?.date !== date) {
      day = { date, onMs: 0, known: 0 };
      days.push(day);
    }
    const held = Math.min(hold, (samples[index + 1]?.[0] ?? ts) - ts);
    day.known += held;
    if (value !== 0) day.onMs += held;
  }
  return days.map(({ date, onMs, known }) => ({ date, onMs, onRatio: known > 0 ? onMs / known : 0 }));
}
