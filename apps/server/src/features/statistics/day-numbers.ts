import type { DeviceStatisticsPart } from '@farm3d/api';

/** What is counted in a part on one day. */
export interface DayCount {
  readonly part: string;
  /** Number of the day from 1; 0 is before the first. */
  readonly day: number;
  /** Devices that came on this day. */
  readonly added: number;
  readonly reporting: number;
  readonly messages: number;
}

/** Numbers of each part by day: those of devices add up. @param days how many */
export function numbersByDay(counts: readonly DayCount[], days: number): DeviceStatisticsPart[] {
  const none = (): number[] => Array.from({ length: days }, () => 0);
  const parts = new Map<
    string,
    { before: number; added: number[]; reporting: number[]; messages: number[] }
  >();
  for (const { part, day, added, reporting, messages } of counts) {
    let numbers = parts.get(part);
    if (!numbers)
      parts.set(part, (numbers = { before: 0, added: none(), reporting: none(), messages: none() }));
    const at = day - 1;
    if (at < 0) {
      numbers.before += added;
      continue;
    }
    numbers.added[at] = (numbers.added[at] ?? 0) + added;
    numbers.reporting[at] = (numbers.reporting[at] ?? 0) + reporting;
    numbers.messages[at] = (numbers.messages[at] ?? 0) + messages;
  }
  return [...parts]
    .map(([id, { before, added, reporting, messages }]) => {
      let sum = before;
      return { id, devices: added.map((more) => (sum += more)), reporting, messages };
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
