import { describe, expect, test } from 'vitest';
import {
  clearness,
  clearSky,
  dailyRadiation,
  daylight,
  netLongwave,
  netRadiation,
  ra,
  raBetween,
  rnl,
  rsSunshine,
  rsTemperature,
  soilHeatFluxFromPrevious,
  soilHeatFluxMonthly,
  sunOnDay,
  sunsetHourAngle,
} from './radiation.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });

describe('the examples of FAO-56', () => {
  test('8 and 9: 20° south on 3 September has 32.2 MJ/m² and 11.7 h', () => {
    const { distance, declination } = sunOnDay(246);
    expect(distance).toBeCloseTo(0.985, 3);
    expect(declination).toBeCloseTo(0.12, 3);
    expect(sunsetHourAngle((-20 * Math.PI) / 180, declination)).toBeCloseTo(1.527, 3);
    expect(ra({ lat: -20, doy: 246 })).toBeCloseTo(32.2, 1);
    expect(daylight({ lat: -20, doy: 246 })).toBeCloseTo(11.7, 1);
  });

  test('10: 7.1 h of sun in Rio on 15 May are 14.5 of 25.1 MJ/m²; the clear sky has 18.8', () => {
    const rio = { lat: -22.9, doy: 135 };
    expect(ra(rio)).toBeCloseTo(25.1, 1);
    expect(daylight(rio)).toBeCloseTo(10.9, 1);
    expect(rsSunshine({ ...rio, n: 7.1 })).toBeCloseTo(14.5, 1);
    expect(clearSky(25.1, 0)).toBeCloseTo(18.8, 1);
  });

  test('11: it loses 3.5 MJ/m² as longwave', () => {
    const day = { tmax: 25.1, tmin: 19.1, ea: 2.1, rs: 14.5, rso: 18.8 };
    expect(rnl(day)).toBeCloseTo(3.5, 1);
    expect(netLongwave(day, 14.5 / 18.8)).toBe(rnl(day));
  });

  test('12: and keeps 7.6 MJ/m²', () => expect(netRadiation({ rs: 14.5, rnl: 3.5 })).toBeCloseTo(7.67, 2));

  test('13: warming from 14.1 through 16.1 to 18.8 °C takes 0.33 or, with the next unknown, 0.28 MJ/m²', () => {
    expect(soilHeatFluxMonthly({ previous: 14.1, next: 18.8 })).toBeCloseTo(0.33, 2);
    expect(soilHeatFluxFromPrevious({ previous: 14.1, current: 16.1 })).toBeCloseTo(0.28, 2);
  });

  test('15: 14.8 to 26.6 °C in Lyon in July are 22.3 of 40.6 MJ/m²', () => {
    const lyon = { lat: 45.72, doy: 196, elevation: 200 };
    expect(ra(lyon)).toBeCloseTo(40.6, 1);
    expect(rsTemperature({ ...lyon, tmax: 26.6, tmin: 14.8 })).toBeCloseTo(22.3, 1);
    expect(
      rsTemperature({ ...lyon, tmax: 20, tmin: 16, coast: true }) /
        rsTemperature({ ...lyon, tmax: 20, tmin: 16 }),
    ).toBeCloseTo(0.19 / 0.16, 9);
  });

  test('19: N’Diaye between 14 and 15 o’clock has 3.543 MJ/m²', () => {
    expect(raBetween({ lat: 16.217, doy: 274 }, 0.5512, 0.813)).toBeCloseTo(3.543, 2);
  });

  test('annex 2.8: a black body at 25 °C radiates 38.75 MJ/m²', () => {
    // Vapour of 1 kPa leaves a fifth under a clear sky.
    expect(netLongwave({ tmax: 25, tmin: 25, ea: 1 }, 1)).toBeCloseTo(0.2 * 38.75, 2);
    // Hot days and cold nights radiate as the mean of both.
    expect(netLongwave({ tmax: 35, tmin: 15, ea: 1 }, 1)).toBeCloseTo(0.1 * (44.2 + 33.8), 1);
  });
});

test('the day of the year sets the sun: nearest in January, highest in June, on the equator always 12 h', () => {
  expect(sunOnDay(365).distance).toBeCloseTo(1.033, 6);
  expect(sunOnDay(172).declination).toBeCloseTo(0.409, 3);
  expect(sunOnDay(356).declination).toBeCloseTo(-0.409, 2);
  for (const doy of [1, 100, 366]) expect(daylight({ lat: 0, doy })).toBeCloseTo(12, 9);
});

test('polar day and night', () => {
  expect(daylight({ lat: 70, doy: 172 })).toBeCloseTo(24, 9);
  expect(daylight({ lat: 70, doy: 355 })).toBe(0);
  expect(ra({ lat: 80, doy: 355 })).toBe(0);
  expect(raBetween({ lat: 80, doy: 355 }, -1, 1)).toBe(0);
  expect(rsSunshine({ lat: 80, doy: 355, n: 3 })).toBe(0);
  expect(ra({ lat: 90, doy: 172 })).toBeCloseTo(
    ra({ lat: -90, doy: 355 }) / (sunOnDay(355).distance / sunOnDay(172).distance),
    0,
  );
});

