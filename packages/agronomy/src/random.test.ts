import { describe, expect, test } from 'vitest';
import { seededRandom } from './random.ts';

const draws = (count: number, seed: number, of: 'uniform' | 'normal' = 'uniform') => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => random[of]());
};
const mean = (values: readonly number[]) => values.reduce((total, one) => total + one, 0) / values.length;

describe('seededRandom', () => {
  test('is Mulberry32: the published numbers of seed 0 and 1', () => {
    expect(draws(3, 0)).toEqual([
      expect.closeTo(0.266_429_208_684_712_65, 12),
      expect.closeTo(0.000_329_745_700_582_861_9, 12),
      expect.closeTo(0.223_272_027_447_819_7, 12),
    ]);
    expect(seededRandom(1).uniform()).toBeCloseTo(0.627_073_940_588_161_3, 12);
  });

  test('repeats for a seed and differs for another; a negative one is a seed too', () => {
    const of = (seed: number) => draws(5, seed);
    expect(of(7)).toEqual(of(7));
    expect(of(7)).not.toEqual(of(8));
    expect(of(-1)).toEqual(of(0xff_ff_ff_ff));
  });

  test('uniform numbers fill 0 to 1 evenly', () => {
    const values = draws(20_000, 3);
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
    expect(mean(values)).toBeCloseTo(0.5, 2);
    expect(mean(values.map((one) => (one - 0.5) ** 2))).toBeCloseTo(1 / 12, 2);
  });

  test('normal numbers have mean 0, deviation 1, 68.3 and 95.4 % within one and two deviations, and no memory', () => {
    const values = draws(40_000, 5, 'normal');
    const within = (limit: number) => mean(values.map((one) => (Math.abs(one) <= limit ? 1 : 0)));
    expect(Math.abs(mean(values))).toBeLessThan(0.02);
    expect(mean(values.map((one) => one * one))).toBeCloseTo(1, 1);
    expect(Math.abs(within(1) - 0.683)).toBeLessThan(0.01);
    expect(Math.abs(within(2) - 0.954)).toBeLessThan(0.005);
    expect(Math.abs(mean(values.slice(1).map((one, index) => one * (values[index] ?? 0))))).toBeLessThan(
      0.02,
    );
    expect(values.every(Number.isFinite)).toBe(true);
  });

  test('two normal numbers come from two uniform ones (Box and Muller)', () => {
    const random = seededRandom(9);
    const plain = seededRandom(9);
    const radius = Math.sqrt(-2 * Math.log(1 - plain.uniform()));
    const angle = 2 * Math.PI * plain.uniform();
    expect(random.normal()).toBeCloseTo(radius * Math.cos(angle), 12);
    expect(random.normal()).toBeCloseTo(radius * Math.sin(angle), 12);
    expect(random.uniform()).toBe(plain.uniform());
  });
});
