import { given } from './checked.ts';
import { dateOfDay } from './local-calendar.ts';

/** A month of a climate record. */
export interface ClimateRecordMonth {
  /** yyyy-MM. */
  month: string;
  /** mm in the month; null: unknown. */
  rain: number | null;
  et0: number | null;
  /** Mean daily extremes, °C. */
  tmax?: number | null;
  tmin?: number | null;
}

/** Climate of a place on a day of the year; null where the record has no value. */
export interface ClimateDay {
  /** °C. */
  tmax: number | null;
  tmin: number | null;
  /** mm/d. */
  et0: number | null;
  /** mm/d on average, and the probability 0–1 that it rains. */
  rain: number | null;
  rainChance: number | null;
  /** From measurements of earlier years instead of the monthly record. */
  from?: 'history';
}

/** Climate of a place by local date (yyyy-MM-dd). */
export type Climatology = (date: string) => ClimateDay;

/** Mean rain of a wet day, mm: turns a monthly total into a probability (ours). */
const WET_DAY_RAIN = 8;
const MAX_RAIN_CHANCE = 0.9;
/** Mean length of a month, days. */
const MONTH_DAYS = 30.44;

interface MonthNormal {
  tmax: number | null;
  tmin: number | null;
  et0: number | null;
  rain: number | null;
}

/**
 * Climatology of a place from its monthly record: the means of the calendar months, interpolated linearly
 * between the middles of the months. Null for an empty record.
 */
export function climatologyOf(record: readonly ClimateRecordMonth[]): Climatology | null {
  if (record.length === 0) return null;
  const normals = Array.from({ length: 12 }, (_, index): MonthNormal => {
    const months = record.filter(({ month }) => Number(month.slice(5, 7)) === index + 1);
    const daily = (total: number | null) => (total === null ? null : total / MONTH_DAYS);
    return {
      tmax: meanOf(months.map(({ tmax }) => tmax)),
      tmin: meanOf(months.map(({ tmin }) => tmin)),
      et0: daily(meanOf(months.map(({ et0 }) => et0))),
      rain: daily(meanOf(months.map(({ rain }) => rain))),
    };
  });
  return (date) => {
    const month = Number(date.slice(5, 7)) - 1;
    // −0.5 at the start of the month, 0.5 at its end.
    const place = (Number(date.slice(8, 10)) - 0.5) / MONTH_DAYS - 0.5;
    const here = normals[month];
    const near = normals[(month + (place < 0 ? 11 : 1)) % 12];
    const between = (pick: (normal: MonthNormal) => number | null): number | null => {
      const [one, other] = [here ? pick(here) : null, near ? pick(near) : null];
      return one === null || other === null ? one : one + Math.abs(place) * (other - one);
    };
    const rain = between((normal) => normal.rain);
    return {
      tmax: between((normal) => normal.tmax),
      tmin: between((normal) => normal.tmin),
      et0: between((normal) => normal.et0),
      rain,
      rainChance: rain === null ? null : Math.min(MAX_RAIN_CHANCE, rain / WET_DAY_RAIN),
    };
  };
}

/** Temperature normals of a climatology, for gaps in the heat sum. */
export function temperatureNormals(
  climate: Climatology | null | undefined,
): ((date: string) => { tmax: number; tmin: number } | null) | null {
  if (!climate) return null;
  return (date) => {
    const { tmax, tmin } = climate(date);
    return tmax === null || tmin === null ? null : { tmax, tmin };
  };
}

/** Measured days at most this far away count as the same season. */
const SEASON_DAYS = 14;
const NEAREST_DAYS = 7;

/**
 * ET0 of a day that was not measured: that of the climate record, else the mean of the nearest seven or
 * eight measured days within a fortnight; null without either.
 */
export function et0OfGap(
  day: number,
  measured: ReadonlyMap<number, number | null>,
  climate: Climatology | null | undefined,
): number | null {
  const normal = climate?.(dateOfDay(day)).et0;
  if (given(normal)) return normal;
  const near: number[] = [];
  for (let away = 1; away <= SEASON_DAYS && near.length < NEAREST_DAYS; away++) {
    for (const value of [measured.get(day - away), measured.get(day + away)])
      if (given(value)) near.push(value);
  }
  return meanOf(near);
}

function meanOf(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => given(value));
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0) / known.length;
}