test('a day is the sum of its hours, and what is before sunrise counts nothing', () => {
  const place = { lat: 35, doy: 200 };
  expect(raBetween(place, -Math.PI, Math.PI)).toBeCloseTo(ra(place), 9);
  expect(raBetween(place, -Math.PI, 0)).toBeCloseTo(ra(place) / 2, 9);
  expect(raBetween(place, -Math.PI, -2.5)).toBe(0);
  expect(raBetween(place, 2.5, Math.PI)).toBe(0);
});

test('the sky lets a quarter through without sun and three quarters at most, more in the mountains', () => {
  const place = { lat: 35, doy: 200 };
  const all = ra(place);
  expect(rsSunshine({ ...place, n: 0 })).toBeCloseTo(0.25 * all, 9);
  expect(rsSunshine({ ...place, n: daylight(place) / 2 })).toBeCloseTo(0.5 * all, 9);
  expect(rsSunshine({ ...place, n: 15 })).toBeCloseTo(0.75 * all, 9);
  expect(clearSky(10, 2500)).toBeCloseTo(8, 9);
  // A dry day of 30 °C between night and noon would exceed the clear sky.
  expect(rsTemperature({ ...place, tmax: 40, tmin: 10, elevation: 0 })).toBe(clearSky(all, 0));
  expect(rsTemperature({ ...place, tmax: 20, tmin: 20, elevation: 0 })).toBe(0);
});

test('clearness is at most 1, and 0.8 while there is no sun', () => {
  expect(clearness(5, 10)).toBe(0.5);
  expect(clearness(12, 10)).toBe(1);
  expect(clearness(0, 10)).toBe(0);
  expect(clearness(0, 0)).toBe(0.8);
});

test('clouds keep the warmth: a twentieth of the loss under a clear sky is the least', () => {
  const day = { tmax: 20, tmin: 10, ea: 1.5 };
  const clear = netLongwave(day, 1);
  expect(netLongwave(day, 0) / clear).toBeCloseTo(0.05, 9);
  expect(netLongwave(day, 0.29) / clear).toBeCloseTo(0.05, 9);
  expect(netLongwave(day, 0.5) / clear).toBeCloseTo(0.325, 9);
  expect(netLongwave(day, 1, 4.903e-9 / 24) * 24).toBeCloseTo(clear, 9);
});

test('100 W/m² over a day are 8.64 MJ/m²', () => {
  expect(dailyRadiation(100)).toBeCloseTo(8.64, 9);
  expect([dailyRadiation(0), dailyRadiation(600)]).toEqual([0, expect.closeTo(51.84, 9)]);
});

const warm = { tmax: 20, tmin: 10 };
const place = { lat: 35, doy: 200 };
test.each([
  ['out_of_range', 'doy', () => sunOnDay(0)],
  ['out_of_range', 'doy', () => sunOnDay(367)],
  ['out_of_range', 'lat', () => ra({ lat: 91, doy: 1 })],
  ['out_of_range', 'lat', () => raBetween({ lat: -91, doy: 1 }, 0, 1)],
  ['out_of_range', 'lat', () => daylight({ lat: 91, doy: 1 })],
  ['out_of_range', 'elevation', () => clearSky(10, 9000)],
  ['out_of_range', 'n', () => rsSunshine({ ...place, n: 25 })],
  ['out_of_range', 'tmax', () => rsTemperature({ ...place, tmax: 80, tmin: 10, elevation: 0 })],
  ['out_of_range', 'tmin', () => rsTemperature({ ...place, tmax: 10, tmin: -95, elevation: 0 })],
  ['tmax_below_tmin', 'tmax', () => rsTemperature({ ...place, tmax: 10, tmin: 11, elevation: 0 })],
  ['out_of_range', 'rs', () => rnl({ ...warm, ea: 1, rs: 61, rso: 20 })],
  ['out_of_range', 'rso', () => rnl({ ...warm, ea: 1, rs: 10, rso: -1 })],
  ['out_of_range', 'tmax', () => netLongwave({ tmax: 99, tmin: 10, ea: 1 }, 1)],
  ['out_of_range', 'tmin', () => netLongwave({ tmax: 9, tmin: -99, ea: 1 }, 1)],
  ['out_of_range', 'ea', () => netLongwave({ ...warm, ea: -1 }, 1)],
  ['not_a_number', 'rs', () => netRadiation({ rs: Number.NaN, rnl: 1 })],
  ['not_a_number', 'rnl', () => netRadiation({ rs: 1, rnl: Number.NaN })],
  ['not_a_number', 'next', () => soilHeatFluxMonthly({ previous: 1, next: Number.NaN })],
  ['not_a_number', 'previous', () => soilHeatFluxMonthly({ previous: Number.NaN, next: 1 })],
  ['not_a_number', 'current', () => soilHeatFluxFromPrevious({ previous: 1, current: Number.NaN })],
  ['not_a_number', 'previous', () => soilHeatFluxFromPrevious({ previous: Number.NaN, current: 1 })],
  ['out_of_range', 'wattsPerSquareMetre', () => dailyRadiation(601)],
])('%s %s', (code, field, call) => expect(call).toThrow(refused(code, field)));
