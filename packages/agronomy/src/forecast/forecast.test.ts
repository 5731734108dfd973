import { describe, expect, it } from 'vitest';
import { combine } from './combination.ts';
import { conformalHalfWidth, crossing, pooledResiduals, rollingOriginMae } from './evaluate.ts';
import { forecastSeries, type ForecastInput } from './forecast.ts';
import {
  anchoredProfile,
  ewProfile,
  holtWintersDamped,
  ratioProfileGrid,
  seasonalNaive,
  toGrid,
} from './methods.ts';
import { regularGrid } from './regular-grid.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 5, 1);

describe('methods', () => {
  it('repeat the last season, or an earlier one across a gap', () => {
    expect(seasonalNaive({ y: [1, 2, 3, 4, null, 6], m: 3, h: 4 })).toEqual([4, 2, 6, 4]);
  });

  it('give recent days more weight', () => {
    // Weights 1 and 0.5: (10 + 0.5 × 4)/1.5
    expect(ewProfile({ y: [4, 10], m: 1, h: 1, k: 2, decay: 0.5 })).toEqual([8]);
  });

  it('continue today’s deviation with a decay', () => {
    // Every day was 0, 10 until today, which is 4 too warm.
    const y = [0, 10, 0, 10, 0, 14];
    expect(anchoredProfile({ y, m: 2, h: 2, k: 7, decay: 1, rho: 0.5 })).toEqual([
      expect.closeTo(2, 9),
      expect.closeTo(34 / 3 + 1, 6),
    ]);
  });

  it('reduce the radiation of a dull day, not of the night', () => {
    const day = [0, 0, 100, 200, 100, 0];
    const dull = [0, 0, 50];
    const y = toGrid([...day, ...day, ...dull]);
    const [noon, afternoon, night] = ratioProfileGrid(y, 6, 3, 1, 3);
    expect([noon, afternoon, night]).toEqual([100, 50, 0]);
  });

  it('reproduce a perfect season exactly', () => {
    const season = [5, 8, 3, 1];
    const y = Array.from({ length: 24 }, (_, index) => season[index % 4] ?? 0);
    const run = holtWintersDamped({ y, m: 4, h: 6, alpha: 0.3, beta: 0.1, gamma: 0.2, phi: 0.9 });
    expect(run.forecast).toEqual([5, 8, 3, 1, 5, 8]);
  });
});

describe('evaluation', () => {
  it('compares only with later values', () => {
    const y = [1, 2, 1, 2, 1, 5];
    expect(rollingOriginMae({ y, m: 2, h: 2, origins: [4], method: 'seasonalNaive' })).toBe(1.5);
  });

  it('takes the smallest width that covers its share, plus one error', () => {
    const residuals = [1, -2, 3, -4, 5, -6, 7, -8, 9, -10];
    // ⌈11 × 0.8⌉ = 9th of ten.
    expect(conformalHalfWidth({ residuals, levels: [0.8, 0.99] })).toEqual([9, 10]);
  });

  it('pools the errors of neighbouring steps and can omit an origin', () => {
    const residuals = [Float64Array.of(1, 2, 3), Float64Array.of(4, Number.NaN, 6)];
    expect(pooledResiduals(residuals, 0)).toEqual([1, 2, 4]);
    expect(pooledResiduals(residuals, 1, 0)).toEqual([4, 6]);
  });

  it('counts the errors with which a forecast would exceed a threshold', () => {
    const answer = crossing({ points: [8, 9.5, 12], residuals: [-1, 0, 1, 2], op: '>=', threshold: 10 });
    expect(answer).toEqual({ probability: [0.25, 0.5, 1], firstPossible: 0, firstLikely: 1 });
    expect(crossing({ points: [8], residuals: [-1, 0, 1, 2], op: '<', threshold: 8 }).probability).toEqual([
      0.25,
    ]);
  });
});

