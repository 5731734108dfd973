import { describe, expect, test } from 'vitest';
import { thornthwaiteMonthly } from './thornthwaite.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });
const year = (t: number) => Array.from({ length: 12 }, () => t);

describe('on the equator, where all days have 12 h', () => {
  const at = (temperatures: readonly (number | null)[], firstYear = 2001) =>
    thornthwaiteMonthly({ temperatures, lat: 0, firstYear });

  test('20 °C have a heat index of 97.9 and 73.9 mm in thirty days', () => {
    // I = 12 × 4^1.514 = 97.87, a = 2.1404: 16 × (200/97.87)^2.1404 = 73.9 mm.
    const [january, february, , april] = at(year(20)).map((mm) => mm ?? 0);
    expect(april).toBeCloseTo(73.9, 0);
    expect(january).toBeCloseTo(((april ?? 0) * 31) / 30, 6);
    expect(february).toBeCloseTo(((april ?? 0) * 28) / 30, 6);
  });

  test('5 °C have an index of 12, an exponent of 0.698 and 43.3 mm', () => {
    expect(at(year(5))[3]).toBeCloseTo(16 * (50 / 12) ** 0.697_6, 1);
  });

  test('February is longer in 2000, 2004 and 2400, not in 1900 and 2001', () => {
    const february = (firstYear: number) => at(year(20), firstYear)[1] ?? 0;
    for (const leap of [2000, 2004, 2400]) expect(february(leap) / february(2001)).toBeCloseTo(29 / 28, 6);
    expect(february(1900)).toBeCloseTo(february(2001), 9);
    const two = at([...year(20), ...year(20)], 2003);
    expect((two[13] ?? 0) / (two[1] ?? 1)).toBeCloseTo(29 / 28, 6);
    expect((two[12] ?? 0) / (two[0] ?? 1)).toBeCloseTo(1, 9);
  });

  test('the heat index is that of the mean year', () => {
    const two = at([...year(18), ...year(22)]);
    const mean = at(year(20));
    expect((two[0] ?? 0) < (mean[0] ?? 0) && (two[12] ?? 0) > (mean[0] ?? 0)).toBe(true);
    // Both months have one power law: 18 and 22 °C around 20 °C.
    expect(Math.log((two[12] ?? 1) / (two[0] ?? 1)) / Math.log(22 / 18)).toBeCloseTo(2.13, 1);
  });

  test('a month that is missing is unknown, and the others do not change', () => {
    const holed = [...year(20), ...year(20)].map((t, index) => (index === 14 ? null : t));
    expect(at(holed)[14]).toBeNull();
    expect(at(holed)[13]).toBe(at([...year(20), ...year(20)])[13]);
    expect(at([...year(20).slice(1), Number.NaN, ...year(20)])[11]).toBeNull();
  });

  test('frost evaporates nothing', () => {
    expect(at(year(-8))).toEqual(year(0));
    expect(at([-5, ...year(20).slice(1)])[0]).toBe(0);
    expect(at([...year(-8), null])[12]).toBeNull();
  });
});

test('the long days of June evaporate more than those of December at the same temperature', () => {
  const mm = thornthwaiteMonthly({ temperatures: year(20), lat: 40, firstYear: 2001 });
  // 14.9 h in June and 9.2 h in December.
  expect((mm[5] ?? 0) / (mm[11] ?? 1)).toBeCloseTo(((14.9 / 9.2) * 30) / 31, 1);
  const south = thornthwaiteMonthly({ temperatures: year(20), lat: -40, firstYear: 2001 });
  expect(south[11]).toBeGreaterThan(south[5] ?? 0);
});

test.each([
  ['out_of_range', 'lat', { temperatures: year(20), lat: 91, firstYear: 2001 }],
  ['out_of_range', 'firstYear', { temperatures: year(20), lat: 0, firstYear: 0 }],
  ['out_of_range', 't', { temperatures: year(99), lat: 0, firstYear: 2001 }],
  ['missing_months', 'temperatures', { temperatures: year(20).slice(1), lat: 0, firstYear: 2001 }],
] as const)('%s %s', (code, field, input) =>
  expect(() => thornthwaiteMonthly(input)).toThrow(refused(code, field)),
);
