import { FarmError } from '../core/errors.ts';

/** A reading and where it was taken, metres. */
export interface HeatPoint {
  /** To the east, metres in the plot's frame. */
  readonly x: number;
  /** To the south, metres in the plot's frame. */
  readonly z: number;
  /** The reading, in the scale's unit. */
  readonly value: number;
}

/** A colour of a scale, from 0 (the least value) to 1 (the greatest). */
export interface HeatStop {
  /** 0 … 1, rising from stop to stop. */
  readonly at: number;
  /** `#rrggbb`. */
  readonly color: string;
}

/** Dry to wet, or little to much: told apart by lightness, too, for eyes that see no green. */
export const HEAT_STOPS: readonly HeatStop[] = [
  { at: 0, color: '#8c4a1f' },
  { at: 0.25, color: '#d9a441' },
  { at: 0.5, color: '#e8e2a0' },
  { at: 0.75, color: '#5fb3a1' },
  { at: 1, color: '#1d5f9e' },
];

/** What the ends of a heat map's colours mean. */
export interface HeatScale {
  /** Value of the first colour; smaller ones have it, too. */
  readonly low: number;
  /** Value of the last colour; greater ones have it, too. */
  readonly high: number;
  /** Text behind a value, e.g. `%`. */
  readonly unit: string;
}

/** Data for a legend: as many values as asked for, evenly from the least to the greatest. */
export interface HeatLegend extends HeatScale {
  /** From the least value to the greatest; colours as `#rrggbb`. */
  readonly entries: readonly { readonly value: number; readonly color: string }[];
}

/** Values for a grid of places, row by row, by the inverse square of the distance to each reading; `points` not empty. */
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

/** Least and greatest of the readings; a single value gets some room around it. @throws FarmError `invalid-argument` */
export function heatScale(
  points: readonly HeatPoint[],
  { low, high, unit = '' }: Partial<HeatScale> = {},
): HeatScale {
  const values = points.map(({ value }) => value);
  let least = low ?? Math.min(...values);
  let most = high ?? Math.max(...values);
  if (!Number.isFinite(least + most) || least > most)
    throw new FarmError('invalid-argument', { reason: 'scale' });
  if (least === most) {
    least -= 0.5;
    most += 0.5;
  }
  return { low: least, high: most, unit };
}

/** The colour at a part of the scale, red, green, blue 0 … 255. */
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
 * @param stops colours of the scale; default {@link HEAT_STOPS}
 * @param count entries, 2 or more; default 5
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
