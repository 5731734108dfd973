import { given } from './checked.ts';
import type { Climatology } from './climatology.ts';
import { dailyWeather, type WeatherHour } from './daily-weather.ts';
import { et0Daily } from './et0-daily.ts';
import { dayOfYear } from './local-calendar.ts';

/** ET0 and rain of a measured day of an earlier year, mm; null: not measured. */
export interface HistoryDay {
  /** yyyy-MM-dd. */
  date: string;
  et0: number | null;
  rain: number | null;
}

/** Days of the year before and after a day whose measurements count for it; nearer ones count more. */
export const CLIMATE_WINDOW_DAYS = 15;
/** Fewest measured days in the window. */
const MIN_DAYS = 10;
const YEAR_DAYS = 365;
/** Least rain of a wet day, mm. */
const WET_DAY = 1;

/**
 * Climatology of a place from its own measurements of earlier years: for each day of the year the weighted mean of the
 * measured days at most 15 days away (triangular weights); null where fewer than ten were measured. The chance of rain
 * is the share of days with at least 1 mm. Null without any day.
 */
export function climatologyOfHistory(days: readonly HistoryDay[]): Climatology | null {
  if (days.length === 0) return null;
  const dated = days.map((day) => ({ ...day, doy: dayOfYear(day.date) }));
  return (date) => {
    const doy = dayOfYear(date);
    const near = dated.flatMap((day) => {
      const apart = Math.abs(day.doy - doy);
      const away = Math.min(apart, YEAR_DAYS - apart);
      return away > CLIMATE_WINDOW_DAYS ? [] : [{ day, weight: CLIMATE_WINDOW_DAYS + 1 - away }];
    });
    const smooth = (pick: (day: HistoryDay) => number | null): number | null => {
      const known = near.flatMap(({ day, weight }) => {
        const value = pick(day);
        return value === null ? [] : [{ value, weight }];
      });
      if (known.length < MIN_DAYS) return null;
      const all = known.reduce((total, { weight }) => total + weight, 0);
      return known.reduce((total, { value, weight }) => total + weight * value, 0) / all;
    };
    return {
      // Heat sums fill their gaps from the record or the same season, so that all of them agree.
      tmax: null,
      tmin: null,
      et0: smooth((day) => day.et0),
      rain: smooth((day) => day.rain),
      rainChance: smooth((day) => (day.rain === null ? null : Number(day.rain >= WET_DAY))),
      from: 'history',
    };
  };
}

/** Measured days of earlier years, from the hours of the place. */
export function historyDays(input: {
  hours: readonly WeatherHour[];
  timeZone: string;
  /** Degrees, metres. */
  lat: number;
  lon: number | null;
  elevation: number | null;
  windHeight: number | null;
}): readonly HistoryDay[] {
  const { hours, timeZone, lat, lon, elevation, windHeight } = input;
  return dailyWeather({ hours, timeZone, place: { lat, lon } }).map((day) => {
    const { date, doy, tmax, tmin, rhMax, rhMin, rs, wind, rain } = day;
    const { et0 } = et0Daily({ doy, lat, elevation, tmax, tmin, rhMax, rhMin, rs, wind, windHeight });
    return { date, et0, rain };
  });
}

/** The monthly record where it has ET0, else the history. */
export function climatologyOr(record: Climatology | null, history: Climatology | null): Climatology | null {
  if (record === null || history === null) return record ?? history;
  return (date) => {
    const [entered, measured] = [record(date), history(date)];
    if (given(entered.et0) || measured.et0 === null) return entered;
    return { ...measured, tmax: entered.tmax, tmin: entered.tmin };
  };
}
