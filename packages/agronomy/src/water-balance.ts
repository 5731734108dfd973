import { clamp, inRange, physical } from './checked.ts';
import { soilLimits, type SoilLimits } from './soil.ts';

/** Rain below this share of ET0 wets leaves only (FAO-56 p. 170). */
const EFFECTIVE_RAIN_SHARE = 0.2;

/** Rain that reaches the roots, mm: none when it is under a fifth of ET0. */
export function effectiveRain(rain: number, et0: number): number {
  const fallen = physical(rain, 'rain', 'rain');
  return fallen < EFFECTIVE_RAIN_SHARE * et0 ? 0 : fallen;
}

/**
 * One day of the root-zone balance. FAO-56 eq. 85–88, all mm: what falls beyond field capacity drains, depletion
 * stays in 0…TAW. Upward flow from a water table is not counted.
 */
export function balanceStep(input: {
  depletion: number;
  rain: number;
  runoff: number;
  irrigation: number;
  etc: number;
  taw: number;
}): { depletion: number; deepPercolation: number } {
  const taw = inRange(input.taw, 'taw', 0, 1e5);
  const start = inRange(input.depletion, 'depletion', 0, 1e5);
  const etc = inRange(input.etc, 'etc', 0, 100);
  const runoff = inRange(input.runoff, 'runoff', 0, 2000);
  const rain = Math.max(0, physical(input.rain, 'rain', 'rain') - runoff);
  const irrigation = inRange(input.irrigation, 'irrigation', 0, 2000);
  const deepPercolation = Math.max(0, rain + irrigation - etc - start);
  return { depletion: clamp(start - rain - irrigation + etc + deepPercolation, 0, taw), deepPercolation };
}

/** A layer of a soil profile. */
export interface ProfileLayer extends SoilLimits {
  /** Depth of its bottom, m. */
  bottom: number;
  /** Water content at the start, m³/m³. */
  initial: number;
}

/** Integrates a property of the profile from the surface to a depth in metres, giving mm for m³/m³. */
export function profileWater(
  layers: readonly ProfileLayer[],
  depth: number,
  property: (layer: ProfileLayer) => number,
): number {
  let top = 0;
  let water = 0;
  for (const layer of layers) {
    const bottom = Math.min(depth, layer.bottom);
    if (bottom > top) water += 1000 * (bottom - top) * property(layer);
    top = Math.max(top, layer.bottom);
  }
  // Below the lowest layer the soil is assumed to be that of this layer.
  const last = layers.at(-1);
  if (last !== undefined && depth > last.bottom) water += 1000 * (depth - last.bottom) * property(last);
  return water;
}

/** Layers in range, sorted from the surface. @throws AgronomyError */
export function checkedProfile(layers: readonly ProfileLayer[]): readonly ProfileLayer[] {
  return layers
    .map((layer) => ({
      ...soilLimits(layer),
      bottom: inRange(layer.bottom, 'bottom', 0.01, 20),
      initial: physical(layer.initial, 'initial', 'soilWater'),
    }))
    .sort((a, b) => a.bottom - b.bottom);
}
