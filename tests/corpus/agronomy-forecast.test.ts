// Second tier (outside): real series
import * as agronomy from '@farm3d/agronomy';
import { describe, expect, it } from 'vitest';
import { airTemperature, backtest, HOUR, type Season, SERIES } from './real-series.ts';

describe('six hours ahead on real series', () => {
  it.each(Object.entries(SERIES))('%s', (name, load) => {
    const series = load();
    const result = backtest(series, 60);
    console.log(
      `${name}: ${result.count} forecasts, MAE ${result.mae.toFixed(2)}, ` +
        `${result.ratio.toFixed(2)} × seasonal naive, 80 % interval covers ${(100 * result.coverage).toFixed(0)} %`,
    );
    expect(result.count).toBeGreaterThan(300);
    if (series.temperatureLike) expect(result.ratio).toBeLessThanOrEqual(0.8);
    else expect(result.ratio).toBeLessThanOrEqual(1.05);
    expect(result.coverage).toBeGreaterThanOrEqual(0.7);
    expect(result.coverage).toBeLessThanOrEqual(series.temperatureLike ? 0.9 : 0.97);
  });

  it('is not moved by one wild value', () => {
    const { points } = airTemperature();
    const until = (points.at(-1)?.[0] ?? 0) - 5 * 24 * HOUR;
    const past = points.filter(([ts]) => ts <= until);
    const forecast = (samples: readonly (readonly [number, number])[]) => {
      const answer = agronomy.forecastSeries({ key: 'x', points: samples, now: until + 1 });
      if (answer.reason !== null) throw new Error(answer.reason.en);
      return answer.points.map((point) => point.value);
    };
    const clean = forecast(past);
    const spread = agronomy.medianAbsoluteDeviation(past.map(([, value]) => value));
    for (const index of [past.length - 1, past.length - 20, past.length - 24 * 12, past.length - 3000]) {
      const wild = past.map(([ts, value], at): [number, number] => [ts, at === index ? value * 10 : value]);
      const moved = forecast(wild).map((value, step) => Math.abs(value - (clean[step] ?? 0)));
      expect(Math.max(...moved), `outlier at ${index}`).toBeLessThan(spread);
    }
  });
});

/** Moments of the tuning, and where between them the judged ones lie: no tuning used them. */
const MOMENTS = 120;
const BETWEEN = [0.25, 0.5, 0.75];
/** Fewer forecasts of a season are too few to judge. */
const MIN_FORECASTS = 60;

describe('at moments that no tuning used, by season', () => {
  it.each(Object.entries(SERIES))('%s', (name, load) => {
    const series = load();
    for (const season of ['winter', 'spring', 'summer', 'autumn'] satisfies Season[]) {
      const result = backtest(series, MOMENTS, { between: BETWEEN, season });
      if (result.count < MIN_FORECASTS) continue;
      console.log(
        `${name}, ${season}: ${result.count} forecasts, ${result.ratio.toFixed(2)} × seasonal naive, ` +
          `80 % interval covers ${(100 * result.coverage).toFixed(0)} %`,
      );
      expect(result.ratio, season).toBeLessThanOrEqual(series.temperatureLike ? 0.9 : 1);
      expect(result.coverage, season).toBeGreaterThanOrEqual(0.65);
    }
  });
});
