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

test('a turn is as many days long as it is set, to the second', () => {
  const daily = { ...rota, turnDays: 2, timeZone: 'UTC' };
  const on = (instant: string): string | null => onCallAt(daily, Date.parse(instant));
  expect(on('2026-03-23T07:59:59Z')).toBeNull();
  expect(on('2026-03-25T07:59:59.999Z')).toBe('mei');
  expect(on('2026-03-25T08:00:00Z')).toBe('wang');
  expect(on('2026-03-27T08:00:00Z')).toBe('li');
  expect(onCallAt(daily, Date.parse('2026-03-25T08:00:00Z'), 1)).toBe('li');
});

test('nobody is on call before the first turn, the next one neither, nor where nobody is in the rota', () => {
  expect(at('2026-03-20T00:00:00Z', 1)).toBeNull();
  expect(onCallAt({ ...rota, people: [] }, Date.parse('2026-04-13T06:00:00Z'))).toBeNull();
});
