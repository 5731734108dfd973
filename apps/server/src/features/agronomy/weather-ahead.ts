import { dateOfDay, dayNumber, dayOfYear, et0Daily, localDate } from '@farm3d/agronomy';
import type { ForecastDay } from '../weather/forecasts.ts';
import type { AdviceOptions } from './assessments.ts';
import type { Plot } from './plot.ts';

/** Days of advice. */
const DAYS = 7;
/** Providers report the wind at 10 m. */
const WIND_HEIGHT = 10;

/**
 * Days of the provider in the form of the advice: from today on, with past days that show the error of the forecast.
 */
export function forecastOfDays(
  days: readonly ForecastDay[],
  plot: Plot,
  now: number,
): NonNullable<AdviceOptions['forecast']> {
  const today = dayNumber(localDate(now, plot.timeZone));
  const byDate = new Map(days.map((day) => [day.date, day]));
  const ahead = Array.from({ length: DAYS }, (_, day) => byDate.get(dateOfDay(today + day)));
  return {
    et0: ahead.map((day) => (day ? et0Of(day, plot) : null)),
    rain: ahead.map((day) => (day ? day.rain : 0)),
    rainChance: ahead.map((day) => day?.rainChance ?? null),
    past: days
      .filter(({ date }) => dayNumber(date) < today)
      .map((day) => ({ date: day.date, et0: et0Of(day, plot) })),
  };
}

/** ET0 of the provider, else Penman–Monteith of its weather; null without temperatures or a position. */
function et0Of(day: ForecastDay, { latitude, elevation }: Plot): number | null {
  if (day.et0 !== null) return day.et0;
  if (latitude === null) return null;
  return et0Daily({
    doy: dayOfYear(day.date),
    lat: latitude,
    elevation,
    tmax: day.tmax,
    tmin: day.tmin,
    rhMean: day.humidity,
    rs: day.radiation,
    wind: day.wind,
    windHeight: WIND_HEIGHT,
  }).et0;
}
