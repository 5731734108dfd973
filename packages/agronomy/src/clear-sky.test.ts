import { expect, test } from 'vitest';
import { clearSkyIrradiance } from './clear-sky.ts';

const SHOUGUANG = { lat: 36.88, lon: 118.74 };

test('at noon of the equinox on the equator it is three quarters of the solar constant', () => {
  // Solar noon of 20 March 2026 at longitude 0: 12:07:30 UTC by the equation of time.
  const noon = Date.UTC(2026, 2, 20, 12, 7, 30);
  const irradiance = clearSkyIrradiance({ lat: 0, lon: 0, at: noon });
  // 0.0820 MJ m⁻² min⁻¹ are 1,367 W m⁻².
  expect(irradiance / (0.75 * 1367)).toBeGreaterThan(0.99);
  expect(irradiance / (0.75 * 1367)).toBeLessThan(1.02);
});

test('the maximum of a day is at solar noon of the place, in any time zone', () => {
  const hours = Array.from({ length: 24 * 60 }, (_, minute) => Date.UTC(2026, 5, 21) + minute * 60_000);
  const values = hours.map((at) => clearSkyIrradiance({ ...SHOUGUANG, at }));
  const noon = hours[values.indexOf(Math.max(...values))]!;
  // 118.74° E: 12:00 solar time is 04:05 UTC, and June's correction is two minutes.
  expect(Math.abs(noon - Date.UTC(2026, 5, 21, 4, 6))).toBeLessThanOrEqual(4 * 60_000);
});

test('the integral over a day equals the daily equation', () => {
  let joules = 0;
  for (let minute = 0; minute < 24 * 60; minute += 10)
    joules +=
      clearSkyIrradiance({ lat: -20, lon: 0, at: Date.UTC(2026, 8, 3, 0, minute + 5), elevation: 0 }) * 600;
  // FAO-56 example 8: 20° S, 3 September: Ra 32.2 MJ m⁻² d⁻¹.
  expect(joules / 1e6).toBeCloseTo(0.75 * 32.2, 0);
});

test('it is zero at night and in the polar night', () => {
  expect(clearSkyIrradiance({ ...SHOUGUANG, at: Date.UTC(2026, 5, 21, 16) })).toBe(0);
  expect(clearSkyIrradiance({ lat: 80, lon: 0, at: Date.UTC(2026, 11, 21, 12) })).toBe(0);
});

test('the morning of one place is the afternoon of another, and the day that counts is the local one', () => {
  // 150° apart on the equator: the same sun ten hours later.
  const east = clearSkyIrradiance({ lat: 0, lon: 150, at: Date.UTC(2026, 2, 20, 0) });
  const zero = clearSkyIrradiance({ lat: 0, lon: 0, at: Date.UTC(2026, 2, 20, 10) });
  expect(east / zero).toBeCloseTo(1, 2);
  // The equation of time puts noon at 12:07:30: these are as long before and after it.
  const morning = clearSkyIrradiance({ lat: 0, lon: 0, at: Date.UTC(2026, 2, 20, 8) });
  const afternoon = clearSkyIrradiance({ lat: 0, lon: 0, at: Date.UTC(2026, 2, 20, 16, 15) });
  expect(morning / afternoon).toBeCloseTo(1, 1);
  // On 1 January of the place, 31 December of UTC, it is the sun of the first day.
  const newYear = clearSkyIrradiance({ lat: -40, lon: 179, at: Date.UTC(2026, 11, 31, 23) });
  const dayBefore = clearSkyIrradiance({ lat: -40, lon: 179, at: Date.UTC(2026, 11, 30, 23) });
  expect(newYear / dayBefore).toBeCloseTo(1, 2);
});

test('above the polar circle in summer the sun shines at midnight', () => {
  for (let hour = 0; hour < 24; hour += 1)
    expect(clearSkyIrradiance({ lat: 75, lon: 0, at: Date.UTC(2026, 5, 21, hour) })).toBeGreaterThan(50);
});

test('an invalid longitude is refused by its name', () => {
  expect(() => clearSkyIrradiance({ lat: 0, lon: 400, at: 0 })).toThrow(/^lon: .*range/);
});
