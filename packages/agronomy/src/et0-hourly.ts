import { delta, e0, MM_PER_MJ, pressure, psychrometricConstant, u2 } from './atmosphere.ts';
import { given, inRange, physical, relativeHumidity } from './checked.ts';
import { MIN_WIND } from './et0-daily.ts';
import { ALBEDO, clearSky, clearness, netLongwave, NIGHT_RATIO, raBetween } from './radiation.ts';
import { AgronomyError, attempt, type Reason } from './reason.ts';

/** Stefan–Boltzmann constant for an hour, MJ K⁻⁴ m⁻² h⁻¹. FAO-56 p. 74. */
const STEFAN_BOLTZMANN_HOUR = 2.043e-10;
/** Denominator coefficient of eq. 53, s/m, and those of ASCE-EWRI 2005 by day and by night (Rn ≤ 0). */
const FAO_CD = 0.34;
const ASCE_CD = { day: 0.24, night: 0.96 } as const;
/** Condensation below this, mm/h, is noise of the estimate, not dew. */
const MIN_HOURLY = -0.05;

export interface Et0HourlyInput {
  /** Day of the year, 1–366. */
  doy: number;
  /** Degrees north. */
  lat: number;
  /** Degrees west of Greenwich, as in FAO-56; or give `lonEast`. */
  lonWest?: number | null;
  lonEast?: number | null;
  /** Meridian of the clock in degrees west (Beijing time −120); or give `utcOffsetHours` (8). */
  tzLonWest?: number | null;
  utcOffsetHours?: number | null;
  /** Metres above the sea. Default 0. */
  elevation?: number | null;
  /** Middle of the period in hours of standard clock time: 14.5 for 14:00–15:00. */
  midHour: number;
  /** Length of the period, hours, at most 1. Default 1. */
  hours?: number | null;
  /** Mean air temperature, °C. */
  t?: number | null;
  /** Mean relative humidity, %. */
  rh?: number | null;
  /** Wind at 2 m, m/s, or wind at `windHeight`. Default 2 m/s. */
  u2?: number | null;
  wind?: number | null;
  windHeight?: number | null;
  /** Solar radiation, MJ m⁻² in the period (W/m² × 0.0036 for an hour). Without it clear sky × `ratio`. */
  rs?: number | null;
  /** Rs/Rso for hours without sun: that of 2–3 h before sunset. Default 0.8. */
  nightRatio?: number | null;
  /**
   * The bulk resistance of the grass: 'fao56' has one for day and night (eq. 53, the default), 'asce' a smaller one
   * by day and a larger one by night (ASCE-EWRI 2005 table 1, short reference), which adds up to the daily equation.
   */
  coefficients?: 'fao56' | 'asce';
}

export interface Et0Hourly {
  /** mm in the period. Slightly negative at night (dew), not below −0.05 per hour. */
  et0: number;
  /** MJ m⁻² in the period. */
  ra: number;
  rso: number;
  rs: number;
  rnl: number;
  rn: number;
  G: number;
  /** kPa. */
  ea: number;
  es: number;
  /** Rs/Rso that was used. */
  ratio: number;
  isDay: boolean;
  missing: readonly ('radiation' | 'wind')[];
  reason: null;
}

/** FAO-56 Penman–Monteith for an hour or less (eq. 53, 28–33). `et0` is null with a `reason` for unusable input. */
export function et0Hourly(input: Et0HourlyInput): Et0Hourly | { et0: null; reason: Reason } {
  const result = attempt(() => compute(input));
  return result.reason === null ? result.value : { et0: null, reason: result.reason };
}

/** Seasonal correction of solar time, hours. FAO-56 eq. 32 and 33. */
export function seasonalCorrection(doy: number): number {
  const b = (2 * Math.PI * (doy - 81)) / 364;
  return 0.1645 * Math.sin(2 * b) - 0.1255 * Math.cos(b) - 0.025 * Math.sin(b);
}

