import { describe, expect, it } from 'vitest';
import {
  actualVapourPressure,
  delta,
  dewpoint,
  e0,
  pressure,
  psychrometricConstant,
  u2,
  vapourPressureFromWetBulb,
} from './atmosphere.ts';
import { et0Daily, et0Hargreaves, type Et0DailyInput } from './et0-daily.ts';
import {
  daylight,
  netRadiation,
  ra,
  rnl,
  rsSunshine,
  rsTemperature,
  soilHeatFluxMonthly,
} from './radiation.ts';

// Numbers are those printed in FAO Irrigation and Drainage Paper 56 (1998).
describe('FAO-56 chapter 3', () => {
  it.each([
    ['example 2, pressure at 1800 m', pressure(1800), 81.8, 1],
    ['example 2, psychrometric constant', psychrometricConstant(pressure(1800)), 0.054, 3],
    ['example 3, e°(24.5)', e0(24.5), 3.075, 2],
    ['table 2.4, slope at 30.2 °C', delta(30.2), 0.246, 2],
    [
      'example 5, ea of RHmax and RHmin',
      actualVapourPressure({ tmax: 25, tmin: 18 }, { rhMax: 82, rhMin: 54 }).ea,
      1.7,
      2,
    ],
    ['example 8, Ra', ra({ lat: -20, doy: 246 }), 32.2, 1],
    ['example 9, daylight', daylight({ lat: -20, doy: 246 }), 11.7, 1],
    ['example 10, Rs of sunshine', rsSunshine({ lat: -22.9, doy: 135, n: 7.1 }), 14.5, 1],
    ['example 11, Rnl', rnl({ tmax: 25.1, tmin: 19.1, ea: 2.1, rs: 14.5, rso: 18.8 }), 3.5, 1],
    ['example 12, Rn', netRadiation({ rs: 14.5, rnl: 3.5 }), 7.6, 0],
    ['example 13, G of April', soilHeatFluxMonthly({ previous: 14.1, next: 18.8 }), 0.33, 2],
    ['example 14, wind', u2({ u: 3.2, z: 10 }), 2.4, 1],
    [
      'example 15, Rs of temperature',
      rsTemperature({ lat: 45.71667, doy: 196, tmax: 26.6, tmin: 14.8, elevation: 200 }),
      22.3,
      1,
    ],
    ['example 20, Hargreaves', et0Hargreaves({ tmax: 26.6, tmin: 14.8, raMm: 16.6 }), 5, 0],
  ] as const)('%s', (_, value, printed, digits) => {
    expect(value).toBeCloseTo(printed, digits);
  });

  it('example 4, wet bulb', () => {
    const ea = vapourPressureFromWetBulb({ tdry: 25.6, twet: 19.5, elevation: 1200, ventilation: 0.000662 });
    expect(ea).toBeCloseTo(1.91, 2);
  });

  it('the dew point is the inverse of the saturation vapour pressure', () => {
    expect(dewpoint(e0(17.3))).toBeCloseTo(17.3, 2);
  });
});

const uccle: Et0DailyInput = {
  doy: 187,
  lat: 50.8,
  elevation: 100,
  tmax: 21.5,
  tmin: 12.3,
  rhMax: 84,
  rhMin: 63,
  sunshineHours: 9.25,
  wind: 2.7778,
  windHeight: 10,
};

describe('et0Daily', () => {
  it('gives example 18, Uccle on 6 July', () => {
    const day = et0Daily(uccle);
    expect(day.et0).toBeCloseTo(3.88, 2);
    expect(day).toMatchObject({ methods: { ea: 'rhmaxmin', rs: 'sunshine', wind: 'measured' }, missing: [] });
  });

  it('reports every fallback of example 20, where only temperature is known', () => {
    const day = et0Daily({ doy: 196, lat: 45.71667, elevation: 200, tmax: 26.6, tmin: 14.8 });
    expect(day.et0).toBeCloseTo(4.56, 1);
    expect(day).toMatchObject({
      methods: { ea: 'tmin', rs: 'temperature', wind: 'default' },
      missing: ['humidity', 'radiation', 'wind'],
    });
  });

  it('prefers the more accurate input', () => {
    const all = { ea: 1.4, tdew: 12, rhMax: 84, rhMin: 63, rhMean: 70 };
    expect(et0Daily({ ...uccle, ...all })).toMatchObject({ methods: { ea: 'given' }, ea: 1.4 });
    expect(et0Daily({ ...uccle, ...all, ea: null })).toMatchObject({ methods: { ea: 'tdew' } });
    expect(et0Daily({ ...uccle, rhMin: null })).toMatchObject({ methods: { ea: 'rhmax' } });
    expect(et0Daily({ ...uccle, rs: 20 })).toMatchObject({ methods: { rs: 'measured' }, rs: 20 });
  });

  it('limits the vapour pressure to saturation and the wind to its minimum', () => {
    const day = et0Daily({ ...uccle, ea: 9, wind: 0 });
    expect(day).toMatchObject({ u2: 0.5 });
    if (day.et0 === null) throw new Error('no ET0');
    expect(day.ea).toBe(day.es);
  });

  it.each([
    ['no temperature', { tmax: null }, 'no_temperature', undefined],
    ['maximum below minimum', { tmax: 10, tmin: 20 }, 'tmax_below_tmin', 'tmax'],
    ['NaN', { tmin: Number.NaN }, 'not_a_number', 'tmin'],
    ['kelvin', { tmax: 295, tmin: 285 }, 'out_of_range', 'tmax'],
    ['radiation in W/m²', { rs: 220 }, 'out_of_range', 'rs'],
    ['more radiation than the sun sends', { rs: 49, doy: 1 }, 'out_of_range', 'rs'],
    ['humidity as a share of 10000', { rhMax: 8400 }, 'out_of_range', 'rhMax'],
    ['humidities the wrong way round', { rhMax: 40, rhMin: 60 }, 'out_of_range', 'rhMax'],
    ['negative wind', { wind: -1 }, 'out_of_range', 'wind'],
    ['a latitude off the globe', { lat: 120 }, 'out_of_range', 'lat'],
    ['an infinite elevation', { elevation: Infinity }, 'not_a_number', 'elevation'],
    ['day 400', { doy: 400 }, 'out_of_range', 'doy'],
  ] as const)('answers %s with its reason', (_, wrong, code, field) => {
    const day = et0Daily({ ...uccle, ...wrong });
    expect(day.et0).toBeNull();
    expect(day.reason).toMatchObject({ code, ...(field === undefined ? {} : { field }) });
    expect(day.reason?.zh).toMatch(/[\u4e00-\u9fff]/);
    expect(day.reason?.en).toMatch(/[a-z]/);
  });

  it.each([
    [90, 172],
    [90, 355],
    [-90, 1],
    [80, 355],
    [67, 172],
  ])('stands the polar night and the midnight sun at %d° on day %d', (lat, doy) => {
    const day = et0Daily({ doy, lat, tmax: -2, tmin: -12, sunshineHours: 3 });
    expect(day.reason).toBeNull();
    expect(
      Object.values(day)
        .filter((value) => typeof value === 'number')
        .every(Number.isFinite),
    ).toBe(true);
    expect(day.et0).toBeGreaterThanOrEqual(0);
  });
});
