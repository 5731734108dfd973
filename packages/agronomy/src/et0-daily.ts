import {
  actualVapourPressure,
  delta,
  type HumidityInput,
  type HumidityMethod,
  meanSaturationPressure,
  MM_PER_MJ,
  pressure,
  psychrometricConstant,
  u2,
} from './atmosphere.ts';
import { finite, given, physical } from './checked.ts';
import {
  ALBEDO,
  clearness,
  clearSky,
  daylight,
  netLongwave,
  netRadiation,
  ra as extraterrestrial,
  rsSunshine,
  rsTemperature,
} from './radiation.ts';
import { AgronomyError, attempt, type Reason } from './reason.ts';

/** Default wind, m/s at 2 m: the world mean of FAO-56 p. 63. */
const DEFAULT_WIND = 2;
/** Least wind at 2 m, m/s: still air keeps exchanging vapour (FAO-56 p. 63). */
export const MIN_WIND = 0.5;

export interface Et0DailyInput extends HumidityInput {
  /** Day of the year, 1–366. */
  doy: number;
  /** Degrees north. */
  lat: number;
  /** Metres above the sea. Default 0. */
  elevation?: number | null;
  /** Highest and lowest air temperature, °C. */
  tmax?: number | null;
  tmin?: number | null;
  /** Solar radiation, MJ m⁻² d⁻¹ (a daily mean in W/m² × 0.0864). */
  rs?: number | null;
  /** Hours of bright sunshine. */
  sunshineHours?: number | null;
  /** Wind, m/s, and the height it is measured at, m (default 2). */
  wind?: number | null;
  windHeight?: number | null;
  /** Within about 20 km of a sea: the coefficient of eq. 50. Default false. */
  coast?: boolean;
  /** Soil heat flux, MJ m⁻² d⁻¹; 0 for a day (eq. 42), eq. 43 for a month. */
  soilHeatFlux?: number | null;
}

export interface Et0Methods {
  ea: HumidityMethod;
  /** 'filled': a part of the day was measured, the rest is filled in by the course of the sun. */
  rs: 'measured' | 'filled' | 'sunshine' | 'temperature' | 'inside' | 'outside';
  wind: 'measured' | 'default' | 'fixed-resistance';
}

/** Reference evapotranspiration of a day with all its terms. */
export interface Et0Daily {
  /** mm/d, never negative. */
  et0: number;
  /** Radiation terms, MJ m⁻² d⁻¹. */
  ra: number;
  rso: number;
  rs: number;
  rns: number;
  rnl: number;
  rn: number;
  /** Vapour pressures, kPa. */
  ea: number;
  es: number;
  /** kPa/°C. */
  delta: number;
  gamma: number;
  /** m/s at 2 m. */
  u2: number;
  /** Daylight hours. */
  N: number;
  /** How each input came about. */
  methods: Et0Methods;
  /** Measurements that were replaced by an estimate. */
  missing: readonly ('humidity' | 'radiation' | 'wind')[];
  reason: null;
}

export interface NoEt0 {
  et0: null;
  reason: Reason;
}

/** Temperatures of a day in order. @throws AgronomyError `no_temperature`, `tmax_below_tmin`, … */
export function dayTemperatures(input: { tmax?: number | null; tmin?: number | null }): {
  tmax: number;
  tmin: number;
} {
  if (!given(input.tmax) || !given(input.tmin)) throw new AgronomyError('no_temperature');
  const tmax = physical(input.tmax, 'tmax', 'temperature');
  const tmin = physical(input.tmin, 'tmin', 'temperature');
  if (tmax < tmin) throw new AgronomyError('tmax_below_tmin', 'tmax', tmax);
  return { tmax, tmin };
}

/**
 * FAO-56 Penman–Monteith for a day (eq. 6); missing measurements are replaced by FAO-56 chapter 3 and named in
 * `methods`. Without temperature, or with impossible input, `et0` is null with a `reason`.
 *
 * @example et0Daily({ doy: 187, lat: 50.8, elevation: 100, tmax: 21.5, tmin: 12.3 }).et0
 */
export function et0Daily(input: Et0DailyInput): Et0Daily | NoEt0 {
  const result = attempt(() => compute(input));
  return result.reason === null ? result.value : { et0: null, reason: result.reason };
}

