import type { RegionAreaCounts } from '@farm3d/api';
import type { ValueScale } from 'farm3d-engine/region';
import { GRADE_COLOURS, UNKNOWN_COLOUR } from '../agronomy/plot-colour.ts';
import { t } from './words.ts';

/** What a map is coloured by. */
export const MEASURES = ['drought', 'alarms', 'devices'] as const;
export type Measure = (typeof MEASURES)[number];

/** Colours of counts: calm to urgent, and few to many. The first is for none. */
const ALARM_COLOURS = ['#86a98c', '#e3b341', '#d9772b', '#a3231b'] as const;
const DEVICE_COLOURS = ['#a9b5a6', '#86bf95', '#4f9d6b', '#2b7a4b', '#155a33'] as const;
const ALARM_STEPS = [0, 1, 5, 20] as const;
const DEVICE_STEPS = [0, 1, 10, 50, 200] as const;

/** Of an area about which the measure says nothing; on a dark screen it stands back. */
export const missingColour = (isDark: boolean): string => (isDark ? '#3d4a42' : UNKNOWN_COLOUR);

const GRADE_KEYS = [
  'region.grade.0',
  'region.grade.1',
  'region.grade.2',
  'region.grade.3',
  'region.grade.4',
] as const;

/** The name of a drought grade; of null that nobody knows. */
export function gradeName(level: number | null): string {
  const key = level === null ? undefined : GRADE_KEYS[level];
  return t(key ?? 'region.grade.unknown');
}

/** An area's value; null where there is none. Without counts there is nothing there. */
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
  const { stops } = scaleOf(measure, 0);
  return stops.findLast(({ from }) => from <= value)?.color ?? UNKNOWN_COLOUR;
}

/**
 * How a measure is drawn.
 * @param rise height of the greatest count over the map, map units; drought has no heights
 */
export function scaleOf(measure: Measure, rise: number): ValueScale {
  if (measure === 'drought') {
    return { stops: GRADE_COLOURS.map((color, level) => ({ from: level, color, label: gradeName(level) })) };
  }
  const steps: readonly number[] = measure === 'alarms' ? ALARM_STEPS : DEVICE_STEPS;
  const colours = measure === 'alarms' ? ALARM_COLOURS : DEVICE_COLOURS;
  return {
    stops: steps.map((from, index) => ({
      from,
      color: colours[index] ?? UNKNOWN_COLOUR,
      label: rangeText(from, steps[index + 1]),
    })),
    ...(rise > 0 ? { heights: [rise * 0.2, rise] as const } : {}),
  };
}

function rangeText(from: number, next: number | undefined): string {
  if (next === undefined) return `≥ ${from}`;
  return next - from === 1 ? String(from) : `${from}–${next - 1}`;
}
