import { describe, expect, test } from 'vitest';
import { candidates } from './candidates.ts';
import {
  conformalHalfWidth,
  coverage,
  crossing,
  evaluateAt,
  isBeyond,
  pooledResiduals,
  rollingOriginMae,
} from './evaluate.ts';
import {
  anchoredProfile,
  anchoredProfileGrid,
  clearnessGrid,
  ewProfile,
  ewProfileGrid,
  HOLT_WINTERS,
  holtWintersDamped,
  holtWintersGrid,
  ratioProfileGrid,
  seasonalNaive,
  toGrid,
} from './methods.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });
const close = (...values: number[]) => values.map((value) => expect.closeTo(value, 9));

test('a grid has NaN for what is missing, and refuses what is no number', () => {
  expect([...toGrid([1, null, 3])]).toEqual([1, Number.NaN, 3]);
  expect(() => toGrid([Infinity])).toThrow(refused('not_a_number', 'y'));
});

describe('seasonalNaive', () => {
  test('repeats the last season, or the season before where it has a gap', () => {
    expect(seasonalNaive({ y: [1, 2, 3, 4, 5, 6], m: 3, h: 5 })).toEqual([4, 5, 6, 4, 5]);
    expect(seasonalNaive({ y: [1, 2, 3, null, 5, 6], m: 3, h: 3 })).toEqual([1, 5, 6]);
    expect(seasonalNaive({ y: [null, 2, 3, null, 5, 6], m: 3, h: 3 })).toEqual([Number.NaN, 5, 6]);
    expect(seasonalNaive({ y: [5, 6], m: 3, h: 3 })).toEqual([Number.NaN, 5, 6]);
  });
  test('needs a season of one step at least', () =>
    expect(() => seasonalNaive({ y: [1], m: 0, h: 1 })).toThrow(refused('out_of_range', 'm')));
});

describe('the profile', () => {
  test('is the weighted mean of the same phase', () => {
    // 10, 4, 1 with weights 1, 0.5, 0.25.
    expect(ewProfile({ y: [1, 4, 10], m: 1, h: 2, k: 3, decay: 0.5 })).toEqual(
      close(12.25 / 1.75, 12.25 / 1.75),
    );
    expect(ewProfile({ y: [1, 4, 10], m: 1, h: 1, k: 2, decay: 0.5 })).toEqual([8]);
    expect(ewProfile({ y: [0, 100, 2, 50], m: 2, h: 3, k: 2, decay: 1 })).toEqual([1, 75, 1]);
  });

  test('passes over a gap with the weights of the days as they are', () => {
    expect(ewProfile({ y: [1, null, 10], m: 1, h: 1, k: 3, decay: 0.5 })).toEqual(close(10.25 / 1.25));
    expect(ewProfile({ y: [null], m: 1, h: 1 })).toEqual([Number.NaN]);
  });

  test('has seven days, each earlier one counting 0.7, by default', () => {
    const y = [1000, 0, 0, 0, 0, 0, 0, 1];
    expect(ewProfile({ y, m: 1, h: 1 })[0]).toBeCloseTo((1 - 0.7) / (1 - 0.7 ** 7), 8);
    expect([...ewProfileGrid(toGrid(y), 1, 1)][0]).toBeCloseTo((1 - 0.7) / (1 - 0.7 ** 7), 12);
    expect(() => ewProfile({ y: [1], m: 0, h: 1 })).toThrow(refused('out_of_range', 'm'));
  });

  test('plus what today is off, decaying', () => {
    expect(anchoredProfile({ y: [10, 10, 14], m: 1, h: 3, k: 1, decay: 1, rho: 0.5 })).toEqual([
      16, 15, 14.5,
    ]);
    // 0.9 an hour by default.
    expect(anchoredProfile({ y: [10, 10, 14], m: 1, h: 1, k: 1 })).toEqual(close(14 + 3.6));
    expect(anchoredProfile({ y: [10, 10, null], m: 1, h: 1, k: 2, decay: 1 })).toEqual([10]);
    expect([...anchoredProfileGrid(toGrid([7]), 1, 1, 0.5)]).toEqual([7]);
    expect(() => anchoredProfile({ y: [1], m: 0, h: 1 })).toThrow(refused('out_of_range', 'm'));
  });
});

