import { clamp, inRange } from './checked.ts';

/**
 * Runoff of a day's rain, mm, by the curve number (SCS 1972): none up to a fifth of the storage. The number is for
 * average moisture; `surfaceDepletion` (De, with REW and TEW, mm) adjusts it between those of wet and dry soil as
 * ASCE Manual 70 (2016, eq. 14-12 to 14-15) does.
 */
export function runoff(input: {
  rain: number;
  /** 1–100: 65–75 for cultivated loam. */
  curveNumber: number;
  surfaceDepletion?: number | null;
  rew?: number | null;
  tew?: number | null;
}): number {
  const rain = inRange(input.rain, 'rain', 0, 2000);
  const middle = inRange(input.curveNumber, 'curveNumber', 1, 100);
  const dry = middle / (2.281 - 0.01281 * middle);
  const wet = middle / (0.427 + 0.00573 * middle);
  let number = middle;
  const { surfaceDepletion: de, rew, tew } = input;
  if (typeof de === 'number' && typeof rew === 'number' && typeof tew === 'number') {
    const wetEnd = 0.5 * rew;
    const dryEnd = 0.7 * rew + 0.3 * tew;
    const share = clamp((de - wetEnd) / Math.max(1e-6, dryEnd - wetEnd), 0, 1);
    number = wet + share * (dry - wet);
  }
  const storage = 250 * (100 / clamp(number, 1, 100) - 1);
  if (rain <= 0.2 * storage) return 0;
  return (rain - 0.2 * storage) ** 2 / (rain + 0.8 * storage);
}

/** How AquaCrop's reference manual (chapter 3) ties capillary rise to the conductivity, by class of soil. */
export type CapillaryClass = 'sandy' | 'loamy' | 'sandyClayey' | 'siltyClayey';
const CAPILLARY: Readonly<Record<CapillaryClass, (k: number) => readonly [a: number, b: number]>> = {
  sandy: (k) => [-0.3112 - 1e-5 * k, -1.4936 + 0.2416 * Math.log(k)],
  loamy: (k) => [-0.4986 + 9e-5 * k, -2.132 + 0.4778 * Math.log(k)],
  sandyClayey: (k) => [-0.5677 - 4e-5 * k, -3.7189 + 0.5922 * Math.log(k)],
  siltyClayey: (k) => [-0.6366 + 8e-4 * k, -1.9165 + 0.7063 * Math.log(k)],
};
/** Least conductivity with a rise of its own, mm/d: tighter soils have that of this one. */
const MIN_CONDUCTIVITY = 0.1;
/** Greatest capillary rise, mm a day, and the height above the water table beyond which there is none, m. */
const MAX_RISE = 10;
const MAX_TABLE_DEPTH = 4;

/**
 * Water that can rise from a water table to a point `height` metres above it, mm/d: exp((ln z − b)/a), AquaCrop's
 * empirical form. Conductivity in mm/d. At most 10 mm/d; none from more than 4 m.
 */
export function capillaryRise(input: { height: number; conductivity: number; soil: CapillaryClass }): number {
  const height = inRange(input.height, 'height', 0, 100);
  if (height >= MAX_TABLE_DEPTH) return 0;
  if (height <= 0.01) return MAX_RISE;
  const [a, b] = CAPILLARY[input.soil](
    Math.max(MIN_CONDUCTIVITY, inRange(input.conductivity, 'conductivity', 0, 1e5)),
  );
  return Math.min(MAX_RISE, Math.exp((Math.log(height) - b) / a));
}

/** The class of a soil by its sand and clay, %. */
export function capillaryClass(sand: number, clay: number): CapillaryClass {
  if (sand >= 65 && clay < 18) return 'sandy';
  if (clay >= 35 && sand < 45) return 'siltyClayey';
  return clay >= 20 && sand >= 45 ? 'sandyClayey' : 'loamy';
}

/** Salt tolerance of a crop: ECe threshold, dS/m, and % of yield lost for each dS/m above it. */
export interface SaltTolerance {
  threshold: number;
  slope: number;
}

/**
 * Stress by salt, 1 to 0: FAO-56 eq. 89 at full water, 1 − b/(100·Ky)·(ECe − ECe threshold).
 */
export function saltStress(input: { soilEc: number; tolerance: SaltTolerance; ky?: number | null }): number {
  const soilEc = inRange(input.soilEc, 'soilEc', 0, 100);
  const { threshold, slope } = input.tolerance;
  const ky = inRange(input.ky ?? 1, 'ky', 0.1, 3);
  return clamp(1 - (slope / (100 * ky)) * Math.max(0, soilEc - threshold), 0, 1);
}

/**
 * Salt of the root zone after a day, as ECe in dS/m. Irrigation adds its own, drainage removes that of the soil
 * solution, uptake removes none. Water contents in mm; the extract has twice the water of field capacity.
 */
export function saltAfterDay(input: {
  soilEc: number;
  waterEc: number;
  irrigation: number;
  drained: number;
  /** mm in the root zone at the day's end and at field capacity. */
  water: number;
  capacity: number;
}): number {
  const mass = inRange(input.soilEc, 'soilEc', 0, 100) * 2 * input.capacity;
  const brought = inRange(input.waterEc, 'waterEc', 0, 60) * Math.max(0, input.irrigation);
  const share = Math.max(0, input.drained) / Math.max(1e-6, input.water + Math.max(0, input.drained));
  return clamp((mass + brought) * (1 - share), 0, 200 * input.capacity) / (2 * input.capacity);
}
