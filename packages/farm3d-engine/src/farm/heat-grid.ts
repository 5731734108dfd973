import { check, checkFinite } from '../core/check.ts';
import { checkList, checkNumber } from '../core/check-fields.ts';

/** A value at a position, metres. */
export interface HeatPoint {
  /** To the east, metres in the plot's frame. */
  readonly x: number;
  /** To the south, metres in the plot's frame. */
  readonly z: number;
  /** Value in the unit of the scale. */
  readonly value: number;
}

/** A colour stop of a scale from 0 (lowest value) to 1 (highest). */
export interface HeatStop {
  /** 0 … 1, ascending. */
  readonly at: number;
  /** `#rrggbb`. */
  readonly color: string;
}

/** From low to high; differs in lightness too, for colour-blind users. */
export const HEAT_STOPS: readonly HeatStop[] = [
  { at: 0, color: '#8c4a1f' },
  { at: 0.25, color: '#d9a441' },
  { at: 0.5, color: '#e8e2a0' },
  { at: 0.75, color: '#5fb3a1' },
  { at: 1, color: '#1d5f9e' },
];

/** Value range of a heat map's colours. */
export interface HeatScale {
  /** Value of the first colour; smaller values have it too. */
  readonly low: number;
  /** Value of the last colour; greater values have it too. */
  readonly high: number;
  /** Unit after a value, e.g. `%`. */
  readonly unit: string;
}

/** Data for a legend: values at equal distances from the lowest to the highest. */
export interface HeatLegend extends HeatScale {
  /** Ascending; colours as `#rrggbb`. */
  readonly entries: readonly { readonly value: number; readonly color: string }[];
}

/** Values of a grid, row by row, interpolated by inverse squared distance; `points` must not be empty. */
export function heatGrid(
  points: readonly HeatPoint[],
  low: readonly [number, number],
  high: readonly [number, number],
  size: number,
): Float32Array {
  const grid = new Float32Array(size * size);
  const [stepX, stepZ] = [(high[0] - low[0]) / size, (high[1] - low[1]) / size];
  for (let i = 0; i < grid.length; i++) {
    const x = low[0] + ((i % size) + 0.5) * stepX;
    const z = low[1] + (Math.floor(i / size) + 0.5) * stepZ;
    let sum = 0;
    let weights = 0;
    for (const point of points) {
      const weight = 1 / ((point.x - x) ** 2 + (point.z - z) ** 2 + 1e-6);
      sum += point.value * weight;
      weights += weight;
    }
    grid[i] = sum / weights;
  }
  return grid;
}

/** Range of the values; a single value gets a margin. @throws FarmError `invalid-argument` */
export function heatScale(
  points: readonly HeatPoint[],
  { low, high, unit = '' }: Partial<HeatScale> = {},
): HeatScale {
  checkList('points', points);
  for (const [i, { x, z, value }] of points.entries())
    checkFinite({ [`points[${i}].x`]: x, [`points[${i}].z`]: z, [`points[${i}].value`]: value });
  check(points.length > 0, 'points', points);
  checkNumber('low', low);
  checkNumber('high', high);
  const values = points.map(({ value }) => value);
  let min = low ?? Math.min(...values);
  let max = high ?? Math.max(...values);
  check(min <= max, 'high', max);
  if (min === max) {
    min -= 0.5;
    max += 0.5;
  }
  return { low: min, high: max, unit };
}

/** The colour at a position of the scale; red, green, blue 0 … 255. */
export function heatColor(part: number, stops: readonly HeatStop[] = HEAT_STOPS): [number, number, number] {
  const at = Math.min(1, Math.max(0, part));
  const above = Math.max(
    1,
    stops.findIndex((stop) => stop.at >= at),
  );
  const [from, to] = [stops[above - 1]!, stops[above]!];
  const mix = (at - from.at) / (to.at - from.at);
  const [a, b] = [parse(from.color), parse(to.color)];
  return [0, 1, 2].map((i) => Math.round(a[i]! + (b[i]! - a[i]!) * mix)) as [number, number, number];
}

/**
 * Data for a legend of a heat map.
 * @param stops colours of the scale
 * @param count number of entries, 2 or more
 */
export function heatLegend(scale: HeatScale, stops: readonly HeatStop[] = HEAT_STOPS, count = 5): HeatLegend {
  const entries = Array.from({ length: count }, (_, i) => {
    const part = i / (count - 1);
    const [r, g, b] = heatColor(part, stops);
    const color = `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    return { value: scale.low + (scale.high - scale.low) * part, color };
  });
  return { ...scale, entries };
}

const parse = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