describe('light', () => {
  const day = [0, 100, 200, 100];

  test('the ratio of the last hours scales the next ones, and decays to 1', () => {
    const y = toGrid([...day, ...day, 0, 50]);
    // Today is at half: 0.5 excess is halved step by step.
    const [noon, afternoon, night, morning] = ratioProfileGrid(y, 4, 4, 0.5, 2);
    expect([noon, afternoon, night]).toEqual(close(200 * 0.75, 100 * 0.875, 0));
    // The profile of the morning now has 50 with weight 1, 100 with 0.7 and 0.49.
    expect(morning).toBeCloseTo(((50 + 100 * 1.19) / 2.19) * (1 - 0.5 ** 5), 9);
  });

  test('at most doubles, leaves a fifth at least, and is 1 by night', () => {
    const with_ = (now: number) => ratioProfileGrid(toGrid([...day, ...day, 0, now]), 4, 1, 1, 1)[0];
    expect(with_(1000)).toBeCloseTo(400, 9);
    expect(with_(0)).toBeCloseTo(40, 9);
    expect(ratioProfileGrid(toGrid([...day, ...day, 0]), 4, 1, 1, 1)[0]).toBeCloseTo(100, 9);
    expect(ratioProfileGrid(toGrid([...day, ...day, 0, null]), 4, 1, 1, 1)[0]).toBeCloseTo(200, 9);
  });

  test('clearness: a dull morning after clear days makes a dull noon', () => {
    // Days of 24 hours with light from 6 to 18 o’clock.
    const sky = (hour: number) => Math.max(0, Math.round(800 * Math.sin(((hour - 6) / 12) * Math.PI)));
    const days = (shares: readonly number[], until: number) =>
      toGrid(
        shares.flatMap((share, index) =>
          Array.from({ length: index === shares.length - 1 ? until : 24 }, (_, hour) => share * sky(hour)),
        ),
      );
    const dull = clearnessGrid(days([1, 1, 1, 1, 0.5], 12), 24, 12);
    const clear = clearnessGrid(days([1, 1, 1, 1, 1], 12), 24, 12);
    expect(clear[0]).toBeCloseTo(sky(12), 6);
    expect((dull[0] ?? 0) / sky(12)).toBeGreaterThan(0.5);
    expect((dull[0] ?? 0) / sky(12)).toBeLessThan(0.55);
    // It comes back to the usual clearness, and the night is dark.
    expect((dull[4] ?? 0) / sky(16)).toBeGreaterThan((dull[0] ?? 0) / sky(12));
    expect(Array.from(dull.slice(7))).toEqual([0, 0, 0, 0, 0]);
    // The second brightest day counts as clear: one faulty day of 3 times the light changes nothing.
    expect(clearnessGrid(days([1, 1, 1, 3, 1], 12), 24, 1)[0]).toBeLessThan(1.06 * sky(12));
    // By night half of what the evening was off is left for the morning.
    const night = clearnessGrid(days([1, 1, 1, 1, 0.5], 24), 24, 24);
    const usual = (4 * 1 + 0.5) / 5;
    expect((night[12] ?? 0) / sky(12)).toBeCloseTo(usual + (0.5 - usual) * 0.5, 6);
    expect([...clearnessGrid(toGrid([null, null]), 2, 2)]).toEqual([Number.NaN, Number.NaN]);
  });
});