describe('combine', () => {
  const method = (name: string, errors: readonly number[], value: number) => ({
    name,
    evaluation: {
      mae: errors.reduce((total, error) => total + Math.abs(error), 0) / errors.length,
      count: errors.length,
      residuals: errors.map((error) => Float64Array.of(error)),
    },
    values: Float64Array.of(value),
  });

  it('lets methods of the same error share the forecast: opposite errors cancel', () => {
    const { values, evaluation } = combine([method('high', [-2, -2], 12), method('low', [2, 2], 8)]);
    expect([...values]).toEqual([10]);
    expect(evaluation).toMatchObject({ mae: 0, count: 2 });
  });

  it('gives a method with twice the error almost no weight', () => {
    const { values, evaluation } = combine([method('good', [1, -1], 10), method('poor', [2, -2], 20)]);
    expect(values[0]).toBeCloseTo(10 + 10 / 257, 9);
    expect(evaluation.mae).toBeCloseTo(1 + 1 / 257, 9);
  });

  it('takes an exact method alone, and leaves out what a method has not forecast', () => {
    expect(combine([method('exact', [0, 0], 10), method('other', [1, 1], 20)]).values[0]).toBe(10);
    const gap = { ...method('gap', [1], 20), values: Float64Array.of(Number.NaN) };
    expect(combine([method('one', [1], 10), gap]).values[0]).toBe(10);
  });
});

describe('regularGrid', () => {
  const hourly = (values: readonly number[]) =>
    values.map((value, hour) => [START + hour * HOUR, value] as const);

  it('takes the median of a bucket and interpolates a short gap', () => {
    const points = [
      [START, 1],
      [START + 1000, 2],
      [START + 2000, 90],
      [START + 3 * HOUR, 8],
    ] as const;
    const series = regularGrid(points, HOUR, 100);
    expect([...(series?.grid ?? [])]).toEqual([2, 4, 6, 8]);
    expect(series?.missingShare).toBe(0.5);
  });

  it('does not fill a long gap', () => {
    const points = [
      [START, 1],
      [START + 5 * HOUR, 6],
    ] as const;
    expect(regularGrid(points, HOUR, 100)?.grid[2]).toBeNaN();
  });

  it('drops a single outlier, also the newest value', () => {
    const smooth = Array.from({ length: 100 }, (_, hour) => 20 + 5 * Math.sin((hour / 24) * 2 * Math.PI));
    for (const wild of [50, 99]) {
      const series = regularGrid(
        hourly(smooth.map((value, hour) => (hour === wild ? value * 10 : value))),
        HOUR,
        200,
      );
      expect(series?.spikes).toBe(1);
      expect(Math.abs((series?.grid[wild] ?? 0) - (smooth[wild] ?? 0))).toBeLessThan(2);
    }
  });

  it('keeps a step that a second value confirms', () => {
    const dryThenWatered = Array.from({ length: 60 }, (_, hour) => (hour < 58 ? 20 - hour * 0.05 : 32));
    expect(regularGrid(hourly(dryThenWatered), HOUR, 100)?.grid.at(-1)).toBe(32);
  });
});

/** Days of a clean daily wave with a little deterministic noise, newest sample one hour before `now`. */
function wave(days: number, height = 5): ForecastInput {
  const points = Array.from({ length: days * 24 }, (_, hour) => {
    const unrest = 0.4 * Math.sin(hour * 12.9898) + 0.3 * Math.sin(hour * 0.05);
    return [START + hour * HOUR, 20 + height * Math.sin(((hour % 24) / 24) * 2 * Math.PI) + unrest] as const;
  });
  return {
    key: 'airTemperature',
    name: '气温',
    nameEn: 'Air temperature',
    unit: '℃',
    points,
    now: START + days * 24 * HOUR,
  };
}

const made = (input: ForecastInput) => {
  const answer = forecastSeries(input);
  if (answer.reason !== null) throw new Error(answer.reason.en);
  return answer;
};

