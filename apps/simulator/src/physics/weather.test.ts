import { describe, expect, test } from 'vitest';
import { DEMO_SITE, sunAt } from './sun.ts';
import { Climate } from './weather.ts';

const HOUR = 3_600_000;
const hours = (from: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => from + i * HOUR);
const YEAR = hours(Date.UTC(2026, 0, 1), 365 * 24);

describe('the climate', () => {
  const climate = new Climate(7, DEMO_SITE);
  const year = YEAR.map((time) => ({ time, weather: climate.at(time) }));

  test('radiation is exactly 0 while the sun is below the horizon, and never 0 well above it', () => {
    for (const { time, weather } of year) {
      const { elevation } = sunAt(time, DEMO_SITE);
      if (elevation <= 0) expect(weather.radiation).toBe(0);
      if (elevation > 0.1) expect(weather.radiation).toBeGreaterThan(5);
      expect(weather.radiation).toBeLessThan(1100);
    }
  });

  test('stays within the measuring ranges of its sensors', () => {
    for (const { weather } of year) {
      expect(weather.humidity).toBeGreaterThan(5);
      expect(weather.humidity).toBeLessThanOrEqual(100);
      expect(weather.temperature).toBeGreaterThan(-25);
      expect(weather.temperature).toBeLessThan(42);
      expect(weather.windDirection).toBeGreaterThanOrEqual(0);
      expect(weather.windDirection).toBeLessThan(360);
      expect(weather.pressure).toBeGreaterThan(985);
      expect(weather.pressure).toBeLessThan(1035);
    }
  });

  test('July is about 27 degrees warmer than January', () => {
    const mean = (month: number): number => {
      const own = year.filter(({ time }) => new Date(time).getUTCMonth() === month);
      return own.reduce((sum, { weather }) => sum + weather.temperature, 0) / own.length;
    };
    expect(mean(6) - mean(0)).toBeGreaterThan(22);
    expect(mean(6) - mean(0)).toBeLessThan(32);
  });

  test('temperature changes by at most 0.4 degrees in five minutes', () => {
    const start = Date.UTC(2026, 3, 1);
    let before = climate.at(start).temperature;
    for (let i = 1; i < 20 * 288; i++) {
      const { temperature } = climate.at(start + i * 300_000);
      expect(Math.abs(temperature - before)).toBeLessThan(0.4);
      before = temperature;
    }
  });

  test('rain falls on a minority of days, mostly in summer', () => {
    const rain = (from: number, to: number): number =>
      year
        .filter(({ time }) => {
          const month = new Date(time).getUTCMonth();
          return month >= from && month <= to;
        })
        .reduce((sum, { weather }) => sum + weather.rainRate, 0);
    const total = rain(0, 11);
    expect(total).toBeGreaterThan(250);
    expect(total).toBeLessThan(1300);
    expect(rain(5, 7) / 3).toBeGreaterThan(total / 12);
  });

  test('one seed always gives the same year; another seed gives another year', () => {
    const again = new Climate(7, DEMO_SITE);
    const other = new Climate(8, DEMO_SITE);
    const times = [YEAR[100]!, YEAR[3000]!, YEAR[8000]!];
    // In reverse order: the weather of an instant does not depend on earlier calls.
    for (const time of times.toReversed()) expect(again.at(time)).toEqual(climate.at(time));
    expect(times.map((time) => other.at(time).temperature)).not.toEqual(
      times.map((time) => climate.at(time).temperature),
    );
  });
});