describe('Holt–Winters', () => {
  const plain = { alpha: 0.5, beta: 0.5, gamma: 0.5, phi: 0.5 };

  test('starts from the first two seasons', () => {
    const run = holtWintersDamped({ ...plain, y: [1, 3, 5, 7], m: 2, h: 2 });
    // Level 2; from 2 to 6 in two steps are 2 a step; the season is −1 and +1.
    expect(run.init).toEqual({ level: 2, trend: 2, seasonal: [-1, 1] });
    // First step: ahead 2 + 0.5 × 2 = 3, fitted 2, seen 1: level 2.5, trend 0.5 × 0.5 + 0.25 × 2 = 0.75,
    // season 0.5 × (1 − 3) − 0.5 = −1.5. Second: ahead 2.875, fitted 3.875, seen 3: level 2.4375.
    expect(run.fitted.slice(0, 2)).toEqual(close(2, 3.875));
    expect(run.fitted[2]).toBeCloseTo(2.4375 + 0.5 * 0.156_25 - 1.5, 9);
  });

  test('damps the trend: half, a quarter, an eighth more', () => {
    // Nothing is learned: the start is continued.
    const still = { alpha: 0, beta: 0, gamma: 0, phi: 0.5 };
    const run = holtWintersDamped({ ...still, y: [0, 0, 4, 4], m: 2, h: 3 });
    expect(run.init).toEqual({ level: 0, trend: 2, seasonal: [0, 0] });
    // Four steps add 1 + 0.5 + 0.25 + 0.125 and leave a trend of 0.125.
    expect([run.level, run.trend]).toEqual(close(1.875, 0.125));
    expect(run.forecast).toEqual(close(1.9375, 1.968_75, 1.984_375));
  });

  test('bridges a missing value by its own fit', () => {
    const run = holtWintersDamped({ ...plain, y: [1, 3, 1, null, 1, 3], m: 2, h: 2 });
    expect(run.fitted.every(Number.isFinite)).toBe(true);
    expect(run.init.seasonal).toEqual(close(-1, 1));
    const gap = holtWintersDamped({ ...plain, y: [null, 3, 1, 3], m: 2, h: 1 });
    expect(gap.init).toMatchObject({ level: 3, seasonal: [0, 0] });
  });

  test('needs two seasons with a value in each', () => {
    expect(() => holtWintersDamped({ ...plain, y: [1, 2, 3], m: 2, h: 1 })).toThrow(
      refused('insufficient_history', 'y'),
    );
    expect(() => holtWintersDamped({ ...plain, y: [1], m: 0, h: 1 })).toThrow(refused('out_of_range', 'm'));
    expect(holtWintersGrid(toGrid([null, null, 1, 2]), 2, 1, HOLT_WINTERS)).toBeNull();
    expect(holtWintersGrid(toGrid([1, 2, null, null]), 2, 1, HOLT_WINTERS)).toBeNull();
    expect(holtWintersGrid(toGrid([1, 2, 1, 2]), 2, 1, HOLT_WINTERS)).not.toBeNull();
  });
});

describe('evaluation at past origins', () => {
  const y = toGrid([1, 2, 3, null, 5]);

  test('sees only what was before the origin, and compares what is known after it', () => {
    const seen: number[][] = [];
    const { mae, count, residuals } = evaluateAt(
      y,
      (before, h) => {
        seen.push([...before]);
        return new Float64Array(h).fill(1);
      },
      3,
      [1, 3],
    );
    expect(seen).toEqual([[1], [1, 2, 3]]);
    expect(residuals.map((one) => [...one])).toEqual([
      [1, 2, Number.NaN],
      [Number.NaN, 4, Number.NaN],
    ]);
    expect([mae, count]).toEqual([7 / 3, 3]);
    expect(evaluateAt(y, () => new Float64Array(1), 1, []).mae).toBeNaN();
  });

  test('by the name of a method', () => {
    const wave = Array.from({ length: 96 }, (_, hour) => hour % 24);
    for (const method of ['seasonalNaive', 'ewProfile', 'anchoredProfile', 'holtWintersDamped'])
      expect(rollingOriginMae({ y: wave, m: 24, h: 6, origins: [72], method })).toBeCloseTo(0, 6);
    const start = { y: [1, 2, 3, 4], m: 2, h: 1, origins: [4] };
    expect(() => rollingOriginMae({ ...start, method: 'oracle' })).toThrow(refused('no_model', 'method'));
    expect(() => rollingOriginMae({ ...start, method: 'ewProfile' })).toThrow(
      refused('insufficient_history', 'origins'),
    );
    expect(() => rollingOriginMae({ ...start, origins: [3], method: 'holtWintersDamped' })).toThrow(
      refused('insufficient_history', 'origins'),
    );
  });
});

