import type { LinkageTrigger } from '@farm3d/api';
import { expect, it } from 'vitest';
import { cronRuns, nextRun, nextRunOf, onceSince } from './schedule.ts';

const utc = (text: string): number => Date.parse(`${text}Z`);
const since = (per: 'hour' | 'day', timeZone: string, at: string): string | undefined => {
  const found = onceSince({ per, timeZone }, utc(at));
  return found === null ? undefined : new Date(found).toISOString();
};

it('an hour and a day begin by the clock of the time zone, with the run at their first instant', () => {
  expect(since('day', 'UTC', '2026-03-05T13:30:00.5')).toBe('2026-03-05T00:00:00.000Z');
  expect(since('day', 'Asia/Shanghai', '2026-03-05T13:30:00')).toBe('2026-03-04T16:00:00.000Z');
  expect(since('day', 'Asia/Shanghai', '2026-03-05T16:00:00.000')).toBe('2026-03-05T16:00:00.000Z');
  expect(since('day', 'Asia/Shanghai', '2026-03-05T15:59:59.999')).toBe('2026-03-04T16:00:00.000Z');
  expect(since('hour', 'Asia/Kolkata', '2026-03-05T13:40:00')).toBe('2026-03-05T13:30:00.000Z');
});

it('a day is as long as it is where clocks are changed', () => {
  // Forward on 29 March 2026: the day begins at 23:00 UTC and ends at 22:00.
  expect(since('day', 'Europe/Berlin', '2026-03-29T21:59:59.999')).toBe('2026-03-28T23:00:00.000Z');
  expect(since('day', 'Europe/Berlin', '2026-03-29T22:00:00')).toBe('2026-03-29T22:00:00.000Z');
});

it('minutes count from the run before, which a schedule of as many minutes does not miss', () => {
  const at = utc('2026-03-05T05:00:00');
  const tenMinutes = onceSince({ per: 'minutes', minutes: 10 }, at);
  expect(tenMinutes).toBe(at - 600_000 + 1);
  expect(onceSince(null, at)).toBeNull();
});

it('the next time is that of the earliest of several triggers by the clock', () => {
  const cron = (expression: string): LinkageTrigger => ({ type: 'cron', expression, timeZone: 'UTC' });
  const triggers = [{ type: 'telemetry' } as const, cron('0 20 * * *'), cron('0 5 * * *')];
  expect(nextRunOf(triggers, utc('2026-03-05T04:00:00'))).toBe(utc('2026-03-05T05:00:00'));
  expect(nextRunOf(triggers, utc('2026-03-05T05:00:00'))).toBe(utc('2026-03-05T20:00:00'));
  expect(nextRunOf([{ type: 'manual' }], 0)).toBeNull();
});

it('the times of several cron triggers come in order, each once', () => {
  const cron = (expression: string, timeZone: string) => ({ type: 'cron', expression, timeZone }) as const;
  const triggers = [
    cron('0 */6 * * *', 'UTC'),
    cron('30 12 * * *', 'Asia/Shanghai'),
    cron('0 12 * * *', 'UTC'),
  ];
  const [from, to] = [utc('2026-03-05T00:00:00'), utc('2026-03-07T00:00:00')];
  const expected: number[] = [];
  for (let at = nextRunOf(triggers, from); at !== null && at < to; at = nextRunOf(triggers, at))
    expected.push(at);
  expect([...cronRuns(triggers, from, to)]).toEqual(expected);
  expect(expected).toHaveLength(9);
  expect([...cronRuns([{ type: 'manual' }], from, to)]).toEqual([]);
});

it('a time of the clock is one of its time zone, to the second, and never the present one', () => {
  const at = utc('2026-03-05T00:30:00');
  expect(nextRun('30 8 * * *', 'Asia/Shanghai', at - 1)).toBe(at);
  expect(nextRun('30 8 * * *', 'Asia/Shanghai', at)).toBe(at + 86_400_000);
  expect(nextRun('*/15 * * * * *', 'UTC', at)).toBe(at + 15_000);
});

it('a date that no year has never comes, and an expression that is none is refused', () => {
  const never = { type: 'cron', expression: '0 0 30 2 *', timeZone: 'UTC' } as const;
  const noon = { type: 'cron', expression: '0 12 * * *', timeZone: 'UTC' } as const;
  const at = utc('2026-03-05T00:00:00');
  expect(nextRun(never.expression, 'UTC', at)).toBeNull();
  expect(nextRunOf([never], at)).toBeNull();
  expect(nextRunOf([never, noon], at)).toBe(utc('2026-03-05T12:00:00'));
  expect([...cronRuns([never, { type: 'manual' }, noon], at, at + 86_400_000)]).toEqual([
    utc('2026-03-05T12:00:00'),
  ]);
  expect(() => nextRun('at noon', 'UTC', at)).toThrow();
});

it('an hour begins with the run at its first instant, and the run before it is in the one before', () => {
  expect(since('hour', 'UTC', '2026-03-05T13:00:00')).toBe('2026-03-05T13:00:00.000Z');
  expect(since('hour', 'UTC', '2026-03-05T12:59:59.999')).toBe('2026-03-05T12:00:00.000Z');
});
