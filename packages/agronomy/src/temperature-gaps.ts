/** Source of the temperature of a day. */
export type TemperatureSource = 'measured' | 'interpolated' | 'normal' | 'season' | 'unknown';

export interface Extremes {
  tmax: number;
  tmin: number;
}

/** Gaps up to this many days are interpolated linearly. */
const MAX_LINE_DAYS = 3;
/** Days at most this far away count as the same season; the mean of the nearest ones replaces a missing day. */
const SEASON_DAYS = 14;
const NEAREST_DAYS = 7;
/** Days around the same date of the year before. */
const LAST_YEAR_WINDOW = 7;

/**
 * Temperatures of a day (days since 1970-01-01): measured, else interpolated across a gap of at most three days,
 * else those of the climate record, else the mean of the nearest measured days, about seven, within a fortnight, else
 * that of the week before to the week after the same date of last year; null without any of them.
 */
export function temperaturesOf(
  measured: ReadonlyMap<number, Extremes>,
  day: number,
  normals: ((day: number) => Extremes | null) | null,
): (Extremes & { source: TemperatureSource }) | null {
  const own = measured.get(day);
  if (own !== undefined) return { ...own, source: 'measured' };
  const line = interpolated(measured, day);
  if (line !== null) return { ...line, source: 'interpolated' };
  const normal = normals?.(day) ?? null;
  if (normal !== null) return { ...normal, source: 'normal' };
  const season = nearest(measured, day) ?? lastYear(measured, day);
  return season === null ? null : { ...season, source: 'season' };
}

function interpolated(measured: ReadonlyMap<number, Extremes>, day: number): Extremes | null {
  for (let back = 1; back <= MAX_LINE_DAYS; back++) {
    const before = measured.get(day - back);
    if (before === undefined) continue;
    for (let ahead = 1; back + ahead <= MAX_LINE_DAYS + 1; ahead++) {
      const after = measured.get(day + ahead);
      if (after === undefined) continue;
      const share = back / (back + ahead);
      return {
        tmax: before.tmax + share * (after.tmax - before.tmax),
        tmin: before.tmin + share * (after.tmin - before.tmin),
      };
    }
    return null;
  }
  return null;
}

function nearest(measured: ReadonlyMap<number, Extremes>, day: number): Extremes | null {
  const found: Extremes[] = [];
  for (let away = 1; away <= SEASON_DAYS; away++) {
    // Within the gap the nearest measured day may itself be up to a fortnight away; the days beyond it count too.
    for (const other of [measured.get(day - away), measured.get(day + away)]) {
      if (other !== undefined) found.push(other);
    }
    if (found.length >= NEAREST_DAYS) break;
  }
  return meanOf(found);
}

function lastYear(measured: ReadonlyMap<number, Extremes>, day: number): Extremes | null {
  const found: Extremes[] = [];
  for (let away = -LAST_YEAR_WINDOW; away <= LAST_YEAR_WINDOW; away++) {
    const other = measured.get(day - 365 + away);
    if (other !== undefined) found.push(other);
  }
  return meanOf(found);
}

function meanOf(days: readonly Extremes[]): Extremes | null {
  if (days.length === 0) return null;
  const sum = days.reduce((all, day) => ({ tmax: all.tmax + day.tmax, tmin: all.tmin + day.tmin }));
  return { tmax: sum.tmax / days.length, tmin: sum.tmin / days.length };
}