/** Hour angle at the middle of the period, radians. FAO-56 eq. 31–33. */
function hourAngle(input: Et0HourlyInput): number {
  const west = given(input.lonWest) ? input.lonWest : given(input.lonEast) ? -input.lonEast : null;
  const meridian = given(input.tzLonWest)
    ? input.tzLonWest
    : given(input.utcOffsetHours)
      ? -15 * input.utcOffsetHours
      : null;
  const longitude = inRange(west ?? meridian ?? 0, 'lonWest', -360, 360);
  // Without a clock meridian the clock is taken as local solar time.
  const clock = inRange(meridian ?? longitude, 'tzLonWest', -360, 360);
  // Both may be 0–360 or ±180: the smallest difference counts.
  const difference = ((((clock - longitude + 180) % 360) + 360) % 360) - 180;
  const season = seasonalCorrection(input.doy);
  const midHour = inRange(input.midHour, 'midHour', 0, 24);
  return (Math.PI / 12) * (midHour + 0.06667 * difference + season - 12);
}

/** Hour angle folded into −π…π, so that 23:30 is before midnight and not after noon. */
function fold(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

function compute(input: Et0HourlyInput): Et0Hourly {
  if (!given(input.t)) throw new AgronomyError('no_temperature');
  if (!given(input.rh)) throw new AgronomyError('no_humidity');
  const t = physical(input.t, 't', 'temperature');
  const rh = relativeHumidity(input.rh, 'rh');
  const hours = inRange(input.hours ?? 1, 'hours', 1 / 60, 1);
  const elevation = input.elevation ?? 0;
  const place = { lat: input.lat, doy: physical(input.doy, 'doy', 'dayOfYear') };
  const middle = fold(hourAngle(input));
  const half = (Math.PI * hours) / 24;
  const ra = raBetween(place, middle - half, middle + half);
  const rso = clearSky(ra, elevation);
  const nightRatio = inRange(input.nightRatio ?? NIGHT_RATIO, 'nightRatio', 0, 1);
  const measured = given(input.rs) ? physical(input.rs, 'rs', 'hourlyRadiation') : null;
  const rs = measured ?? rso * nightRatio;
  const isDay = ra > 0;
  const ratio = isDay ? clearness(rs, rso) : nightRatio;
  const es = e0(t);
  const ea = (es * rh) / 100;
  const rnl = netLongwave({ tmax: t, tmin: t, ea }, ratio, STEFAN_BOLTZMANN_HOUR * hours);
  const rn = (1 - ALBEDO) * rs - rnl;
  const asce = input.coefficients === 'asce';
  // FAO-56 uses daylight, ASCE the sign of net radiation.
  const day = asce ? rn > 0 : isDay;
  const G = (day ? 0.1 : 0.5) * rn;
  const cd = asce ? ASCE_CD[day ? 'day' : 'night'] : FAO_CD;
  const wind = windOf(input);
  const slope = delta(t);
  const gamma = psychrometricConstant(pressure(elevation));
  const aerodynamic = ((gamma * 37 * hours) / (t + 273)) * wind * (es - ea);
  const et0 = (MM_PER_MJ * slope * (rn - G) + aerodynamic) / (slope + gamma * (1 + cd * wind));
  const missing: Et0Hourly['missing'][number][] = [];
  if (measured === null) missing.push('radiation');
  if (!given(input.u2) && !given(input.wind)) missing.push('wind');
  return {
    et0: Math.max(MIN_HOURLY * hours, et0),
    ra,
    rso,
    rs,
    rnl,
    rn,
    G,
    ea,
    es,
    ratio,
    isDay,
    missing,
    reason: null,
  };
}

function windOf(input: Et0HourlyInput): number {
  if (given(input.u2)) return Math.max(MIN_WIND, physical(input.u2, 'u2', 'wind'));
  if (!given(input.wind)) return 2;
  const wind = physical(input.wind, 'wind', 'wind');
  const height = input.windHeight ?? 2;
  return Math.max(MIN_WIND, height === 2 ? wind : u2({ u: wind, z: height }));
}
