import { given, RANGES } from './checked.ts';
import { dateOfDay, dayOfYear, DEFAULT_TIME_ZONE, localDayNumber } from './local-calendar.ts';

/** Hours a day must have before its mean stands for it; with fewer the next fallback is taken. */
export const LEAST_VALID_HOURS = 18;

/** One hour of a weather station. A missing measurement is null or absent. */
export interface WeatherHour {
  /** Epoch ms of its start. */
  ts: number;
  /** °C. */
  t?: number | null;
  /** %. */
  rh?: number | null;
  /** Solar radiation, W/m². */
  radiation?: number | null;
  /** m/s. */
  wind?: number | null;
  /** mm in the hour. */
  rain?: number | null;
}

/** A local day as the daily equations take it. Null: not measured well enough. */
export interface WeatherDay {
  date: string;
  /** Days since 1970-01-01. */
  dayNumber: number;
  doy: number;
  tmax: number | null;
  tmin: number | null;
  rhMax: number | null;
  rhMin: number | null;
  /** MJ m⁻² d⁻¹. */
  rs: number | null;
  /** m/s, daily mean. */
  wind: number | null;
  /** mm, of the hours that were measured; null when none was. */
  rain: number | null;
  /** Hours with a possible temperature. */
  hours: number;
}

interface Tally {
  count: number;
  total: number;
  min: number;
  max: number;
}

const tally = (): Tally => ({ count: 0, total: 0, min: Infinity, max: -Infinity });

function add(to: Tally, value: number | null | undefined, range: readonly [number, number]): void {
  if (!given(value) || !(value >= range[0] && value <= range[1])) return;
  to.count++;
  to.total += value;
  if (value < to.min) to.min = value;
  if (value > to.max) to.max = value;
}

/** W/m² in an hour: pyranometers read a little below zero at night. */
const HOURLY_RADIATION = [-20, 1600] as const;
/** mm. The record for an hour is 305 (Holt, Missouri, 1947). */
const HOURLY_RAIN = [0, 400] as const;

interface Day {
  t: Tally;
  rh: Tally;
  radiation: Tally;
  wind: Tally;
  rain: Tally;
}

/**
 * Hours to local days, in order. Impossible values count as missing; a day whose temperature, humidity, radiation
 * or wind has fewer than 18 hours has none of it.
 */
export function dailyWeather(input: {
  hours: readonly WeatherHour[];
  timeZone?: string;
}): readonly WeatherDay[] {
  const days = new Map<number, Day>();
  const zone = input.timeZone ?? DEFAULT_TIME_ZONE;
  for (const hour of input.hours) {
    if (!Number.isFinite(hour.ts)) continue;
    const number = localDayNumber(hour.ts, zone);
    let day = days.get(number);
    if (day === undefined) {
      day = { t: tally(), rh: tally(), radiation: tally(), wind: tally(), rain: tally() };
      days.set(number, day);
    }
    add(day.t, hour.t, RANGES.temperature);
    add(day.rh, hour.rh, RANGES.humidity);
    add(day.radiation, hour.radiation, HOURLY_RADIATION);
    add(day.wind, hour.wind, RANGES.wind);
    add(day.rain, hour.rain, HOURLY_RAIN);
  }
  return [...days].sort(([a], [b]) => a - b).map(([number, day]) => settle(number, day));
}

function settle(number: number, day: Day): WeatherDay {
  const date = dateOfDay(number);
  const full = (of: Tally) => of.count >= LEAST_VALID_HOURS;
  const watts = day.radiation.total / day.radiation.count;
  return {
    date,
    dayNumber: number,
    doy: dayOfYear(date),
    tmax: full(day.t) ? day.t.max : null,
    tmin: full(day.t) ? day.t.min : null,
    rhMax: full(day.rh) ? Math.min(100, day.rh.max) : null,
    rhMin: full(day.rh) ? Math.min(100, day.rh.min) : null,
    rs: full(day.radiation) ? Math.max(0, watts) * 0.0864 : null,
    wind: full(day.wind) ? day.wind.total / day.wind.count : null,
    rain: day.rain.count > 0 ? day.rain.total : null,
    hours: day.t.count,
  };
}