describe('forecastSeries', () => {
  it('continues the wave with nested intervals', () => {
    const { points, model } = made(wave(20));
    expect(points).toHaveLength(6);
    for (const [step, point] of points.entries()) {
      expect(point.ts).toBe(START + (480 + step) * HOUR);
      expect(point.value).toBeCloseTo(20 + 5 * Math.sin((step / 24) * 2 * Math.PI), -0.5);
      expect([point.lo95, point.lo80, point.value, point.hi80, point.hi95]).toEqual(
        [point.lo95, point.lo80, point.value, point.hi80, point.hi95].sort((a, b) => a - b),
      );
    }
    expect(model.origins).toBe(20);
    expect(model.mae).toBeLessThanOrEqual(model.snaiveMae);
  });

  it('warns of a threshold that it approaches, in both languages', () => {
    const thresholds = [
      { settingId: 'hot', op: '>=', threshold: 23 },
      { settingId: 'never', op: '>=', threshold: 60 },
      { settingId: 'already', op: '>=', threshold: 15 },
    ] as const;
    const { warnings } = made({ ...wave(20), thresholds });
    expect(warnings.map((warning) => warning.settingId)).toEqual(['hot']);
    expect(warnings[0]).toMatchObject({
      level: 'likely',
      zh: expect.stringMatching(/^预计06-21 \d\d:00气温将高于23℃（概率\d+%）$/),
    });
    expect(warnings[0]?.en).toContain('above 23℃');
  });

  it('has no interval and no warning for a constant series', () => {
    const input = { ...wave(10), points: wave(10).points.map(([ts]) => [ts, 42] as const) };
    const { points, warnings, model } = made({
      ...input,
      thresholds: [{ settingId: 'a', op: '>=', threshold: 43 }],
    });
    expect(points.every((point) => point.value === 42 && point.lo95 === 42 && point.hi95 === 42)).toBe(true);
    expect(warnings).toEqual([]);
    expect(model).toMatchObject({ name: 'seasonalNaive', skill: 0, confidence: 'low' });
  });

  it('keeps within the limits of the attribute', () => {
    const { points } = made({ ...wave(20, 30), min: 0, max: 40 });
    expect(points.every((point) => point.lo95 >= 0 && point.hi95 <= 40)).toBe(true);
  });

  it('follows a drying soil and restarts after irrigation', () => {
    // Falls 0.1 an hour, watered up by 6 every five days, last 30 hours ago.
    const points = Array.from(
      { length: 15 * 24 },
      (_, hour) => [START + hour * HOUR, 30 - 0.1 * ((hour + 90) % 120)] as const,
    );
    const now = START + 15 * 24 * HOUR;
    const { points: ahead } = made({ key: 'soilMoisture', points, now, kind: 'monotone' });
    const last = points.at(-1)?.[1] ?? 0;
    expect(ahead[5]?.value).toBeLessThan(last - 0.3);
    expect(ahead[5]?.value).toBeGreaterThan(last - 1);
  });

  it('combines the methods for light, which is never negative', () => {
    const light = (hour: number) => Math.max(0, 700 * Math.sin((((hour % 24) - 6) / 12) * Math.PI));
    const points = Array.from(
      { length: 20 * 24 },
      (_, hour) => [START + hour * HOUR, light(hour) * (0.6 + 0.4 * Math.sin(hour * 12.9898))] as const,
    );
    const { points: ahead, model } = made({
      key: 'x',
      points,
      now: START + 480 * HOUR,
      kind: 'light',
      min: 0,
    });
    expect(model.name).toBe('combination');
    expect(model.mae).toBeLessThan(model.snaiveMae);
    expect(ahead.map(({ value }) => value)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('uses simpler methods with two to eight days', () => {
    const { model } = made(wave(4));
    expect(['seasonalNaive', 'dampedTrend']).toContain(model.name);
  });

  it.each([
    ['a day of history', wave(1), 'insufficient_history'],
    ['no history', { ...wave(1), points: [] }, 'insufficient_history'],
    ['old values', { ...wave(10), now: START + 11 * 24 * HOUR }, 'stale'],
    [
      'more gaps than values',
      { ...wave(20), points: wave(20).points.filter((_, hour) => hour % 12 < 3 || hour > 476) },
      'too_many_gaps',
    ],
    ['a horizon of months', { ...wave(10), horizonHours: 2000 }, 'out_of_range'],
  ] as const)('answers %s with its reason', (_, input, code) => {
    expect(forecastSeries(input)).toMatchObject({ points: [], warnings: [], reason: { code } });
  });
});
