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
