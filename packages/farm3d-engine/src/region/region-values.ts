import { check, checkFinite } from '../core/check.ts';
import { checkHexColor, checkList, checkObject } from '../core/check-fields.ts';
import type { RegionLevel } from './region-level.ts';
import { packColor, type RegionStyle } from './region-style.ts';

/** A colour for values from `from` up to the next stop. */
export interface ValueStop {
  /** Smallest value with this colour. */
  readonly from: number;
  /** #rrggbb. */
  readonly color: string;
  /** Text in the legend. Default: the numbers. */
  readonly label?: string;
}

/** Mapping of values to colours and heights. */
export interface ValueScale {
  /** In any order; a value below all stops has the lowest colour. */
  readonly stops: readonly ValueStop[];
  /** Heights of the smallest and the greatest value, map units. Default: the style's height for all regions. */
  readonly heights?: readonly [number, number];
  /** Unit for texts, e.g. '%'. */
  readonly unit?: string;
}

/** One entry of a legend. */
export interface LegendItem {
  /** `#rrggbb`. */
  readonly color: string;
  /** The stop's label, or its numbers with the unit. */
  readonly label: string;
  /** Smallest value with this colour. */
  readonly from: number;
  /** null: no upper end. */
  readonly to: number | null;
  /** Number of regions with this colour. */
  readonly count: number;
}

/** Colours of the values of a map, and the number of regions of each. */
export interface Legend {
  /** In ascending order. */
  readonly items: readonly LegendItem[];
  /** Number of regions without a value. */
  readonly missing: number;
  /** Colour of regions without a value. */
  readonly missingColor: string;
}

/** Region id → value. */
export type RegionValues = ReadonlyMap<string, number> | Readonly<Record<string, number>>;

/** Sets colours and heights of the regions of a level. The texture is uploaded once, with the next frame. */
export function applyValues(
  level: RegionLevel,
  values: RegionValues,
  scale: ValueScale,
  style: RegionStyle,
): Legend {
  const stops = scale.stops.toSorted((a, b) => a.from - b.from);
  const colors = stops.map(({ color }) => packColor(color));
  const counts = stops.map(() => 0);
  const plain = packColor(style.topColor);
  const entries = values instanceof Map ? values : new Map(Object.entries(values as Record<string, number>));
  const valuedRegions: [number, number][] = [];
  let min = Infinity;
  let max = -Infinity;
  for (const [id, value] of entries as ReadonlyMap<string, number>) {
    const region = level.indexOf(id);
    if (region < 0 || !Number.isFinite(value)) continue;
    valuedRegions.push([region, value]);
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  for (let region = 0; region < level.count; region++) {
    level.states.setColor(region, plain);
    level.states.setHeight(region, style.depth);
  }
  for (const [region, value] of valuedRegions) {
    let stop = 0;
    while (stop + 1 < stops.length && stops[stop + 1]!.from <= value) stop++;
    counts[stop]!++;
    level.states.setColor(region, colors[stop]!);
    if (!scale.heights) continue;
    const [low, high] = scale.heights;
    const share = max > min ? (value - min) / (max - min) : 1;
    // Only the target: the line above has stored the start.
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
    missing: level.count - valuedRegions.length,
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

/** @throws FarmError `invalid-argument` */
export function checkScale(values: RegionValues, scale: ValueScale): void {
  checkObject('values', values);
  checkObject('scale', scale);
  checkList('scale.stops', scale.stops);
  check(scale.stops.length > 0, 'scale.stops', scale.stops);
  for (const [i, { from, color }] of scale.stops.entries()) {
    check(!Number.isNaN(from) && typeof from === 'number', `scale.stops[${i}].from`, from);
    check(color !== undefined, `scale.stops[${i}].color`, color);
    checkHexColor(`scale.stops[${i}].color`, color);
  }
  const { heights } = scale;
  if (heights) checkFinite({ 'scale.heights[0]': heights[0], 'scale.heights[1]': heights[1] });
}
