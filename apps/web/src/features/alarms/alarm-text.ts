import type { Alarm } from '@farm3d/api';
import { term } from '../../platform/locale.ts';
import type { ReadingLine } from '../../platform/readings.ts';
import { readingText } from '../../platform/reading-text.ts';
import { clockText, dateText } from '../../platform/time-text.ts';

const DAY_MS = 86_400_000;

/** Date and time with seconds. */
export const instantText = (at: number): string =>
  `${dateText(at).slice(0, -'HH:mm'.length)}${clockText(at)}`;

/** Until when an alarm is shelved: the time of day, from a day on with the date. */
export const untilText = (until: number, now: number): string =>
  until - now < DAY_MS ? dateText(until).slice(-'HH:mm'.length) : dateText(until);

/** Values of an alarm when it was raised, with their names and units. */
export function readingsText({ values }: Alarm, keys: ReadonlyMap<string, ReadingLine> | null): string {
  return Object.entries(values)
    .map(([key, value]) => {
      const line = keys?.get(key);
      return `${term(key, line?.name ?? key)} ${readingText(value)}${line?.unit ? ` ${line.unit}` : ''}`;
    })
    .join(' · ');
}
