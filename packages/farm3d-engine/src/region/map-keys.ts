import type { RegionLevel } from './region-level.ts';

/** Actions of keys on a map. */
export interface MapKeyTarget {
  move(dx: number, dz: number): void;
  enter(): void;
  leave(): void;
  fit(): void;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Arrows select a neighbouring region, Enter drills down, Escape goes back, Home fits the map. @returns whether the key was
 * used
 */
export function handleMapKey(event: KeyboardEvent, target: MapKeyTarget): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  const step = STEPS[event.key];
  if (step) target.move(...step);
  else if (event.key === 'Enter') target.enter();
  else if (event.key === 'Escape') target.leave();
  else if (event.key === 'Home') target.fit();
  else return false;
  return true;
}

/**
 * The nearest region in a direction; distance sideways counts double.
 * @param from -1: starts in the middle of the map
 */
export function neighbourOf(level: RegionLevel, from: number, dx: number, dz: number): number {
  const { anchors, origin } = level.map.flat;
  const x0 = from < 0 ? (level.box[0] + level.box[2]) / 2 - origin[0] : anchors[from * 2]!;
  const z0 = from < 0 ? (level.box[1] + level.box[3]) / 2 - origin[1] : anchors[from * 2 + 1]!;
  let best = from;
  let bestCost = Infinity;
  for (let region = 0; region < level.count; region++) {
    if (region === from) continue;
    const x = anchors[region * 2]! - x0;
    const z = anchors[region * 2 + 1]! - z0;
    const ahead = x * dx + z * dz;
    const sideways = Math.abs(x * dz) + Math.abs(z * dx);
    // Without a selection, any region may be chosen.
    if (from >= 0 && ahead <= 0) continue;
    const cost = from < 0 ? x * x + z * z : ahead + 2 * sideways;
    if (cost >= bestCost) continue;
    bestCost = cost;
    best = region;
  }
  return best;
}
