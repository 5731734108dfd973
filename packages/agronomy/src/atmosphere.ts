import { finite, inRange, physical, relativeHumidity } from './checked.ts';
import { AgronomyError } from './reason.ts';

/** Latent heat of vaporisation as FAO-56 fixes it: 1 MJ m⁻² evaporates 0.408 mm (eq. 20). */
export const MM_PER_MJ = 0.408;

/** Air pressure in kPa at an elevation in metres. FAO-56 eq. 7. */
export function pressure(elevation: number): number {
  return 101.3 * ((293 - 0.0065 * physical(elevation, 'elevation', 'elevation')) / 293) ** 5.26;
}

/** Psychrometric constant in kPa/°C at an air pressure in kPa. FAO-56 eq. 8. */
export function psychrometricConstant(pressureKpa: number): number {
  return 0.000665 * inRange(pressureKpa, 'pressureKpa', 20, 120);
}

/** Saturation vapour pressure in kPa at a temperature in °C. FAO-56 eq. 11. */
export function e0(temperature: number): number {
  const t = physical(temperature, 'temperature', 'temperature');
  return 0.6108 * Math.exp((17.27 * t) / (t + 237.3));
}

/** Dew point in °C of a vapour pressure in kPa: the inverse of {@link e0} (FAO-56 eq. 3-11, coefficients not rounded). */
export function dewpoint(vapourPressure: number): number {
  const logarithm = Math.log(inRange(vapourPressure, 'vapourPressure', 1e-6, 20) / 0.6108);
  return (237.3 * logarithm) / (17.27 - logarithm);
}

/** Slope of the saturation vapour pressure curve in kPa/°C at a temperature in °C. FAO-56 eq. 13. */
export function delta(temperature: number): number {
  return (4098 * e0(temperature)) / (temperature + 237.3) ** 2;
}

/**
 * Wind at 2 m from wind at another height, both m/s; height in metres. FAO-56 eq. 47.
 * @throws AgronomyError that names `wind` or `windHeight`, as those who call it do
 */
export function u2(input: { u: number; z: number }): number {
  const u = physical(input.u, 'wind', 'wind');
  return (u * 4.87) / Math.log(67.8 * physical(input.z, 'windHeight', 'windHeight') - 5.42);
}

/** Mean saturation vapour pressure of a day in kPa. FAO-56 eq. 12. Temperatures in °C. */
export function meanSaturationPressure(input: { tmax: number; tmin: number }): number {
  return (e0(input.tmax) + e0(input.tmin)) / 2;
}

export type HumidityMethod = 'given' | 'tdew' | 'rhmaxmin' | 'rhmax' | 'rhmean' | 'tmin';

/** Humidity of the air. The first of these values that is present is used, `rhMax` together with `rhMin` if both are. */
export interface HumidityInput {
  /** Actual vapour pressure, kPa. */
  ea?: number | null;
  /** Dew point, °C. */
  tdew?: number | null;
  /** Relative humidities, %. */
  rhMax?: number | null;
  rhMin?: number | null;
  rhMean?: number | null;
}

/**
 * Actual vapour pressure of a day in kPa, never above saturation, and how it was found.
 * FAO-56 eq. 14 (dew point), 17 (RHmax and RHmin), 18 (RHmax), 19 (RHmean), 48 (dew point taken as Tmin).
 */
export function actualVapourPressure(
  temperatures: { tmax: number; tmin: number },
  humidity: HumidityInput,
): { ea: number; method: HumidityMethod } {
  const { tmax, tmin } = temperatures;
  const saturation = meanSaturationPressure(temperatures);
  const [ea, method] = chooseHumidity(tmax, tmin, saturation, humidity);
  return { ea: Math.min(ea, saturation), method };
}

function chooseHumidity(
  tmax: number,
  tmin: number,
  saturation: number,
  humidity: HumidityInput,
): readonly [number, HumidityMethod] {
  const rhMax = optional(humidity.rhMax, 'rhMax');
  const rhMin = optional(humidity.rhMin, 'rhMin');
  const rhMean = optional(humidity.rhMean, 'rhMean');
  if (humidity.ea !== undefined && humidity.ea !== null) {
    return [physical(humidity.ea, 'ea', 'vapourPressure'), 'given'];
  }
  if (humidity.tdew !== undefined && humidity.tdew !== null) return [e0(humidity.tdew), 'tdew'];
  if (rhMax !== null && rhMin !== null) {
    if (rhMax < rhMin) throw new AgronomyError('out_of_range', 'rhMax', rhMax);
    return [(e0(tmin) * rhMax + e0(tmax) * rhMin) / 200, 'rhmaxmin'];
  }
  if (rhMax !== null) return [(e0(tmin) * rhMax) / 100, 'rhmax'];
  if (rhMean !== null) return [(saturation * rhMean) / 100, 'rhmean'];
  return [e0(tmin), 'tmin'];
}

function optional(value: number | null | undefined, field: string): number | null {
  return value === undefined || value === null ? null : relativeHumidity(value, field);
}

/**
 * Actual vapour pressure in kPa from dry and wet bulb, °C. FAO-56 eq. 15 and 16.
 * `ventilation` is 0.000662 for an Asmann (5 m/s), 0.0008 for natural, 0.0012 for indoor psychrometers.
 */
export function vapourPressureFromWetBulb(input: {
  tdry: number;
  twet: number;
  elevation: number;
  ventilation?: number;
}): number {
  const ventilation = finite(input.ventilation ?? 0.000662, 'ventilation');
  if (input.twet > input.tdry) throw new AgronomyError('out_of_range', 'twet', input.twet);
  return Math.max(0, e0(input.twet) - ventilation * pressure(input.elevation) * (input.tdry - input.twet));
}
