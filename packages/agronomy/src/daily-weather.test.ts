import { describe, expect, it } from 'vitest';
import { dailyWeather, type WeatherHour } from './daily-weather.ts';

const HOUR = 3_600_000;
/** 2026-06-21 00:00 in China. */
const START = Date.UTC(2026, 5, 20, 16);
const place = { lat: 36.9, lon: 118.7 };

/** A clear June day of Shandong, 27 MJ m⁻², hours by their local beginning. */
const clearDay = (keep: (hour: number) => boolean = () => true): WeatherHour[] =>
  Array.from({ length: 24 }, (_, hour) => ({ hour, ts: START + hour * HOUR }))
    .filter(({ hour }) => keep(hour))
    .map(({ hour, ts }) => {
      const sun = Math.max(0, Math.sin(((hour + 0.5 - 5) / 14) * Math.PI));
      return { ts, t: 18 + 12 * sun, rh: 85 - 40 * sun, radiation: 860 * sun, wind: 1 + 2 * sun, rain: 0 };
    });

const only = (hours: readonly WeatherHour[]) => {
  const [day] = dailyWeather({ hours, place });
  if (day === undefined) throw new Error('no day');
  return day;
};

describe('a day with gaps', () => {
  it('does not count as measured without the six hours around noon', () => {
    const whole = only(clearDay());
    expect(whole.rs).toBeCloseTo(27.4, 0);
    expect(whole.filled).toEqual([]);
    const gap = only(clearDay((hour) => hour < 10 || hour >= 16));
    // Eighteen hours are measured, but less than 60 % of the radiation.
    expect(gap.hours).toBe(18);
    expect(gap.rs).toBeNull();
    expect(gap.coverage.radiation).toBeLessThan(0.6);
    expect(gap.tmax).toBeNull();
    expect(gap.rhMin).toBeNull();
    expect(gap.tmin).toBe(whole.tmin);
  });

  it('needs no night for the radiation and no early morning for the maximum', () => {
    const whole = only(clearDay());
    const light = only(clearDay((hour) => hour >= 5 && hour < 19));
    expect(light.rs).toBeCloseTo(whole.rs ?? 0, 1);
    expect(light.tmax).toBe(whole.tmax);
    expect(only(clearDay((hour) => hour >= 9)).tmin).toBeNull();
  });

  it('fills a short gap of radiation by the clear-sky curve of the place, and reports it', () => {
    const whole = only(clearDay());
    const gap = only(clearDay((hour) => hour !== 11 && hour !== 12));
    expect(gap.rs).not.toBeNull();
    expect(Math.abs((gap.rs ?? 0) / (whole.rs ?? 1) - 1)).toBeLessThan(0.05);
    expect(gap.filled).toEqual(['radiation']);
  });

  it('gives day and night equal weight in the mean wind', () => {
    const whole = only(clearDay());
    const noMorning = only(clearDay((hour) => hour < 8 || hour >= 13));
    expect(whole.wind).toBeCloseTo(1.74, 1);
    expect(Math.abs((noMorning.wind ?? 0) - (whole.wind ?? 0))).toBeLessThan(0.25);
    expect(only(clearDay((hour) => hour < 6 || hour >= 18)).wind).toBeNull();
  });

  it('counts the hours with known rain', () => {
    const hours = clearDay().map((hour, index) =>
      index < 4 ? { ...hour, rain: 2 } : { ...hour, rain: null },
    );
    expect(only(hours)).toMatchObject({ rain: 8, coverage: { rain: 4 / 24 } });
  });
});

describe('eighteen measured hours', () => {
  // Three of the five warm hours are lost, or two of them; the others are lost at night.
  const without = (...lost: number[]) => only(clearDay((hour) => !lost.includes(hour)));

  it('are most of a day: 60 % of the afternoon is then enough for the maximum', () => {
    const day = without(13, 14, 20, 21, 22, 23);
    expect(day.hours).toBe(18);
    expect(day.tmax).not.toBeNull();
    expect(without(13, 14, 19, 20, 21, 22, 23).tmax).toBeNull();
  });

  it('are enough for a wind that is not called filled in', () => {
    expect(without(0, 1, 2, 9, 10, 11).filled).not.toContain('wind');
    expect(without(0, 1, 2, 3, 9, 10, 11).filled).toContain('wind');
  });
});

it('takes the sun from the longitude: 45° west of that of its clock noon is three hours later', () => {
  const zone = { timeZone: 'Asia/Shanghai' };
  // The five hours from 15:00 are the warm ones at 75° east; those from 12:00 are at 120°.
  const hours = clearDay((hour) => hour < 10 || hour >= 15);
  const [west] = dailyWeather({ hours, ...zone, place: { lat: 40, lon: 75 } });
  const [here] = dailyWeather({ hours, ...zone, place: { lat: 40, lon: 120 } });
  expect([west?.tmax === null, here?.tmax === null]).toEqual([false, true]);
});

describe('extremes of a day', () => {
  it('are those of the readings, not of the hourly medians', () => {
    const hours = clearDay().map((hour) => ({
      ...hour,
      tMin: (hour.t ?? 0) - 0.8,
      tMax: (hour.t ?? 0) + 0.9,
      rhMin: (hour.rh ?? 0) - 3,
      rhMax: (hour.rh ?? 0) + 2,
    }));
    const median = only(clearDay());
    const day = only(hours);
    expect(day.tmax).toBeCloseTo((median.tmax ?? 0) + 0.9, 9);
    expect(day.tmin).toBeCloseTo((median.tmin ?? 0) - 0.8, 9);
    expect(day.rhMax).toBeCloseTo((median.rhMax ?? 0) + 2, 9);
    expect(day.rhMin).toBeCloseTo((median.rhMin ?? 0) - 3, 9);
  });
});