describe('intervals', () => {
  test('conformal: the ⌈(n + 1) × level⌉-th smallest error, whatever its sign', () => {
    const residuals = [4, -3, 2, -1];
    expect(conformalHalfWidth({ residuals, levels: [0, 0.2, 0.21, 0.8, 0.81, 1] })).toEqual([
      1, 1, 2, 4, 4, 4,
    ]);
    expect(() => conformalHalfWidth({ residuals: [], levels: [0.8] })).toThrow(
      refused('insufficient_history', 'residuals'),
    );
    expect(() => conformalHalfWidth({ residuals, levels: [80] })).toThrow(refused('out_of_range', 'levels'));
    expect(() => conformalHalfWidth({ residuals: [Number.NaN], levels: [0.8] })).toThrow(
      refused('not_a_number', 'residuals'),
    );
  });

  test('pool the steps beside one', () => {
    const residuals = [Float64Array.of(1, 2, 3, 4), Float64Array.of(5, 6, Number.NaN, 8)];
    expect(pooledResiduals(residuals, 0)).toEqual([1, 2, 5, 6]);
    expect(pooledResiduals(residuals, 2)).toEqual([2, 3, 4, 6, 8]);
    expect(pooledResiduals(residuals, 3)).toEqual([3, 4, 8]);
    expect(pooledResiduals(residuals, 3, 0)).toEqual([8]);
  });

  test('cover a past error when the other origins would have', () => {
    const single = (...errors: number[]) => errors.map((error) => Float64Array.of(error));
    expect(coverage(single(1, -1, 1, -1), 0.8)).toBe(1);
    // Only the 5 lies outside of what the others show.
    expect(coverage(single(1, 1, 1, 5), 0.8)).toBe(0.75);
    expect(coverage(single(1), 0.8)).toBeNull();
    expect(coverage(single(1, Number.NaN), 0.8)).toBeNull();
  });
});

describe('crossing', () => {
  test('is the share of past errors that reach beyond, at each step', () => {
    const far = { points: [5, 9, 10], residuals: [-1, 0, 1], threshold: 10 };
    expect(crossing({ ...far, op: '>=' })).toEqual({
      probability: [0, 1 / 3, 2 / 3],
      firstPossible: 1,
      firstLikely: 2,
    });
    expect(crossing({ ...far, op: '>' }).probability).toEqual([0, 0, 1 / 3]);
    expect(crossing({ ...far, op: '<=' }).probability).toEqual([1, 1, 2 / 3]);
    expect(crossing({ ...far, op: '<' })).toMatchObject({ probability: [1, 2 / 3, 1 / 3], firstLikely: 0 });
    expect(crossing({ ...far, op: '>=', likely: 0.9, possible: 0.5 })).toMatchObject({
      firstPossible: 2,
      firstLikely: null,
    });
    expect(crossing({ ...far, points: [5], op: '>' })).toMatchObject({
      firstPossible: null,
      firstLikely: null,
    });
  });

  test('begins at a fifth and at a half', () => {
    const of = (above: number) =>
      crossing({
        points: [0],
        residuals: Array.from({ length: 10 }, (_, one) => (one < above ? 1 : -1)),
        op: '>',
        threshold: 0,
      });
    expect([1, 2, 4, 5].map((above) => [of(above).firstPossible, of(above).firstLikely])).toEqual([
      [null, null],
      [0, null],
      [0, null],
      [0, 0],
    ]);
  });

  test('may have errors of its own for each step, or none', () => {
    expect(crossing({ points: [9, 9], residuals: [[2], []], op: '>', threshold: 10 }).probability).toEqual([
      1, 0,
    ]);
    expect(() => crossing({ points: [9], residuals: [1], op: '>', threshold: Number.NaN })).toThrow(
      refused('not_a_number', 'threshold'),
    );
  });

  test('a value at the threshold is beyond it only with "or equal"', () =>
    expect(
      (['>=', '>', '<=', '<'] as const).map((op) => [9, 10, 11].map((value) => isBeyond(value, op, 10))),
    ).toEqual([
      [false, true, true],
      [false, false, true],
      [true, true, false],
      [true, false, false],
    ]));
});

