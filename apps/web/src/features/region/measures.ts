import type { RegionAreaCounts } from '@farm3d/api';
import type { ValueScale } from 'farm3d-engine/region';
import { GRADE_COLOURS, UNKNOWN_COLOUR } from '../../components/agronomy/plot-colour.ts';
import { t } from './zh-CN.ts';

/** The measures by which a map can be coloured. */
export const MEASURES = ['drought', 'alarms', 'devices'] as const;
export type Measure = (typeof MEASURES)[number];

/** Colour ramps of counts, each colour darker than the one before. The first is for zero. */
const ALARM_COLOURS = ['#cfd8d1', '#e8bd52', '#d0702a', '#8f1d1a'] as const;
const DEVICE_COLOURS = ['#d3dcd4', '#a9cfb0', '#6fae85', '#3a8560', '#155a3c'] as const;
const ALARM_STEPS = [0, 1, 5, 20] as const;
const DEVICE_STEPS = [0, 1, 10, 50, 200] as const;

/** Colour of zero in the dark theme: not brighter than the others. */
const NONE_BY_NIGHT = '#4a5a52';

/** Colour of an area without data. */
export const missingColour = (isDark: boolean): string => (isDark ? '#313d37' : '#bcc6be');

/** Height of the lowest region as a fraction of the highest. */
const LOW = 0.35;

const GRADE_KEYS = [
  'region.grade.0',
  'region.grade.1',
  'region.grade.2',
  'region.grade.3',
  'region.grade.4',
] as const;

/** Name of a drought grade; null: unknown. */
function gradeName(level: number | null): string {
  const key = level === null ? undefined : GRADE_KEYS[level];
  return t(key ?? 'region.grade.unknown');
}

/** Value of an area; null: no data. Counts default to 0. */
export function valueOf(measure: Measure, counts: RegionAreaCounts | undefined): number | null {
  if (measure === 'drought') return counts?.drought ?? null;
  return counts?.[measure] ?? 0;
}

/** An area's value in words. */
export function valueText(measure: Measure, counts: RegionAreaCounts | undefined): string {
  const value = valueOf(measure, counts);
  if (measure === 'drought') return gradeName(value);
  return t(measure === 'alarms' ? 'region.alarms' : 'region.devices', { n: value ?? 0 });
}

export function colourOf(measure: Measure, value: number | null, isDark = false): string {
  if (value === null) return missingColour(isDark);
  const { stops } = scaleOf(measure, 0, isDark);
  return stops.findLast(({ from }) => from <= value)?.color ?? UNKNOWN_COLOUR;
}

/**
 * The scale of a measure: colours and heights.
 * @param rise height of the greatest value over the map, map units; 0: all regions are equally high
 */
export function scaleOf(measure: Measure, rise: number, isDark: boolean): ValueScale {
  if (measure === 'drought') {
    return {
      stops: GRADE_COLOURS.map((color, level) => ({ from: level, color, label: gradeName(level) })),
      ...(rise > 0 ? { heights: [rise * LOW, rise * 0.7] as const } : {}),
    };
  }
  const steps: readonly number[] = measure === 'alarms' ? ALARM_STEPS : DEVICE_STEPS;
  const colours = measure === 'alarms' ? ALARM_COLOURS : DEVICE_COLOURS;
  return {
    stops: steps.map((from, index) => ({
      from,
      color: index === 0 && isDark ? NONE_BY_NIGHT : (colours[index] ?? UNKNOWN_COLOUR),
      label: rangeText(from, steps[index + 1]),
    })),
    ...(rise > 0 ? { heights: [rise * LOW, rise] as const } : {}),
  };
}

function rangeText(from: number, next: number | undefined): string {
  if (next === undefined) return `≥ ${from}`;
  return next - from === 1 ? String(from) : `${from}–${next - 1}`;
}
