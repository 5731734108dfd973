import { describe, expect, it } from 'vitest';
import { climatologyOf, et0OfGap, temperatureNormals } from './climatology.ts';
import { growthTimeline } from './growth.ts';
import { dayNumber } from './local-calendar.ts';

/** Two years; rain rises by the number of the month, the second year is 2 °C warmer. */
const record = Array.from({ length: 24 }, (_, index) => {
  const month = (index % 12) + 1;
  return {
    month: `${2020 + Math.floor(index / 12)}-${String(month).padStart(2, '0')}`,
    rain: 10 * month,
    et0: 60,
    tmax: 10 + month + (index < 12 ? -1 : 1),
    tmin: month,
  };
});

describe('climatologyOf', () => {
  it('is the mean of the years in the middle of a month, interpolated linearly between two months', () => {
    const climate = climatologyOf(record);
    expect(climate?.('2026-06-16').tmax).toBeCloseTo(16, 1);
    expect(climate?.('2026-06-30').tmax).toBeCloseTo(16.5, 1);
    expect(climate?.('2026-07-01').tmax).toBeCloseTo(16.5, 1);
    expect(climate?.('2026-12-31').tmax).toBeCloseTo((22 + 11) / 2, 0);
    expect(climate?.('2026-06-16').et0).toBeCloseTo(60 / 30.44, 6);
    expect(climate?.('2026-06-16').rain).toBeCloseTo(60 / 30.44, 1);
    expect(climate?.('2026-06-16').rainChance).toBeCloseTo(60 / 30.44 / 8, 2);
  });

  it('is undefined where the record has no values', () => {
    expect(climatologyOf([])).toBeNull();
    const poor = climatologyOf([{ month: '2020-06', rain: 60, et0: null }]);
    expect(poor?.('2026-06-16')).toMatchObject({ tmax: null, tmin: null, et0: null });
    expect(poor?.('2026-01-16').rain).toBeNull();
    expect(temperatureNormals(poor)?.('2026-06-16')).toBeNull();
  });
});

it('a long gap in winter adds the degree-days of the climate record, not those of 20 °C', () => {
  const cold = Array.from({ length: 12 }, (_, index) => ({
    month: `2020-${String(index + 1).padStart(2, '0')}`,
    rain: 10,
    et0: 15,
    tmax: 2,
    tmin: -8,
  }));
  const answer = growthTimeline({
    plantDate: '2026-01-01',
    today: '2026-01-31',
    temperatures: [],
    periods: [{ code: 'A', name: 'A', startGdd: 0, endGdd: 1000 }],
    base: 0,
    upper: 30,
    normals: temperatureNormals(climatologyOf(cold)),
  });
  if (answer.stage === null) throw new Error(answer.reason.en);
  // (2 + 0) / 2 a day by the 'modified' method.
  expect(answer.gdd).toBeCloseTo(31, 6);
  expect(answer.heat.every(({ source }) => source === 'normal')).toBe(true);
});

it('a day without readings has the ET0 of the climate record, else of the nearest days, else none', () => {
  const day = dayNumber('2026-06-16');
  const measured = new Map([
    [day - 3, 4],
    [day + 2, 6],
    [day + 40, 1],
  ]);
  expect(et0OfGap(day, measured, climatologyOf(record))).toBeCloseTo(60 / 30.44, 6);
  expect(et0OfGap(day, measured, null)).toBe(5);
  expect(et0OfGap(day - 90, measured, null)).toBeNull();
});
