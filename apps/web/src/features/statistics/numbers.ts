import type { DeviceStatistics } from '@farm3d/api';
import { csvText } from '../../platform/save-file.ts';

/** What is counted by day; each has a chart. */
export const MEASURES = ['devices', 'reporting', 'silent', 'messages'] as const;
type Measure = (typeof MEASURES)[number];

/** A part of the devices with its numbers by day. */
export type PartNumbers = { readonly id: string } & Readonly<Record<Measure, readonly number[]>>;

/** The last number: that of today. */
export const todayOf = (numbers: readonly number[]): number => numbers.at(-1) ?? 0;

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** The parts with their silent devices, those with the most devices first. */
export function partsOf({ parts }: Pick<DeviceStatistics, 'parts'>): readonly PartNumbers[] {
  return parts
    .map((part) => ({
      ...part,
      silent: part.devices.map((count, day) => count - (part.reporting[day] ?? 0)),
    }))
    .toSorted((a, b) => todayOf(b.devices) - todayOf(a.devices) || (a.id < b.id ? -1 : 1));
}

/** The numbers as a table that spreadsheets open: one row a day and part. */
export function statisticsSheet(
  days: readonly string[],
  parts: readonly PartNumbers[],
  names: ReadonlyMap<string, string>,
): string {
  return csvText(
    ['day', 'id', 'name', ...MEASURES],
    parts.flatMap((part) =>
      days.map((day, at) => [
        day,
        part.id,
        names.get(part.id) ?? part.id,
        ...MEASURES.map((measure) => String(part[measure][at] ?? 0)),
      ]),
    ),
  );
}
