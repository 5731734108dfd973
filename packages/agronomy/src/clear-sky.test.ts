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

test('an invalid longitude is refused', () => {
  expect(() => clearSkyIrradiance({ lat: 0, lon: 400, at: 0 })).toThrow();
});
