/** Position of a body in the sky, degrees. */
export interface SkyPosition {
  /** Above the horizon, −90 … 90. Without refraction, which adds up to 0.6° near the horizon. */
  readonly elevation: number;
  /** Clockwise from north, 0 … 360: east 90, south 180. */
  readonly azimuth: number;
}

/** A position on earth, degrees; north and east are positive. */
export interface GeoPosition {
  /** Degrees north, −90 … 90. */
  readonly latitude: number;
  /** Degrees east, −180 … 180. */
  readonly longitude: number;
}

const RAD = Math.PI / 180;
const DAY_MS = 86_400_000;
/** Julian date of the Unix epoch and of J2000.0. */
const JULIAN_UNIX = 2_440_587.5;
const JULIAN_2000 = 2_451_545;
const DAYS_PER_CENTURY = 36_525;

const wrap = (degrees: number): number => ((degrees % 360) + 360) % 360;

/**
 * Apparent right ascension and declination of the sun, degrees. Meeus, Astronomical Algorithms, chapter 25, lower accuracy:
 * mean longitude and anomaly, equation of centre, nutation and aberration in one term. Accurate to 0.01° between 1900 and
 * 2100; uses Universal Time for dynamical time, an error below 0.001°.
 */
export function sunEquatorial(date: Date): { readonly rightAscension: number; readonly declination: number } {
  const t = (date.getTime() / DAY_MS + JULIAN_UNIX - JULIAN_2000) / DAYS_PER_CENTURY;
  const meanLongitude = 280.46646 + t * (36_000.76983 + t * 0.0003032);
  const anomaly = (357.52911 + t * (35_999.05029 - t * 0.0001537)) * RAD;
  const centre =
    (1.914602 - t * (0.004817 + t * 0.000014)) * Math.sin(anomaly) +
    (0.019993 - t * 0.000101) * Math.sin(2 * anomaly) +
    0.000289 * Math.sin(3 * anomaly);
  const node = (125.04 - 1934.136 * t) * RAD;
  const longitude = (meanLongitude + centre - 0.00569 - 0.00478 * Math.sin(node)) * RAD;
  const obliquity = (23.439291 - t * 0.0130042 + 0.00256 * Math.cos(node)) * RAD;
  return {
    rightAscension: wrap(Math.atan2(Math.cos(obliquity) * Math.sin(longitude), Math.cos(longitude)) / RAD),
    declination: Math.asin(Math.sin(obliquity) * Math.sin(longitude)) / RAD,
  };
}

/**
 * Position of the sun at a time and a position on earth.
 * @throws RangeError for an invalid date or position
 */
export function sunPosition(date: Date, { latitude, longitude }: GeoPosition): SkyPosition {
  const time = date.getTime();
  if (!Number.isFinite(time)) throw new RangeError('the date is not a date');
  if (!(Math.abs(latitude) <= 90)) throw new RangeError(`latitude ${latitude} is not within −90 … 90`);
  if (!(Math.abs(longitude) <= 180)) throw new RangeError(`longitude ${longitude} is not within −180 … 180`);
  const { rightAscension, declination } = sunEquatorial(date);
  const days = time / DAY_MS + JULIAN_UNIX - JULIAN_2000;
  const siderealTime = 280.46061837 + 360.98564736629 * days;
  const hourAngle = (siderealTime + longitude - rightAscension) * RAD;
  const phi = latitude * RAD;
  const delta = declination * RAD;
  const elevation = Math.asin(
    Math.sin(phi) * Math.sin(delta) + Math.cos(phi) * Math.cos(delta) * Math.cos(hourAngle),
  );
  const azimuth = Math.atan2(
    Math.sin(hourAngle),
    Math.cos(hourAngle) * Math.sin(phi) - Math.tan(delta) * Math.cos(phi),
  );
  return { elevation: elevation / RAD, azimuth: wrap(azimuth / RAD + 180) };
}

/** Day, dusk (or dawn) or night, by the position of the sun. */
export type DayPart = 'day' | 'dusk' | 'night';

/** Civil twilight ends with the sun 6° below the horizon; the light is golden up to 6° above it. */
export function dayPart({ elevation }: SkyPosition): DayPart {
  if (elevation >= 6) return 'day';
  return elevation > -8 ? 'dusk' : 'night';
}
