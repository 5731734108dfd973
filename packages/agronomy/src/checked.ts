import { AgronomyError } from './reason.ts';

/** Closed ranges of possible measurements; a value outside has a wrong unit or comes from a broken sensor. */
export const RANGES = {
  /** °C. The coldest and hottest air on record are −89.2 and 56.7 (WMO); a greenhouse may be hotter. */
  temperature: [-90, 75],
  /** %. Capacitive sensors read a little above 100 in dew: up to 105 is taken as 100. */
  humidity: [0, 105],
  /** m/s. */
  wind: [0, 100],
  /** Height of a wind sensor, m. Below 0.5 m the logarithmic profile of FAO-56 eq. 47 breaks down. */
  windHeight: [0.5, 200],
  /** MJ m⁻² d⁻¹. Extraterrestrial radiation never exceeds 49. */
  dailyRadiation: [0, 50],
  /** MJ m⁻² h⁻¹. The solar constant is 4.92. */
  hourlyRadiation: [0, 5],
  sunshineHours: [0, 24],
  /** kPa. */
  vapourPressure: [0, 20],
  /** Degrees north. */
  latitude: [-90, 90],
  /** Metres above the sea: the Dead Sea shore to Everest. */
  elevation: [-450, 8900],
  dayOfYear: [1, 366],
  /** m³ of water in m³ of soil. Peat holds up to 0.9. */
  soilWater: [0, 0.95],
  /** mm a day. The record is 1825 (Foc-Foc, 1966). */
  rain: [0, 2000],
} as const satisfies Record<string, readonly [number, number]>;

export type RangeName = keyof typeof RANGES;

/**
 * A number within a closed range.
 * @throws AgronomyError `not_a_number` or `out_of_range`, naming the field.
 */
export function inRange(value: unknown, field: string, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw new AgronomyError('not_a_number', field, value);
  if (value < min || value > max) throw new AgronomyError('out_of_range', field, value);
  return value;
}

/** A number within the named physical range. @throws AgronomyError */
export function physical(value: unknown, field: string, range: RangeName): number {
  const [min, max] = RANGES[range];
  return inRange(value, field, min, max);
}

/** Any finite number. @throws AgronomyError `not_a_number` */
export function finite(value: unknown, field: string): number {
  return inRange(value, field, -Number.MAX_VALUE, Number.MAX_VALUE);
}

/** Relative humidity in %, a sensor's 100–105 read as 100. @throws AgronomyError */
export function relativeHumidity(value: unknown, field: string): number {
  return Math.min(100, physical(value, field, 'humidity'));
}

/** Whether an optional measurement is present. In JSON a missing one is `null`. */
export function given(value: number | null | undefined): value is number {
  return value !== undefined && value !== null;
}

export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/**
 * Rounds a result: six decimals from 1 up, ten significant digits below. Smaller differences are noise of the inputs;
 * without them two builds that add in a different order return the same number.
 */
export function settled(value: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  return Math.abs(value) >= 1 ? Math.round(value * 1e6) / 1e6 : Number(value.toPrecision(10));
}
