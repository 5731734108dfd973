import { expect, it } from 'vitest';
import { PastValues } from './past-values.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

it('has the newest value at an instant, unless it is older than an hour', () => {
  const past = new PastValues(DAY);
  past.add(10 * MINUTE, 1);
  past.add(20 * MINUTE, 2);
  expect([9, 10, 19, 20, 80, 81].map((minute) => past.at(minute * MINUTE))).toEqual([
    undefined,
    1,
    1,
    2,
    2,
    undefined,
  ]);
});

it('says when it has another value, or none any more', () => {
  const past = new PastValues(DAY);
  past.add(10 * MINUTE, 1);
  past.add(20 * MINUTE, 2);
  expect([0, 10, 20].map((minute) => past.nextChange(minute * MINUTE))).toEqual([
    10 * MINUTE,
    20 * MINUTE,
    80 * MINUTE + 1,
  ]);
  expect(past.nextChange(80 * MINUTE + 1)).toBeNull();
});

it('takes late values at their place, and a repeated one once', () => {
  const past = new PastValues(DAY);
  for (const [minute, value] of [
    [10, 1],
    [30, 3],
    [20, 2],
    [20, 2.5],
  ] as const)
    past.add(minute * MINUTE, value);
  expect([10, 20, 29, 30].map((minute) => past.at(minute * MINUTE))).toEqual([1, 2.5, 2.5, 3]);
});

it('keeps what is asked for, however many values there are', () => {
  const past = new PastValues(DAY);
  for (let minute = 0; minute < 10 * 1_440; minute += 1) {
    past.add(minute * MINUTE, minute);
    if (minute >= 1_440) expect(past.at(minute * MINUTE - DAY)).toBe(minute - 1_440);
  }
});
