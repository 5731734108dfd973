import { describe, expect, test } from 'vitest';
import {
  gammaCdf,
  lnGamma,
  median,
  medianAbsoluteDeviation,
  normalQuantile,
  normInv,
  quantile,
  theilSen,
} from './statistics.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });

test('lnGamma: factorials, and the half-integers below and above 0.5', () => {
  for (const [n, factorial] of [
    [1, 1],
    [2, 1],
    [5, 24],
    [11, 3_628_800],
  ] as const)
    expect(lnGamma(n)).toBeCloseTo(Math.log(factorial), 12);
  expect(lnGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 12);
  expect(lnGamma(1.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI) / 2), 12);
  // Γ(1/4) = 3.6256099082…, Γ(0.1) = 9.5135076987…
  expect(lnGamma(0.25)).toBeCloseTo(Math.log(3.625_609_908_221_908), 12);
  expect(lnGamma(0.1)).toBeCloseTo(Math.log(9.513_507_698_668_732), 12);
});

describe('gammaCdf', () => {
  test('shape 1 is the exponential, shape 2 the Erlang distribution, on both sides of the mean', () => {
    for (const x of [0.1, 1, 1.9, 2, 2.1, 3, 5, 12]) {
      expect(gammaCdf({ shape: 1, x })).toBeCloseTo(1 - Math.exp(-x), 12);
      expect(gammaCdf({ shape: 2, x })).toBeCloseTo(1 - Math.exp(-x) * (1 + x), 12);
      expect(gammaCdf({ shape: 3, x })).toBeCloseTo(1 - Math.exp(-x) * (1 + x + (x * x) / 2), 12);
    }
  });

  test('half the square of a standard normal has shape 0.5: 68.27 % lie within one deviation', () => {
    expect(gammaCdf({ shape: 0.5, x: 0.5 })).toBeCloseTo(0.682_689_492_137_086, 12);
    expect(gammaCdf({ shape: 0.5, x: 2 })).toBeCloseTo(0.954_499_736_103_642, 12);
    expect(gammaCdf({ shape: 0.5, x: 4.5 })).toBeCloseTo(0.997_300_203_936_74, 12);
  });

  test('nothing lies below 0, all far above', () => {
    expect([gammaCdf({ shape: 2, x: 0 }), gammaCdf({ shape: 2, x: -1 })]).toEqual([0, 0]);
    expect(gammaCdf({ shape: 2, x: 1000 })).toBe(1);
  });

  test.each([
    ['out_of_range', 'shape', () => gammaCdf({ shape: 0, x: 1 })],
    ['not_a_number', 'x', () => gammaCdf({ shape: 1, x: Number.NaN })],
  ])('%s %s', (code, field, call) => expect(call).toThrow(refused(code, field)));
});

describe('normalQuantile', () => {
  // Tables of the standard normal distribution.
  test.each([
    [0.5, 0],
    [0.6, 0.253_347_103_135_8],
    [0.841_344_746_068_543, 1],
    [0.9, 1.281_551_565_544_6],
    [0.925, 1.439_531_470_938_456],
    [0.95, 1.644_853_626_951_473],
    [0.975, 1.959_963_984_540_054],
    [0.999, 3.090_232_306_167_814],
    [1e-9, -5.997_807_015_007_687],
    [1e-12, -7.034_483_825_329_5],
    [1e-20, -9.262_340_089_798_41],
  ])('of %d is %d', (probability, value) => {
    expect(normalQuantile(probability)).toBeCloseTo(value, 9);
    if (probability > 0.001) expect(normalQuantile(1 - probability)).toBeCloseTo(-value, 9);
    expect(normInv(probability)).toBeCloseTo(value, 6);
  });

  test('of 0 and 1 is infinite; beyond them it is refused', () => {
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
    expect(() => normalQuantile(1.01)).toThrow(refused('out_of_range', 'probability'));
    expect(() => normalQuantile(-0.01)).toThrow(refused('out_of_range', 'probability'));
  });
});

test('the median is the middle of an odd number and the mean of the two middle ones of an even number', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 3])).toBe(4);
  expect(median([100, 9])).toBe(54.5);
  expect(() => median([])).toThrow(expect.objectContaining({ code: 'insufficient_data' }));
});

test('a quantile lies between its neighbours in order', () => {
  const values = [40, 10, 30, 20];
  expect([0, 0.5, 1].map((share) => quantile(values, share))).toEqual([10, 25, 40]);
  expect(quantile(values, 0.1)).toBeCloseTo(13, 9);
  expect(quantile(values, 0.9)).toBeCloseTo(37, 9);
  expect([quantile(values, -1), quantile(values, 2)]).toEqual([10, 40]);
  expect([quantile([7], 0.9), quantile([], 0.5)]).toEqual([7, 0]);
});

test('the deviation from the median is not moved by one outlier', () => {
  expect(medianAbsoluteDeviation([1, 2, 3, 4, 100])).toBe(1);
  expect(medianAbsoluteDeviation([5, 5, 5])).toBe(0);
});

describe('theilSen', () => {
  test('is the median of the slopes of all pairs', () => {
    // Slopes 1, 2, 1.5; residuals of 1.5 x: 0, −0.5, 0.
    expect(theilSen({ x: [0, 1, 2], y: [0, 1, 3] })).toEqual({ slope: 1.5, intercept: 0 });
    expect(theilSen({ x: [10, 20, 30, 40], y: [7, 5, 3, 1] })).toEqual({ slope: -0.2, intercept: 9 });
  });

  test('leaves out pairs at one time, and needs two times', () => {
    expect(theilSen({ x: [1, 1, 2], y: [0, 2, 3] })).toEqual({ slope: 2, intercept: -1 });
    expect(() => theilSen({ x: [1, 1], y: [0, 2] })).toThrow(refused('insufficient_data', 'x'));
    expect(() => theilSen({ x: [], y: [] })).toThrow(refused('insufficient_data', 'x'));
  });

  test('refuses what is no number', () => {
    expect(() => theilSen({ x: [1, Number.NaN], y: [0, 2] })).toThrow(refused('not_a_number', 'x'));
    expect(() => theilSen({ x: [1, 2], y: [0, Number.NaN] })).toThrow(refused('not_a_number', 'y'));
  });
});
