import { seasonalCorrection } from './et0-hourly.ts';
import { inRange } from './checked.ts';
import { clearSky, raBetween } from './radiation.ts';

/** Half of the period over which extraterrestrial radiation is averaged, hours. */
const HALF_PERIOD = 1 / 12;
const DAY_MS = 86_400_000;

/**
 * Irradiance on a horizontal surface under a clear sky at an instant, W m⁻²; 0 while the sun is below the horizon. FAO-56 eq. 28
 * over ten minutes, with the hour angle of eq. 31–33, and eq. 37.
 * @param input `lat` degrees north, `lon` degrees east, `at` epoch milliseconds, `elevation` metres (default 0)
 * @throws AgronomyError for a value out of range
 */
export function clearSkyIrradiance(input: {
  lat: number;
  lon: number;
  at: number;
  elevation?: number;
}): number {
  const longitude = inRange(input.lon, 'lon', -180, 180);
  // The solar calendar day of the place: the instant shifted by its longitude.
  const local = new Date(input.at + (longitude / 360) * DAY_MS);
  const start = Date.UTC(local.getUTCFullYear(), 0, 1);
  const doy = Math.floor((local.getTime() - start) / DAY_MS) + 1;
  const hour = ((local.getTime() - start) / 3_600_000) % 24;
  const middle = (Math.PI / 12) * (hour + seasonalCorrection(doy) - 12);
  const half = (Math.PI / 12) * HALF_PERIOD;
  // Wrapped to −π…π: shortly before midnight the correction may move the angle beyond π.
  const folded = middle - 2 * Math.PI * Math.round(middle / (2 * Math.PI));
  const energy = raBetween({ lat: input.lat, doy }, folded - half, folded + half);
  return clearSky((energy * 1e6) / (2 * HALF_PERIOD * 3600), input.elevation ?? 0);
}
