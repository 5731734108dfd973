import { expect, it } from 'vitest';
import {
  actualVapourPressure,
  daylight,
  e0,
  et0Daily,
  et0Hargreaves,
  et0Hourly,
  meanSaturationPressure,
  netRadiation,
  pressure,
  psychrometricConstant,
  ra,
  rsSunshine,
  soilHeatFluxFromPrevious,
  soilHeatFluxMonthly,
  u2,
  vapourPressureFromWetBulb,
} from '../index.ts';

/** Number of the example in FAO-56, the value printed there, how exactly it is printed, and our computation. */
const EXAMPLES: readonly [name: string, printed: number, tolerance: number, compute: () => number | null][] =
  [
    ['2: pressure at 1800 m, kPa', 81.8, 0.05, () => pressure(1800)],
    ['2: psychrometric constant, kPa/°C', 0.054, 0.0006, () => psychrometricConstant(pressure(1800))],
    ['3: e°(24.5 °C), kPa', 3.075, 0.002, () => e0(24.5)],
    [
      '3: mean saturation vapour pressure, kPa',
      2.39,
      0.005,
      () => meanSaturationPressure({ tmax: 24.5, tmin: 15 }),
    ],
    [
      '4: vapour pressure from wet bulb, kPa',
      1.91,
      0.01,
      () => vapourPressureFromWetBulb({ tdry: 25.6, twet: 19.5, elevation: 1200, ventilation: 0.000662 }),
    ],
    [
      '5: vapour pressure from humidity, kPa',
      1.7,
      0.01,
      () => actualVapourPressure({ tmax: 25, tmin: 18 }, { rhMax: 82, rhMin: 54 }).ea,
    ],
    ['8: extraterrestrial radiation, MJ/m²/d', 32.2, 0.05, () => ra({ lat: -20, doy: 246 })],
    ['9: daylight, h', 11.7, 0.05, () => daylight({ lat: -20, doy: 246 })],
    ['10: radiation from sunshine, MJ/m²/d', 14.5, 0.06, () => rsSunshine({ lat: -22.9, doy: 135, n: 7.1 })],
    ['12: net radiation, MJ/m²/d', 7.6, 0.08, () => netRadiation({ rs: 14.5, rnl: 3.5 })],
    [
      '13: monthly soil heat flux, MJ/m²/d',
      0.33,
      0.005,
      () => soilHeatFluxMonthly({ previous: 14.1, next: 18.8 }),
    ],
    ['14: wind from 10 m to 2 m, m/s', 2.4, 0.05, () => u2({ u: 3.2, z: 10 })],
    [
      '17: ET0 of Bangkok in April, mm/d',
      5.72,
      0.05,
      () =>
        et0Daily({
          doy: 105,
          lat: 13.73,
          elevation: 2,
          tmax: 34.8,
          tmin: 25.6,
          ea: 2.85,
          wind: 2,
          sunshineHours: 8.5,
          soilHeatFlux: soilHeatFluxFromPrevious({ previous: 29.2, current: 30.2 }),
        }).et0,
    ],
    [
      '18: ET0 of Uccle on 6 July, mm/d',
      3.88,
      0.05,
      () =>
        et0Daily({
          doy: 187,
          lat: 50.8,
          elevation: 100,
          tmax: 21.5,
          tmin: 12.3,
          rhMax: 84,
          rhMin: 63,
          wind: 10 / 3.6,
          windHeight: 10,
          sunshineHours: 9.25,
        }).et0,
    ],
    [
      '19: ET0 of an hour of the night, mm',
      0,
      0.01,
      () =>
        et0Hourly({
          doy: 274,
          lat: 16.21667,
          lonWest: 16.25,
          tzLonWest: 15,
          elevation: 8,
          midHour: 2.5,
          t: 28,
          rh: 90,
          u2: 1.9,
          rs: 0,
        }).et0,
    ],
    [
      '20: ET0 of Lyon with missing data, mm/d',
      4.56,
      0.08,
      () => et0Daily({ doy: 196, lat: 45.72, elevation: 200, tmax: 26.6, tmin: 14.8, wind: 2 }).et0,
    ],
    ['20: Hargreaves, mm/d', 5, 0.06, () => et0Hargreaves({ tmax: 26.6, tmin: 14.8, raMm: 16.6 })],
  ];

it.each(EXAMPLES)('FAO-56 example %s', (_, printed, tolerance, compute) => {
  expect(Math.abs((compute() ?? Number.NaN) - printed)).toBeLessThanOrEqual(tolerance);
});
