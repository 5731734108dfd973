import type { ChartPoint } from '@farm3d/api';
import { term } from '../../../platform/locale.ts';
import { type ReadingLine, shownUnit } from '../../../platform/readings.ts';
import { SERIES_COLOURS, type ChartColour, type ChartProps } from '../../../components/charts/chart-types.ts';
import { t } from '../zh-CN.ts';

/** Values of the selected keys on one grid of times. */
export interface ChartData {
  /** Epoch milliseconds. */
  readonly times: readonly number[];
  readonly now: ChartValues;
  /** A week earlier, at the same places; null: not compared. */
  readonly before: ChartValues | null;
  /** Of another device; null: not compared. */
  readonly other: ChartValues | null;
}
type ChartValues = Readonly<Record<string, readonly (number | null)[]>>;

/** Colour of the other device's line: far from that of the device. */
function besideColour(colour: ChartColour): ChartColour {
  const half = SERIES_COLOURS.length / 2;
  return SERIES_COLOURS[(SERIES_COLOURS.indexOf(colour) + half) % SERIES_COLOURS.length] ?? 'ink-3';
}

/** The lines of a key in the units of the reader: now, of the other device, and a week before. */
export function chartLines(
  { key, name, unit }: ReadingLine,
  { times, now, other, before }: ChartData,
  { colour, otherName }: { readonly colour: ChartColour; readonly otherName: string },
): ChartProps['lines'] {
  const { of } = shownUnit(unit);
  const label = term(key, name);
  const valuesOf = (series: ChartValues): readonly (number | null)[] =>
    (series[key] ?? times.map(() => null)).map(of);
  return [
    { label, colour, values: valuesOf(now) },
    ...(other
      ? [
          {
            label: t('device.chart.of', { name: label, device: otherName }),
            colour: besideColour(colour),
            values: valuesOf(other),
          },
        ]
      : []),
    ...(before
      ? [{ label: t('device.chart.before', { name: label }), colour, values: valuesOf(before), dashed: true }]
      : []),
  ];
}

interface TimeGrid {
  /** Epoch milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly points: number;
}

/**
 * Series on one grid of times, so that keys and weeks lie over each other; null where a cell has no value. The last of
 * several values in a cell stands.
 */
export function gridValues(
  series: Readonly<Record<string, readonly ChartPoint[]>>,
  keys: readonly string[],
  { from, to, points }: TimeGrid,
): Readonly<Record<string, readonly (number | null)[]>> {
  const step = (to - from) / points;
  return Object.fromEntries(
    keys.map((key) => {
      const values: (number | null)[] = Array.from({ length: points }, () => null);
      for (const { ts, value } of series[key] ?? []) {
        // An interval that began a little earlier belongs to the first cell.
        const at = Math.min(points - 1, Math.max(0, Math.round((ts - from) / step)));
        values[at] = value;
      }
      return [key, bridged(values)] as const;
    }),
  );
}

/** A silence longer than so many usual distances between values is a gap. */
const GAP = 2.5;

/**
 * Fills the cells between two values along a straight line: older readings are hours apart. A silence that is long for this
 * series stays a gap.
 */
function bridged(values: readonly (number | null)[]): (number | null)[] {
  const filled = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  const steps = filled.slice(1).map(({ at }, index) => at - filled[index]!.at);
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? 1;
  const result = [...values];
  for (const [index, step] of steps.entries()) {
    if (step > usual * GAP) continue;
    const [left, right] = [filled[index]!, filled[index + 1]!];
    for (let at = left.at + 1; at < right.at; at += 1)
      result[at] = left.value + ((right.value - left.value) * (at - left.at)) / step;
  }
  return result;
}
