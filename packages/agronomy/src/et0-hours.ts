import { given } from './checked.ts';
import type { WeatherHour } from './daily-weather.ts';
import { type Et0Hourly, et0Hourly } from './et0-hourly.ts';
import { dayOfYear, HOUR_MS, localDate } from './local-calendar.ts';
import { NIGHT_RATIO, RADIANS, sunOnDay, sunsetHourAngle } from './radiation.ts';

/** ET0 of one of many hours. */
export interface HourEt0 {
  /** Epoch ms of the hour's beginning. */
  ts: number;
  /** mm. */
  et0: number;
  missing: Et0Hourly['missing'];
}

/** Hours before sunset whose clearness is used for the following night (FAO-56 p. 75). */
const EVENING = [2, 3.5] as const;
/** Greatest age of a clearness used at night, milliseconds. */
const MAX_NIGHT_MS = 20 * HOUR_MS;

/**
 * ET0 of each hour that has temperature and humidity, by the hourly equation with the ASCE coefficients. A night has
 * the clearness of the evening before it.
 */
export function et0OfHours(input: {
  /** In the order of time. */
  hours: readonly WeatherHour[];
  /** Degrees north and east, metres. */
  lat: number;
  lon: number;
  elevation?: number | null;
  /** Height of the wind sensor, m. Default 2. */
  windHeight?: number | null;
  timeZone?: string;
}): readonly HourEt0[] {
  const result: HourEt0[] = [];
  let evening: { ts: number; ratio: number } | null = null;
  for (const { ts, t, rh, wind, radiation } of input.hours) {
    const doy = dayOfYear(localDate(ts, input.timeZone));
    const nightRatio: number =
      evening !== null && ts - evening.ts <= MAX_NIGHT_MS ? evening.ratio : NIGHT_RATIO;
    const answer = et0Hourly({
      doy,
      lat: input.lat,
      lonEast: input.lon,
      utcOffsetHours: 0,
      elevation: input.elevation ?? null,
      midHour: ((((ts / HOUR_MS) % 24) + 24) % 24) + 0.5,
      t: t ?? null,
      rh: rh ?? null,
      wind: wind ?? null,
      windHeight: input.windHeight ?? null,
      rs: given(radiation) ? Math.max(0, radiation) * 0.0036 : null,
      nightRatio,
      coefficients: 'asce',
    });
    if (answer.reason !== null) continue;
    result.push({ ts, et0: answer.et0, missing: answer.missing });
    const left = hoursToSunset(ts + HOUR_MS / 2, doy, input.lat, input.lon);
    if (given(radiation) && left >= EVENING[0] && left < EVENING[1]) evening = { ts, ratio: answer.ratio };
  }
  return result;
}

/** Hours from an instant to sunset; the equation of time, at most 16 minutes, is left out. */
function hoursToSunset(ts: number, doy: number, lat: number, lon: number): number {
  const solar = (((ts / HOUR_MS + lon / 15) % 24) + 24) % 24;
  const sunset = sunsetHourAngle(lat * RADIANS, sunOnDay(doy).declination);
  return 12 + (sunset * 12) / Math.PI - solar;
}
