import { expect, test } from 'vitest';
import { onCallAt } from './on-call-turns.ts';

const rota = {
  people: ['mei', 'wang', 'li'],
  startsOn: '2026-03-23',
  at: '08:00',
  turnDays: 7,
  timeZone: 'Europe/Berlin',
};
const at = (instant: string, later = 0): string | null => onCallAt(rota, Date.parse(instant), later);

test('turns begin at the time of the clock, also after it has changed', () => {
  expect(at('2026-03-23T06:59:00Z')).toBeNull();
  expect(at('2026-03-23T07:00:00Z')).toBe('mei');
  // Summer time: 08:00 is an hour earlier.
  expect(at('2026-03-30T05:59:00Z')).toBe('mei');
  expect(at('2026-03-30T06:00:00Z')).toBe('wang');
});

test('the rota goes round, and the next ones follow', () => {
  expect(at('2026-04-13T06:00:00Z')).toBe('mei');
  expect([0, 1, 2, 3].map((later) => at('2026-03-24T00:00:00Z', later))).toEqual([
    'mei',
    'wang',
    'li',
    'mei',
  ]);
});
