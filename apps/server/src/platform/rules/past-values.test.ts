import { expect, it } from 'vitest';
import { pastOf, PastValues } from './past-values.ts';

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

const HOUR = 60 * MINUTE;

it('of each key is kept what the longest look back needs, with the hour that a value lasts', () => {
  const past = pastOf([
    { key: 'a', agoMs: 5 * MINUTE },
    { key: 'b', agoMs: 0 },
    { key: 'a', agoMs: DAY },
    { key: 'a', agoMs: 7 * MINUTE },
  ]);
  expect([...past].map(([key, { keepMs }]) => [key, keepMs])).toEqual([
    ['a', DAY + HOUR],
    ['b', HOUR],
  ]);
});

it('has another version after each value that is not the newest, and only then', () => {
  const past = new PastValues(DAY);
  const versions = [10, 20, 15, 20, 21].map((minute) => {
    past.add(minute * MINUTE, minute);
    return past.version;
  });
  expect(versions).toEqual([0, 0, 1, 2, 2]);
});

it('knows nothing before the first value, and no change', () => {
  const past = new PastValues(DAY);
  expect([past.at(5), past.nextChange(5), past.numbers(0, 10)]).toEqual([undefined, null, []]);
});

it('the next change is the next value, or before it the end of the last one', () => {
  const past = new PastValues(DAY);
  past.add(0, 'dry');
  past.add(2 * HOUR, true);
  expect(past.nextChange(-1)).toBe(0);
  expect(past.nextChange(0)).toBe(HOUR + 1);
  expect([past.at(HOUR), past.at(HOUR + 1)]).toEqual(['dry', undefined]);
  expect(past.nextChange(HOUR)).toBe(HOUR + 1);
  expect(past.nextChange(HOUR + 1)).toBe(2 * HOUR);
  past.add(HOUR + 1, 'wet');
  expect(past.nextChange(0)).toBe(HOUR + 1);
});

it('has the numbers of a time with its begin and without its end, and no texts', () => {
  const past = new PastValues(DAY);
  for (const [ts, value] of [
    [10, 1],
    [20, 'x'],
    [30, 3],
    [40, true],
    [50, 5],
  ] as const)
    past.add(ts, value);
  expect(past.numbers(10, 50)).toEqual([1, 3]);
  expect(past.numbers(11, 51)).toEqual([3, 5]);
});

it('forgets what nobody asks for any more, and what comes that late is no value of now', () => {
  const past = new PastValues(0);
  past.add(0, 1);
  past.add(HOUR, 2);
  // Exactly as old as is asked for.
  expect(past.at(HOUR - 1)).toBe(1);
  past.add(HOUR + 1, 3);
  expect(past.at(HOUR - 1)).toBeUndefined();
  expect([past.at(HOUR), past.at(HOUR + 1)]).toEqual([2, 3]);
  expect(past.nextChange(0)).toBe(HOUR);
  expect(past.numbers(0, HOUR + 2)).toEqual([2, 3]);
  past.add(-5, 9);
  expect([past.at(HOUR), past.at(HOUR + 1)]).toEqual([2, 3]);
});

it('late values find their place also after thousands were forgotten', () => {
  const past = new PastValues(0);
  for (let minute = 0; minute < 5_000; minute += 1) past.add(minute * MINUTE, minute);
  past.add(4_990.5 * MINUTE, 'late');
  past.add(4_980 * MINUTE, 'again');
  expect([4_980, 4_981, 4_990, 4_990.5, 4_991].map((minute) => past.at(minute * MINUTE))).toEqual([
    'again',
    4_981,
    4_990,
    'late',
    4_991,
  ]);
});

it('has what was forecast from the values before alone', () => {
  const past = new PastValues(200 * HOUR);
  for (let hour = 0; hour < 168; hour += 1) past.add(hour * HOUR, 20);
  expect(past.forecastAt(169 * HOUR, 2)).toBeCloseTo(20);
  expect(past.forecastAt(2 * HOUR, 2)).toBeUndefined();
});
