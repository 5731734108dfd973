import { describe, expect, test } from 'vitest';
import {
  clamp,
  finite,
  given,
  inRange,
  physical,
  RANGES,
  relativeHumidity,
  settled,
  type RangeName,
} from './checked.ts';

const refused = (code: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field: 'x' }) });

describe('ranges of what can be measured', () => {
  test.each(Object.keys(RANGES) as RangeName[])('%s includes its ends and nothing beyond', (name) => {
    const [low, high] = RANGES[name];
    expect([physical(low, 'x', name), physical(high, 'x', name)]).toEqual([low, high]);
    expect(() => physical(low - 0.001, 'x', name)).toThrow(refused('out_of_range'));
    expect(() => physical(high + 0.001, 'x', name)).toThrow(refused('out_of_range'));
  });

  test('the records on earth are possible', () => {
    expect(physical(-89.2, 'x', 'temperature') + physical(56.7, 'x', 'temperature')).toBeCloseTo(-32.5, 9);
    expect(physical(1825, 'x', 'rain') + physical(8849, 'x', 'elevation')).toBe(10_674);
    expect(physical(0.9, 'x', 'soilWater')).toBe(0.9);
    expect(() => physical(32, 'x', 'soilWater')).toThrow(refused('out_of_range'));
  });
});

test.each([[Number.NaN], [Infinity], ['5'], [null], [undefined], [{}]])('%s is no number', (value) => {
  expect(() => inRange(value, 'x', 0, 1)).toThrow(refused('not_a_number'));
  expect(() => finite(value, 'x')).toThrow(refused('not_a_number'));
});

test('a sensor in dew is taken as saturated', () => {
  expect([0, 99, 100, 103, 105].map((rh) => relativeHumidity(rh, 'x'))).toEqual([0, 99, 100, 100, 100]);
  expect(() => relativeHumidity(106, 'x')).toThrow(refused('out_of_range'));
});

test('0 is given, null and nothing are not', () =>
  expect([0, -1, null, undefined].map(given)).toEqual([true, true, false, false]));

test('clamp keeps a value between its limits', () =>
  expect([-1, 0, 0.5, 1, 2].map((value) => clamp(value, 0, 1))).toEqual([0, 0, 0.5, 1, 1]));

test('a result has six decimals from 1 up, ten digits below', () => {
  expect([1.000_000_4, -1.000_000_4, 12.345_678_9].map(settled)).toEqual([1, -1, 12.345_679]);
  expect(settled(0.999_999_999_99)).toBe(1);
  expect(settled(0.123_456_789_012_3)).toBe(0.123_456_789);
  expect(settled(-0.000_001_234_567_890_12)).toBe(-0.000_001_234_567_89);
  expect(settled(0)).toBe(0);
  expect([settled(Infinity), settled(-Infinity), settled(Number.NaN)]).toEqual([
    Infinity,
    -Infinity,
    Number.NaN,
  ]);
});
