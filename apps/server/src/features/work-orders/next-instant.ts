import type { WorkOrderRule } from '@farm3d/api';
import { instantOf } from '../../platform/local-time.ts';

type CalendarRule = Extract<WorkOrderRule, { kind: 'calendar' }>;

const DAY_MS = 86_400_000;
const DAYS = { day: 1, week: 7 } as const;

/** The local time of the n-th repetition, written as UTC. The 31st of a short month is its last day. */
function repetition({ from, at, every, unit }: CalendarRule, n: number): number {
  const first = Date.parse(`${from}T${at}:00Z`);
  if (unit !== 'month') return first + n * every * DAYS[unit] * DAY_MS;
  const start = new Date(first);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + n * every];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const time = first % DAY_MS;
  return Date.UTC(year, month, Math.min(start.getUTCDate(), last)) + time;
}

/** The first time of a calendar rule after `now`, both epoch ms. */
export function nextInstant(rule: CalendarRule, now: number): number {
  const spanMs = rule.every * (rule.unit === 'month' ? 31 : DAYS[rule.unit]) * DAY_MS;
  // Near it, never behind it: months are at most 31 days, a time zone is within a day.
  let n = Math.max(0, Math.floor((now - DAY_MS - Date.parse(`${rule.from}T00:00:00Z`)) / spanMs) - 1);
  for (;;) {
    const next = instantOf(repetition(rule, n), rule.timeZone);
    if (next > now) return next;
    n += 1;
  }
}