describe('candidates', () => {
  const names = (kind: 'diurnal' | 'light' | 'monotone', days: number) =>
    candidates(kind, 24, days).map(({ name }) => name);

  test('two simple ones below eight days, then those of the kind', () => {
    expect(names('light', 7.9)).toEqual(['seasonalNaive', 'dampedTrend']);
    expect(names('diurnal', 8)).toEqual([
      'seasonalNaive',
      'ewProfile',
      'anchoredProfile',
      'holtWintersDamped',
    ]);
    expect(names('monotone', 8).at(-1)).toBe('dampedTrend');
    expect(names('light', 8)).toEqual([
      'seasonalNaive',
      'ewProfile',
      'anchoredProfile',
      'holtWintersDamped',
      'clearness',
      'ratioProfile',
    ]);
  });

  const trend = (values: readonly (number | null)[], h = 3, m = 24) => {
    const found = candidates('monotone', m, 8).find(({ name }) => name === 'dampedTrend');
    return [...(found?.forecast(toGrid(values), h) ?? [])];
  };

  test('the damped trend goes on from the last value with 98 % of the slope an hour', () => {
    const falling = Array.from({ length: 24 }, (_, hour) => 50 - hour);
    expect(trend(falling)).toEqual(
      close(27 - 0.98, 27 - 0.98 - 0.98 ** 2, 27 - 0.98 - 0.98 ** 2 - 0.98 ** 3),
    );
    // A grid of half hours: 98 % in two steps.
    expect(trend(falling, 1, 48)).toEqual(close(27 - Math.sqrt(0.98)));
    expect(trend([...falling, null], 1)).toEqual(close(27 - 0.98));
  });

  test('begins anew at the last irrigation', () => {
    const watered = Array.from({ length: 40 }, (_, hour) => (hour < 30 ? 50 - hour : 60 - 2 * (hour - 30)));
    expect(trend(watered, 1)).toEqual(close(42 - 2 * 0.98));
  });

  test('is flat without three changes, and unknown without a value', () => {
    expect(trend([3, 4, 5], 2)).toEqual([5, 5]);
    expect(trend([null, null], 2)).toEqual([Number.NaN, Number.NaN]);
    expect(trend([], 1)).toEqual([Number.NaN]);
    expect(trend([6, 5, 4, 3], 1)).toEqual(close(2.02));
  });

  test('looks back two days at most', () => {
    const turned = Array.from({ length: 100 }, (_, hour) => (hour < 52 ? 2 * hour : 104 - (hour - 52)));
    expect(trend(turned, 1)[0]).toBeCloseTo(57 - 0.98, 6);
  });

  test('no method for light has any by night', () => {
    const light = Array.from({ length: 240 }, (_, hour) =>
      Math.max(0, 500 * Math.sin(((hour % 24) / 12 - 0.5) * Math.PI)),
    );
    const bright = light.map((value, hour) => (hour > 228 ? value + 50 : value));
    for (const { name, forecast } of candidates('light', 24, 10)) {
      const ahead = [...forecast(toGrid(bright.slice(0, 234)), 24)];
      if (['anchoredProfile', 'holtWintersDamped', 'clearness'].includes(name))
        expect(ahead.slice(6, 9), name).toEqual([0, 0, 0]);
    }
  });
});
