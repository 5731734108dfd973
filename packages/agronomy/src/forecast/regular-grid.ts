import { cleanSamples, type Sample } from '../daily.ts';
import { median } from '../statistics.ts';
import type { Grid } from './methods.ts';

/** Holes of up to this many buckets are bridged by a straight line. */
const MAX_BRIDGE = 3;
/** A value this many times the usual roughness away from its neighbours is an outlier. */
const SPIKE_LIMIT = 12;
/** Share of the usual range that a jump must exceed to be called a spike. */
const SPIKE_RANGE = 0.35;
/** Neighbours on each side that a value is compared with. */
const NEIGHBOURS = 3;

export interface RegularSeries {
  grid: Grid;
  /** Start of the first bucket, epoch ms. */
  start: number;
  stepMs: number;
  /** Epoch ms of the newest sample. */
  newest: number;
  missingShare: number;
  /** Buckets that were taken for spikes. */
  spikes: number;
}

/**
 * Samples on a regular grid: the median of each bucket, without single outliers, short gaps interpolated. Buckets are
 * aligned to the epoch; the last one contains the newest sample. Null without a sample.
 */
export function regularGrid(
  points: readonly Sample[],
  stepMs: number,
  mostBuckets: number,
): RegularSeries | null {
  const samples = cleanSamples(points);
  const last = samples.at(-1);
  if (last === undefined) return null;
  const end = Math.floor(last[0] / stepMs);
  const first = Math.max(Math.floor((samples[0]?.[0] ?? 0) / stepMs), end - mostBuckets + 1);
  const grid = new Float64Array(end - first + 1).fill(Number.NaN);
  let bucket = first;
  let inside: number[] = [];
  const close = () => {
    if (inside.length > 0) grid[bucket - first] = median(inside);
    inside = [];
  };
  for (const [ts, value] of samples) {
    const own = Math.floor(ts / stepMs);
    if (own < first) continue;
    if (own !== bucket) {
      close();
      bucket = own;
    }
    inside.push(value);
  }
  close();
  const spikes = dropSpikes(grid);
  const missingShare = bridge(grid);
  return { grid, start: first * stepMs, stepMs, newest: last[0], missingShare, spikes };
}

/**
 * Replaces single outliers. The newest value has no successor: a jump counts only once a second value confirms it;
 * until then the previous value is used.
 */
function dropSpikes(grid: Grid): number {
  const present = grid.filter((value) => !Number.isNaN(value));
  if (present.length < 4 * NEIGHBOURS) return 0;
  const sorted = Float64Array.from(present).sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] as number;
  const range = at(0.98) - at(0.02);
  const gaps = new Float64Array(grid.length).fill(Number.NaN);
  for (let index = 0; index < grid.length; index++) gaps[index] = distance(grid, index);
  const roughness = 1.4826 * median(gaps.filter((gap) => !Number.isNaN(gap)));
  const limit = Math.max(SPIKE_LIMIT * roughness, SPIKE_RANGE * range, 1e-12);
  let dropped = 0;
  for (let index = 0; index < grid.length; index++) {
    const gap = gaps[index] as number;
    if (Number.isNaN(gap) || gap <= limit || isShared(grid, index, gap)) continue;
    dropped++;
    grid[index] = index === grid.length - 1 ? lastPresent(grid, index) : Number.NaN;
  }
  return dropped;
}

/** How far a value is from the median of its neighbours. */
function distance(grid: Grid, index: number): number {
  const value = grid[index] as number;
  if (Number.isNaN(value)) return Number.NaN;
  const around: number[] = [];
  for (let near = index - NEIGHBOURS; near <= index + NEIGHBOURS; near++) {
    const other = grid[near];
    if (near !== index && other !== undefined && !Number.isNaN(other)) around.push(other);
  }
  return around.length === 0 ? Number.NaN : Math.abs(value - median(around));
}

function isShared(grid: Grid, index: number, gap: number): boolean {
  const value = grid[index] as number;
  return [grid[index - 1], grid[index + 1]].some(
    (near) => near !== undefined && !Number.isNaN(near) && Math.abs(value - near) < gap / 2,
  );
}

function lastPresent(grid: Grid, index: number): number {
  let at = index - 1;
  while (at >= 0 && Number.isNaN(grid[at])) at--;
  return at >= 0 ? (grid[at] as number) : Number.NaN;
}

/** Interpolates short gaps; returns the share that was missing before. */
function bridge(grid: Grid): number {
  let missing = 0;
  let hole = 0;
  for (let index = 0; index < grid.length; index++) {
    if (Number.isNaN(grid[index])) {
      missing++;
      hole++;
      continue;
    }
    const before = index - hole - 1;
    if (hole > 0 && hole <= MAX_BRIDGE && before >= 0) {
      const from = grid[before] as number;
      const to = grid[index] as number;
      for (let step = 1; step <= hole; step++) grid[before + step] = from + ((to - from) * step) / (hole + 1);
    }
    hole = 0;
  }
  return grid.length === 0 ? 1 : missing / grid.length;
}