function compute(input: Et0DailyInput): Et0Daily {
  const temperatures = dayTemperatures(input);
  const elevation = input.elevation ?? 0;
  const place = { lat: input.lat, doy: input.doy };
  const ra = extraterrestrial(place);
  const rso = clearSky(ra, elevation);
  const { ea, method: eaMethod } = actualVapourPressure(temperatures, input);
  const [rs, rsMethod] = solarRadiation(input, temperatures, elevation, ra);
  const [wind, windMethod] = windAt2m(input);
  const terms = penmanMonteith({
    temperatures,
    elevation,
    ea,
    rs,
    clear: clearness(rs, rso),
    wind,
    soilHeatFlux: finite(input.soilHeatFlux ?? 0, 'soilHeatFlux'),
  });
  const missing: Et0Daily['missing'][number][] = [];
  if (eaMethod === 'tmin') missing.push('humidity');
  if (rsMethod === 'temperature') missing.push('radiation');
  if (windMethod === 'default') missing.push('wind');
  return {
    ...terms,
    ra,
    rso,
    rs,
    ea,
    N: daylight(place),
    methods: { ea: eaMethod, rs: rsMethod, wind: windMethod },
    missing,
    reason: null,
  };
}

/** Radiation above the extraterrestrial one is refused; the tolerance covers a low sun and rounding. */
function plausibleRadiation(rs: number, ra: number): number {
  if (rs > 1.1 * ra + 1) throw new AgronomyError('out_of_range', 'rs', rs);
  return rs;
}

function solarRadiation(
  input: Et0DailyInput,
  temperatures: { tmax: number; tmin: number },
  elevation: number,
  ra: number,
): readonly [number, Et0Methods['rs']] {
  if (given(input.rs)) {
    return [plausibleRadiation(physical(input.rs, 'rs', 'dailyRadiation'), ra), 'measured'];
  }
  const place = { lat: input.lat, doy: input.doy };
  if (given(input.sunshineHours)) {
    const n = physical(input.sunshineHours, 'sunshineHours', 'sunshineHours');
    return [rsSunshine({ ...place, n }), 'sunshine'];
  }
  return [
    rsTemperature({ ...place, ...temperatures, elevation, coast: input.coast === true }),
    'temperature',
  ];
}

function windAt2m(input: Et0DailyInput): readonly [number, 'measured' | 'default'] {
  if (!given(input.wind)) return [DEFAULT_WIND, 'default'];
  const measured = physical(input.wind, 'wind', 'wind');
  const height = input.windHeight ?? 2;
  // The logarithm of eq. 47 is 4.8685 at 2 m, not 4.87: wind measured at 2 m is used unchanged.
  const at2m = height === 2 ? measured : u2({ u: measured, z: height });
  return [Math.max(MIN_WIND, at2m), 'measured'];
}

/** Eq. 6 and the radiation balance under it, shared by the open field and the greenhouse. */
export function penmanMonteith(input: {
  temperatures: { tmax: number; tmin: number };
  elevation: number;
  ea: number;
  rs: number;
  clear: number;
  wind: number;
  soilHeatFlux: number;
}): Pick<Et0Daily, 'et0' | 'rns' | 'rnl' | 'rn' | 'es' | 'delta' | 'gamma' | 'u2'> {
  const { temperatures, ea, rs, wind } = input;
  const es = meanSaturationPressure(temperatures);
  const t = (temperatures.tmax + temperatures.tmin) / 2;
  const slope = delta(t);
  const gamma = psychrometricConstant(pressure(input.elevation));
  const rns = (1 - ALBEDO) * rs;
  const rnl = netLongwave({ ...temperatures, ea }, input.clear);
  const rn = netRadiation({ rs, rnl });
  const radiation = MM_PER_MJ * slope * (rn - input.soilHeatFlux);
  const aerodynamic = (gamma * 900 * wind * Math.max(0, es - ea)) / (t + 273);
  const et0 = (radiation + aerodynamic) / (slope + gamma * (1 + 0.34 * wind));
  return { et0: Math.max(0, et0), rns, rnl, rn, es, delta: slope, gamma, u2: wind };
}

/** Hargreaves ET0, mm/d, from temperatures in °C and extraterrestrial radiation in mm/d. FAO-56 eq. 52. */
export function et0Hargreaves(input: { tmax: number; tmin: number; raMm: number }): number {
  const { tmax, tmin } = dayTemperatures(input);
  const raMm = finite(input.raMm, 'raMm');
  return Math.max(0, 0.0023 * ((tmax + tmin) / 2 + 17.8) * Math.sqrt(tmax - tmin) * raMm);
}
