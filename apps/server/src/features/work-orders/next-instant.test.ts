import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextInstant } from './next-instant.ts';

const rule = {
  kind: 'calendar',
  every: 1,
  unit: 'month',
  from: '2026-01-31',
  at: '08:00',
  timeZone: 'Asia/Shanghai',
} as const;
const next = (part: Partial<Parameters<typeof nextInstant>[0]>, now: string): string =>
  new Date(nextInstant({ ...rule, ...part }, Date.parse(now))).toISOString();

test('the first time is that of the rule, in its time zone', () => {
  expect(next({}, '2026-01-01T00:00:00Z')).toBe('2026-01-31T00:00:00.000Z');
});

test('a short month has its last day, and the months after it the 31st again', () => {
  expect(next({}, '2026-01-31T00:00:00Z')).toBe('2026-02-28T00:00:00.000Z');
  expect(next({}, '2026-03-01T00:00:00Z')).toBe('2026-03-31T00:00:00.000Z');
});

test('days and weeks keep the time of the clock when it changes', () => {
  const berlin = { unit: 'week', from: '2026-03-24', timeZone: 'Europe/Berlin' } as const;
  expect(next(berlin, '2026-03-25T00:00:00Z')).toBe('2026-03-31T06:00:00.000Z');
  expect(next({ ...berlin, every: 2 }, '2026-03-25T00:00:00Z')).toBe('2026-04-07T06:00:00.000Z');
});

test('it lies after now, and at most one repetition later', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('day', 'week', 'month'),
      fc.integer({ min: Date.parse('2026-02-01'), max: Date.parse('2090-01-01') }),
      (every, unit, now) => {
        const at = nextInstant({ ...rule, every, unit }, now);
        const longest = every * (unit === 'month' ? 31 : unit === 'week' ? 7 : 1) * 86_400_000;
        expect(at).toBeGreaterThan(now);
        expect(at - now).toBeLessThanOrEqual(longest + 3_600_000);
      },
    ),
  );
});

test('each time is after the one before, also over the end of a year and in a leap year', () => {
  const times = (part: Partial<Parameters<typeof nextInstant>[0]>, count: number): string[] => {
    const found: string[] = [];
    for (let now = Date.parse('2020-01-01T00:00:00Z'); found.length < count;)
      found.push(new Date((now = nextInstant({ ...rule, timeZone: 'UTC', ...part }, now))).toISOString());
    return found.map((time) => time.slice(0, 16));
  };
  // Years before its first day it is that day, and not an earlier repetition.
  expect(times({ from: '2027-10-31', every: 2 }, 4)).toEqual([
    '2027-10-31T08:00',
    '2027-12-31T08:00',
    '2028-02-29T08:00',
    '2028-04-30T08:00',
  ]);
  expect(times({ from: '2027-12-30', unit: 'day', every: 3, at: '00:00' }, 3)).toEqual([
    '2027-12-30T00:00',
    '2028-01-02T00:00',
    '2028-01-05T00:00',
  ]);
  expect(times({ from: '2027-12-30', unit: 'week', every: 2, at: '23:59' }, 2)).toEqual([
    '2027-12-30T23:59',
    '2028-01-13T23:59',
  ]);
});

test('long after its begin it is the time that its repetitions reach', () => {
  const monthly = { from: '2026-01-31', timeZone: 'UTC' };
  expect(next(monthly, '2126-02-28T07:59:59.999Z')).toBe('2126-02-28T08:00:00.000Z');
  expect(next(monthly, '2126-02-28T08:00:00Z')).toBe('2126-03-31T08:00:00.000Z');
  const daily = { from: '2026-01-31', unit: 'day', every: 10, timeZone: 'Pacific/Kiritimati' } as const;
  // 08:00 at UTC+14 is 18:00 the day before.
  expect(next(daily, '2026-05-10T17:59:59.999Z')).toBe('2026-05-10T18:00:00.000Z');
  expect(next(daily, '2026-05-10T18:00:00Z')).toBe('2026-05-20T18:00:00.000Z');
});
