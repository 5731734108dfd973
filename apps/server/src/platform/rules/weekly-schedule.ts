import type { WeeklySchedule } from '@farm3d/api';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
/**
 * Longest time between two evaluations of a schedule, milliseconds, so that a change of daylight saving time is
 * noticed.
 */
const MAX_CHECK_INTERVAL_MS = 60 * MINUTE_MS;
const WEEKDAYS = new Map(
  ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((name, index) => [name, index + 1]),
);

export interface CompiledSchedule {
  /** Whether the instant is inside, epoch ms. */
  contains(at: number): boolean;
  /** The next instant at which it may begin or end, epoch ms; at most an hour ahead. */
  nextCheck(at: number): number;
}

/** Formats local time once a minute in each zone: formatting costs microseconds, so the result is cached. */
export function compileSchedule({ timeZone, days, from, to }: WeeklySchedule): CompiledSchedule {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const allowed = new Set(days);
  const begin = minuteOf(from);
  const end = minuteOf(to);
  let cached: { minute: number; day: number; ofDay: number } | undefined;

  const wallTime = (at: number): { day: number; ofDay: number } => {
    const minute = Math.floor(at / MINUTE_MS);
    if (cached?.minute !== minute) {
      const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
      cached = {
        minute,
        day: WEEKDAYS.get(parts.get('weekday') ?? '') ?? 1,
        ofDay: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
      };
    }
    return cached;
  };

  return {
    contains(at) {
      const { day, ofDay } = wallTime(at);
      if (begin === end) return allowed.has(day);
      if (begin < end) return allowed.has(day) && ofDay >= begin && ofDay < end;
      // Over midnight: the hours after it belong to the day before.
      return ofDay >= begin ? allowed.has(day) : ofDay < end && allowed.has(day === 1 ? 7 : day - 1);
    },
    nextCheck(at) {
      const { ofDay } = wallTime(at);
      const wait = Math.min(
        ...[begin, end, 0].map((minute) => ((minute - ofDay + DAY_MINUTES - 1) % DAY_MINUTES) + 1),
      );
      const boundary = (Math.floor(at / MINUTE_MS) + wait) * MINUTE_MS;
      return Math.min(boundary, at + MAX_CHECK_INTERVAL_MS);
    },
  };
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
