import type { ClimateMonth } from './repository.ts';

/** Scales of SPI and SPEI, months. */
const SCALES = [1, 3, 6, 12] as const;
/** Length of a scale unit in the response. */
const DAYS_A_MONTH = 30;

export interface Calibrated {
  readonly scaleDays: number;
  readonly value: number | null;
  readonly calibration: readonly (number | null)[];
}

const monthNumber = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

/**
 * The last whole months of a record against the same months of its other years, at each scale. A month without a
 * value is a gap. Empty when the record does not reach the month before `today` (yyyy-MM-dd).
 */
export function calibratedScales(
  months: readonly ClimateMonth[],
  today: string,
  valueOf: (month: ClimateMonth) => number | null,
): Calibrated[] {
  const values = new Map(months.map((month) => [monthNumber(month.month), valueOf(month)]));
  const first = Math.min(...values.keys());
  const last = monthNumber(today.slice(0, 7)) - 1;
  if (!values.has(last)) return [];
  const sum = (end: number, scale: number): number | null => {
    let total = 0;
    for (let month = end - scale + 1; month <= end; month++) {
      const value = values.get(month);
      if (value === undefined || value === null) return null;
      total += value;
    }
    return total;
  };
  return SCALES.map((scale) => {
    const calibration: (number | null)[] = [];
    for (let end = last - 12; end - scale + 1 >= first; end -= 12) calibration.push(sum(end, scale));
    return { scaleDays: scale * DAYS_A_MONTH, value: sum(last, scale), calibration };
  });
}
