import type { RegionLevel } from './region-level.ts';
import { packColor, type RegionStyle } from './region-style.ts';

/** From this value on (up to the next stop's) a region has this colour. */
export interface ValueStop {
  /** The least value that has this colour. */
  readonly from: number;
  /** #rrggbb. */
  readonly color: string;
  /** For the legend. Default the numbers. */
  readonly label?: string;
}

/** How values become colours and heights. */
export interface ValueScale {
  /** In any order; a value below all of them has the lowest's colour. */
  readonly stops: readonly ValueStop[];
  /** Heights for the least and the greatest value, map units. Default: all regions as high as the style says. */
  readonly heights?: readonly [number, number];
  /** Text behind a number, e.g. '%'. */
  readonly unit?: string;
}

/** One colour of a legend. */
export interface LegendItem {
  /** `#rrggbb`. */
  readonly color: string;
  /** The stop's own, or its numbers with the unit. */
  readonly label: string;
  /** The least value that has this colour. */
  readonly from: number;
  /** null: no upper end. */
  readonly to: number | null;
  /** Regions with this colour. */
  readonly count: number;
}

/** What the colours of a map's values mean, and how many regions have each. */
export interface Legend {
  /** From the least value to the greatest. */
  readonly items: readonly LegendItem[];
  /** Regions without a value. */
  readonly missing: number;
  /** Of regions without a value. */
  readonly missingColor: string;
}

/** Region id → value. */
export type RegionValues = ReadonlyMap<string, number> | Readonly<Record<string, number>>;

/** Colours and raises the regions of a level. The texture goes to the GPU once, with the next frame. */
export function applyValues(
  level: RegionLevel,
  values: RegionValues,
  scale: ValueScale,
  style: RegionStyle,
): Legend {
  if (scale.stops.length === 0) throw new RangeError('A scale needs a stop.');
  const stops = scale.stops.toSorted((a, b) => a.from - b.from);
  const colors = stops.map(({ color }) => packColor(color));
  const counts = stops.map(() => 0);
  const plain = packColor(style.topColor);
  const entries = values instanceof Map ? values : new Map(Object.entries(values as Record<string, number>));
  const known: [number, number][] = [];
  let least = Infinity;
  let most = -Infinity;
  for (const [id, value] of entries as ReadonlyMap<string, number>) {
    const region = level.indexOf(id);
    if (region < 0 || !Number.isFinite(value)) continue;
    known.push([region, value]);
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  for (let region = 0; region < level.count; region++) {
    level.states.setColor(region, plain);
    level.states.setHeight(region, style.depth);
  }
  for (const [region, value] of known) {
    let stop = 0;
    while (stop + 1 < stops.length && stops[stop + 1]!.from <= value) stop++;
    counts[stop]!++;
    level.states.setColor(region, colors[stop]!);
    if (!scale.heights) continue;
    const [low, high] = scale.heights;
    const share = most > least ? (value - least) / (most - least) : 1;
    // Only the target: what it was before is kept by the line above.
    level.states.raise(region, low + (high - low) * share);
  }
  return {
    items: stops.map((stop, i) => ({
      color: stop.color,
      label: stop.label ?? labelOf(stop.from, stops[i + 1]?.from, scale.unit ?? ''),
      from: stop.from,
      to: stops[i + 1]?.from ?? null,
      count: counts[i]!,
    })),
    missing: level.count - known.length,
    missingColor: style.topColor,
  };
}

export function clearValues(level: RegionLevel, style: RegionStyle): void {
  for (let region = 0; region < level.count; region++) {
    level.states.setColor(region, packColor(style.topColor));
    level.states.setHeight(region, style.depth);
  }
}

function labelOf(from: number, to: number | undefined, unit: string): string {
  return to === undefined ? `≥ ${from}${unit}` : `${from}–${to}${unit}`;
}
