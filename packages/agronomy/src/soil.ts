import { clamp, given, inRange, physical } from './checked.ts';
import { AgronomyError } from './reason.ts';

export interface SoilLimits {
  /** Field capacity and wilting point, m³/m³. */
  fieldCapacity: number;
  wiltingPoint: number;
}

/** Limits in range and in order. @throws AgronomyError `soil_limits_inverted`, `out_of_range` */
export function soilLimits(input: SoilLimits): SoilLimits {
  const fieldCapacity = physical(input.fieldCapacity, 'fieldCapacity', 'soilWater');
  const wiltingPoint = physical(input.wiltingPoint, 'wiltingPoint', 'soilWater');
  if (fieldCapacity <= wiltingPoint)
    throw new AgronomyError('soil_limits_inverted', 'fieldCapacity', fieldCapacity);
  return { fieldCapacity, wiltingPoint };
}

/** Total and readily available water, mm. FAO-56 eq. 82 and 83. Root depth in metres, `p` 0–1. */
export function tawRaw(input: SoilLimits & { rootDepth: number; p: number }): { taw: number; raw: number } {
  const { fieldCapacity, wiltingPoint } = soilLimits(input);
  const taw = 1000 * (fieldCapacity - wiltingPoint) * inRange(input.rootDepth, 'rootDepth', 0.01, 10);
  return { taw, raw: inRange(input.p, 'p', 0, 1) * taw };
}

/** Depletion fraction for the day's ETc in mm, kept in 0.1–0.8. FAO-56 table 22, footnote 2. */
export function pAdjusted(input: { p: number; etc: number }): number {
  const p = inRange(input.p, 'p', 0, 1);
  return clamp(p + 0.04 * (5 - inRange(input.etc, 'etc', 0, 50)), 0.1, 0.8);
}

/** Water stress coefficient, 1 unstressed to 0. FAO-56 eq. 84. All in mm. */
export function ks(input: { taw: number; raw: number; depletion: number }): number {
  const taw = inRange(input.taw, 'taw', 1e-6, 1e5);
  const raw = inRange(input.raw, 'raw', 0, taw);
  const depletion = inRange(input.depletion, 'depletion', -1e5, 1e5);
  if (depletion <= raw) return 1;
  return clamp((taw - depletion) / (taw - raw), 0, 1);
}

/** A soil moisture sensor. */
export interface SoilReading {
  /** Depth of the sensor, m. */
  depth: number;
  /** Water content, m³/m³. */
  vwc: number;
  /** Field capacity at that depth, m³/m³, when it differs from the profile's. */
  fieldCapacity?: number | null;
}

/**
 * Root-zone depletion in mm from sensors: each represents the soil from half-way to the one above it to half-way to
 * the one below, the highest up to the surface, the lowest down to the end of the roots. Wet layers offset dry ones;
 * only the total cannot be negative.
 */
export function depletionFromSensors(input: {
  readings: readonly SoilReading[];
  fieldCapacity: number;
  rootDepth: number;
}): number {
  const rootDepth = inRange(input.rootDepth, 'rootDepth', 0.01, 10);
  let depletion = 0;
  for (const layer of sensorLayers(input.readings, rootDepth)) {
    const capacity = given(layer.reading.fieldCapacity) ? layer.reading.fieldCapacity : input.fieldCapacity;
    const deficit = physical(capacity, 'fieldCapacity', 'soilWater') - layer.reading.vwc;
    depletion += 1000 * deficit * (layer.bottom - layer.top);
  }
  return Math.max(0, depletion);
}

/** The slice of the root zone, metres from the surface, that each sensor represents. */
export function sensorLayers(
  readings: readonly SoilReading[],
  rootDepth: number,
): readonly { reading: SoilReading; top: number; bottom: number }[] {
  const sorted = readings
    .map((reading) => ({
      ...reading,
      depth: inRange(reading.depth, 'depth', 0, 10),
      vwc: physical(reading.vwc, 'vwc', 'soilWater'),
    }))
    .sort((a, b) => a.depth - b.depth);
  if (sorted.length === 0) throw new AgronomyError('no_soil_moisture');
  const layers: { reading: SoilReading; top: number; bottom: number }[] = [];
  let top = 0;
  for (const [index, reading] of sorted.entries()) {
    const next = sorted[index + 1];
    const bottom = Math.min(rootDepth, next === undefined ? rootDepth : (reading.depth + next.depth) / 2);
    if (bottom > top) layers.push({ reading, top, bottom });
    top = Math.max(top, bottom);
  }
  return layers;
}
