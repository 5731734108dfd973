import { describe, expect, test } from 'vitest';
import { candidates, type SeriesKind } from './candidates.ts';

const named = (kind: SeriesKind, m: number, days: number, name: string) => {
  const found = candidates(kind, m, days).find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no method ${name}`);
  return (y: readonly number[], h: number) => [...found.forecast(Float64Array.from(y), h)];
};
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9));
const series = (count: number, value: (index: number) => number) =>
  Array.from({ length: count }, (_, at) => value(at));

test('the methods of a series: all that its history is long enough for', () => {
  const of = (kind: SeriesKind, days: number) => candidates(kind, 24, days).map(({ name }) => name);
  for (const kind of ['diurnal', 'light', 'monotone'] as const)
    expect(of(kind, 7.9)).toEqual(['seasonalNaive', 'dampedTrend']);
  const seasonal = ['seasonalNaive', 'ewProfile', 'anchoredProfile', 'holtWintersDamped'];
  expect(of('diurnal', 8)).toEqual(seasonal);
  expect(of('monotone', 8)).toEqual([...seasonal, 'dampedTrend']);
  expect(of('light', 8)).toEqual([...seasonal, 'clearness', 'ratioProfile']);
});

describe('the damped trend', () => {
  const trend = named('monotone', 24, 2, 'dampedTrend');

  test('goes on as it went, each hour a fiftieth less', () => {
    const fall = series(60, (at) => 100 - 0.5 * at);
    const steps = [0.98, 0.98 + 0.98 ** 2, 0.98 + 0.98 ** 2 + 0.98 ** 3];
    expect(trend(fall, 3)).toEqual(near(steps.map((sum) => 70.5 - 0.5 * sum)));
    expect(trend(fall, 0)).toEqual([]);
  });

  test('of half hours loses as much in an hour', () => {
    const halfHours = named('monotone', 48, 2, 'dampedTrend');
    const [first, second] = halfHours(
      series(60, (at) => 100 - at),
      2,
    );
    expect(first).toBeCloseTo(41 - Math.sqrt(0.98), 9);
    expect(second).toBeCloseTo(41 - Math.sqrt(0.98) - 0.98, 9);
  });

  test('is that of the last two days', () => {
    const bent = series(100, (at) => (at < 51 ? 200 - 2 * at : 98 - 0.1 * (at - 51)));
    expect(trend(bent, 1)).toEqual(near([98 - 4.8 - 0.098]));
  });

  test('begins anew with a refill', () => {
    const level = series(60, (at) => (at < 40 ? 50 - at : 60 - 0.2 * (at - 40)));
    expect(trend(level, 1)).toEqual(near([60 - 3.8 - 0.196]));
  });

  test('of the last refill, where there were two', () => {
    const refilled = (at: number) => (at < 20 ? 50 - at : at < 40 ? 80 - (at - 20) : 90 - 0.5 * (at - 40));
    expect(trend(series(60, refilled), 1)).toEqual(near([80.5 - 0.49]));
  });

  test('does not begin anew with what is noise beside its fall', () => {
    const noisy = series(49, (at) => 100 - at + (at === 40 ? 2.5 : 0));
    expect(trend(noisy, 1)).toEqual(near([52 - 0.98]));
  });

  test('a value that is level stays', () => {
    expect(
      trend(
        series(50, () => 7),
        2,
      ),
    ).toEqual([7, 7]);
  });

  test('of fewer than three steps is none', () => {
    expect(trend([9, 8, 7], 1)).toEqual([7]);
    expect(trend([10, 9, 8, 7], 1)).toEqual(near([7 - 0.98]));
    // After a refill a moment ago, too.
    expect(trend([...series(30, (at) => 50 - at), 60, 59], 1)).toEqual([59]);
  });

  test('hours without a value are passed over, the last known one goes on', () => {
    const gaps = series(60, (at) => (at % 7 === 3 || at > 56 ? Number.NaN : 100 - 0.5 * at));
    expect(trend(gaps, 1)).toEqual(near([72 - 0.49]));
    const first = [5, Number.NaN, Number.NaN];
    expect(trend(first, 2)).toEqual([5, 5]);
  });

  test('of nothing is nothing', () => {
    expect(trend([Number.NaN, Number.NaN], 2)).toEqual([Number.NaN, Number.NaN]);
    expect(trend([], 1)).toEqual([Number.NaN]);
  });

  test('is as steep whatever the length of its steps', () => {
    const quarters = named('monotone', 96, 2, 'dampedTrend');
    const fall = series(400, (at) => 100 - 0.05 * at);
    expect(quarters(fall, 1)).toEqual(near([100 - 0.05 * 399 - 0.05 * 0.98 ** 0.25]));
  });
});

describe('light', () => {
  /** Twelve dark hours, then half a sine; the last day is half as bright. */
  const bright = (day: number) => (day === 9 ? 300 : 600);
  const hours = series(240, (at) =>
    at % 24 < 12 ? 0 : bright(Math.floor(at / 24)) * Math.sin((Math.PI * ((at % 24) - 12)) / 12),
  );

  test.each(['anchoredProfile', 'holtWintersDamped'])('is nothing by night with %s', (name) => {
    const forecast = named('light', 24, 10, name)(hours, 24);
    expect(forecast.slice(0, 12)).toEqual(series(12, () => 0));
    for (const value of forecast.slice(16, 21)) expect(value).toBeGreaterThan(100);
  });

  test('of a day without sun is forecast by no method that has no value', () => {
    for (const { name, forecast } of candidates('light', 24, 10)) {
      const values = [...forecast(new Float64Array(240), 24)];
      expect([name, values.filter((value) => value !== 0 && !Number.isNaN(value))]).toEqual([name, []]);
    }
  });
});

test('a season that is too short for smoothing has no forecast by it', () => {
  expect(named('diurnal', 24, 8, 'holtWintersDamped')([1, 2, 3], 2)).toEqual([Number.NaN, Number.NaN]);
});
