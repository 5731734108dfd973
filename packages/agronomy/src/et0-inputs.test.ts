import { describe, expect, test } from 'vitest';
import { dayTemperatures, et0Daily, type Et0DailyInput, et0Hargreaves } from './et0-daily.ts';
import { et0Greenhouse, GREENHOUSE_WIND } from './et0-greenhouse.ts';
import { et0Hourly, type Et0HourlyInput, seasonalCorrection } from './et0-hourly.ts';
import { u2 } from './atmosphere.ts';
import { ra, rsSunshine, rsTemperature } from './radiation.ts';

const refused = (code: string, field?: string) =>
  expect.objectContaining({
    reason: expect.objectContaining(field === undefined ? { code } : { code, field }),
  });

/** FAO-56 example 18: Uccle on 6 July. */
const uccle: Et0DailyInput = {
  doy: 187,
  lat: 50.8,
  elevation: 100,
  tmax: 21.5,
  tmin: 12.3,
  rhMax: 84,
  rhMin: 63,
  wind: 2.78,
  windHeight: 10,
  rs: 22.07,
};
const daily = (change: Partial<Et0DailyInput> = {}) => {
  const answer = et0Daily({ ...uccle, ...change });
  if (answer.et0 === null) throw new Error(answer.reason.code);
  return answer;
};

describe('et0Daily', () => {
  test('example 18: each term as printed', () => {
    const day = daily();
    const printed = {
      ra: [41.09, 1],
      rso: [30.9, 1],
      rns: [17, 1],
      rnl: [3.71, 1],
      rn: [13.28, 1],
      ea: [1.409, 2],
      es: [1.997, 2],
      delta: [0.122, 3],
      gamma: [0.0666, 3],
      u2: [2.078, 2],
      N: [16.1, 1],
      et0: [3.88, 1],
    } as const;
    for (const [term, [value, digits]] of Object.entries(printed))
      expect(day[term as keyof typeof printed], term).toBeCloseTo(value, digits);
    expect(day).toMatchObject({
      rs: 22.07,
      methods: { ea: 'rhmaxmin', rs: 'measured', wind: 'measured' },
      missing: [],
      reason: null,
    });
  });

  test('what is missing is estimated and named', () => {
    expect(daily({ rhMax: null, rhMin: null })).toMatchObject({
      methods: { ea: 'tmin' },
      missing: ['humidity'],
    });
    expect(daily({ rs: null })).toMatchObject({
      rs: rsTemperature({ doy: 187, lat: 50.8, tmax: 21.5, tmin: 12.3, elevation: 100 }),
      methods: { rs: 'temperature' },
      missing: ['radiation'],
    });
    expect(daily({ rs: null, coast: true }).rs).toBeCloseTo((daily({ rs: null }).rs * 0.19) / 0.16, 9);
    expect(daily({ rs: null, sunshineHours: 9.25 })).toMatchObject({
      rs: rsSunshine({ doy: 187, lat: 50.8, n: 9.25 }),
      methods: { rs: 'sunshine' },
      missing: [],
    });
    expect(daily({ wind: null })).toMatchObject({ u2: 2, methods: { wind: 'default' }, missing: ['wind'] });
    expect(daily({ elevation: null }).gamma).toBeCloseTo(0.000665 * 101.3, 9);
  });

  test('wind at 2 m is used as it is, that of another height reduced, and never below 0.5 m/s', () => {
    expect(daily({ wind: 3, windHeight: 2 }).u2).toBe(3);
    expect(daily({ wind: 3, windHeight: null }).u2).toBe(3);
    expect(daily({ wind: 3, windHeight: 10 }).u2).toBe(u2({ u: 3, z: 10 }));
    expect(daily({ wind: 0, windHeight: 2 }).u2).toBe(0.5);
  });

  test('heat that goes into the soil does not evaporate', () => {
    const { et0, delta, gamma } = daily();
    const less = (0.408 * delta * 1) / (delta + gamma * (1 + 0.34 * 2.079));
    expect(et0 - daily({ soilHeatFlux: 1 }).et0).toBeCloseTo(less, 3);
    expect(daily({ soilHeatFlux: null }).et0).toBe(et0);
  });

  test('a polar night and saturated air evaporate nothing', () =>
    expect(daily({ doy: 355, lat: 80, tmax: -20, tmin: -30, rs: 0, rhMax: 100, rhMin: 100 }).et0).toBe(0));

  test('radiation up to a tenth and 1 MJ above that outside the air is taken, more is in another unit', () => {
    const most = 1.1 * ra({ doy: 187, lat: 50.8 }) + 1;
    expect(daily({ rs: most - 0.01 }).methods.rs).toBe('measured');
    expect(et0Daily({ ...uccle, rs: most + 0.01 })).toMatchObject({
      reason: { code: 'out_of_range', field: 'rs' },
    });
  });

  test.each([
    ['no_temperature', undefined, { tmax: null }],
    ['no_temperature', undefined, { tmin: undefined as unknown as null }],
    ['tmax_below_tmin', 'tmax', { tmax: 12.2 }],
    ['out_of_range', 'tmax', { tmax: 215 }],
    ['out_of_range', 'tmin', { tmin: -123 }],
    ['out_of_range', 'rs', { rs: 51 }],
    ['out_of_range', 'sunshineHours', { rs: null, sunshineHours: 25 }],
    ['out_of_range', 'wind', { wind: -1 }],
    ['out_of_range', 'windHeight', { windHeight: 0.1 }],
    ['not_a_number', 'soilHeatFlux', { soilHeatFlux: Number.NaN }],
    ['out_of_range', 'lat', { lat: 95 }],
    ['out_of_range', 'elevation', { elevation: 10_000 }],
  ] as const)('%s %s', (code, field, wrong) =>
    expect(et0Daily({ ...uccle, ...wrong })).toMatchObject({
      et0: null,
      reason: field === undefined ? { code } : { code, field },
    }),
  );

  test('equal extremes are possible', () =>
    expect(dayTemperatures({ tmax: 5, tmin: 5 })).toEqual({ tmax: 5, tmin: 5 }));
});

describe('et0Hargreaves', () => {
  test('example 20: Lyon in July has 5.0 mm', () =>
    expect(et0Hargreaves({ tmax: 26.6, tmin: 14.8, raMm: 16.55 })).toBeCloseTo(5.03, 2));
  test('no range and deep frost evaporate nothing', () => {
    expect(et0Hargreaves({ tmax: 15, tmin: 15, raMm: 16 })).toBe(0);
    expect(et0Hargreaves({ tmax: -20, tmin: -30, raMm: 16 })).toBe(0);
  });
  test('refuses what is no number or no temperature', () => {
    expect(() => et0Hargreaves({ tmax: 15, tmin: 10, raMm: Number.NaN })).toThrow(
      refused('not_a_number', 'raMm'),
    );
    expect(() => et0Hargreaves({ tmax: 5, tmin: 10, raMm: 10 })).toThrow(refused('tmax_below_tmin', 'tmax'));
  });
});

/** FAO-56 example 19: N’Diaye in Senegal on 1 October. */
const ndiaye: Et0HourlyInput = {
  doy: 274,
  lat: 16.217,
  lonWest: 16.25,
  tzLonWest: 15,
  elevation: 8,
  midHour: 14.5,
  t: 38,
  rh: 52,
  u2: 3.3,
  rs: 2.45,
};
const hourly = (change: Partial<Et0HourlyInput> = {}) => {
  const answer = et0Hourly({ ...ndiaye, ...change });
  if (answer.et0 === null) throw new Error(`${answer.reason.code} ${answer.reason.field}`);
  return answer;
};

describe('et0Hourly', () => {
  test('example 19: each term of the afternoon as printed', () => {
    const hour = hourly();
    const printed = {
      ra: [3.543, 2],
      rso: [2.658, 2],
      ratio: [0.922, 2],
      rnl: [0.137, 2],
      rn: [1.749, 2],
      G: [0.175, 2],
      ea: [3.445, 2],
      es: [6.625, 2],
      et0: [0.63, 1.9],
    } as const;
    for (const [term, [value, digits]] of Object.entries(printed))
      expect(hour[term as keyof typeof printed], term).toBeCloseTo(value, digits);
    expect(hour).toMatchObject({ isDay: true, missing: [], reason: null, rs: 2.45 });
  });

  test('example 19: and of the night, with the clearness of the evening', () => {
    const night = hourly({ midHour: 2.5, t: 28, rh: 90, u2: 1.9, rs: 0 });
    expect(night).toMatchObject({ isDay: false, ra: 0, ratio: 0.8 });
    expect(night.rn).toBeCloseTo(-0.1, 2);
    expect(night.G).toBeCloseTo(0.5 * night.rn, 12);
    expect(night.et0).toBeCloseTo(0, 2);
    const cloudy = hourly({ midHour: 2.5, t: 28, rh: 90, u2: 1.9, rs: 0, nightRatio: 0.4 });
    expect(cloudy.ratio).toBe(0.4);
    expect(cloudy.rnl / night.rnl).toBeCloseTo((1.35 * 0.4 - 0.35) / (1.35 * 0.8 - 0.35), 9);
  });

  test('eq. 32: the sun is 16 minutes early in November, 14 late in February, on time in April and June', () => {
    expect(60 * seasonalCorrection(307)).toBeCloseTo(16.5, 0);
    expect(60 * seasonalCorrection(43)).toBeCloseTo(-14.5, 0);
    expect(Math.abs(60 * seasonalCorrection(106))).toBeLessThan(1);
    expect(seasonalCorrection(274)).toBeCloseTo(0.1889, 3);
  });

  test('a place has one sun, however its longitude and its clock are named', () => {
    const { ra: wanted } = hourly();
    const sun = (change: Partial<Et0HourlyInput>) => hourly({ lonWest: null, tzLonWest: null, ...change }).ra;
    expect(sun({ lonEast: -16.25, utcOffsetHours: -1 })).toBeCloseTo(wanted, 9);
    expect(sun({ lonWest: 16.25 - 360, tzLonWest: 15 })).toBeCloseTo(wanted, 9);
    expect(sun({ lonWest: 16.25, tzLonWest: 15 - 360 })).toBeCloseTo(wanted, 9);
    // Without a meridian the clock is the sun's, without a longitude that of the clock.
    expect(sun({ lonWest: 40 })).toBeCloseTo(sun({ lonWest: 0 }), 9);
    expect(sun({ tzLonWest: 40 })).toBeCloseTo(sun({}), 9);
    // 15° further west the sun is an hour later.
    expect(sun({ lonWest: 31.25, tzLonWest: 15, midHour: 15.5 })).toBeCloseTo(wanted, 3);
  });

  test('half an hour has half of the radiation of its hour, and dew of half as much', () => {
    const parts = [14.25, 14.75].map((midHour) => hourly({ midHour, hours: 0.5, rs: 1.2 }));
    expect((parts[0]?.ra ?? 0) + (parts[1]?.ra ?? 0)).toBeCloseTo(hourly().ra, 9);
    expect(hourly({ hours: 0.5, rs: 1.225, midHour: 14.5 }).et0).toBeCloseTo(hourly().et0 / 2, 2);
    const dew = { midHour: 2.5, rh: 100, u2: 0.5, rs: 0, nightRatio: 1 };
    expect(hourly({ ...dew, t: -5 }).et0).toBeGreaterThanOrEqual(-0.05);
    expect(hourly({ ...dew, hours: 0.5, t: 5 }).et0).toBeGreaterThanOrEqual(-0.025);
  });

  test('without radiation the usual clearness stands, without wind 2 m/s', () => {
    const hour = hourly({ rs: null, u2: null });
    expect(hour.rs).toBeCloseTo(0.8 * hour.rso, 12);
    expect(hour.missing).toEqual(['radiation', 'wind']);
    expect(hourly({ rs: null, nightRatio: 0.5 }).rs).toBeCloseTo(0.5 * hour.rso, 12);
    expect(hourly({ u2: 2 }).et0).toBe(hourly({ u2: null }).et0);
  });

  test('wind is that at 2 m, or reduced to it, at least 0.5 m/s', () => {
    const wind = (change: Partial<Et0HourlyInput>) => hourly({ u2: null, ...change }).et0;
    expect(wind({ wind: 3.3 })).toBe(hourly().et0);
    expect(wind({ wind: 3.3, windHeight: 2 })).toBe(hourly().et0);
    expect(wind({ wind: 3.3, windHeight: 10 })).toBe(wind({ u2: u2({ u: 3.3, z: 10 }) }));
    expect(wind({ wind: 0 })).toBe(wind({ wind: 0.5 }));
    expect(wind({ u2: 0 })).toBe(wind({ u2: 0.5 }));
    expect(wind({ wind: 9, u2: 3.3 })).toBe(hourly().et0);
    expect(wind({ wind: 3.3 })).toBeGreaterThan(wind({ wind: 1 }));
    expect(hourly({ u2: null, wind: 1 }).missing).toEqual([]);
  });

  test('ASCE: a smaller resistance by day, a larger one by night', () => {
    const day = hourly({ coefficients: 'asce' });
    const { et0 } = hourly();
    // The denominators: Δ + γ (1 + Cd u): at 38 °C Δ 0.358, γ 0.0673.
    const slope = (4098 * day.es) / (38 + 237.3) ** 2;
    const gamma = 0.0673;
    expect(day.et0 / et0).toBeCloseTo(
      (slope + gamma * (1 + 0.34 * 3.3)) / (slope + gamma * (1 + 0.24 * 3.3)),
      3,
    );
    const at = (coefficients: 'asce' | 'fao56') =>
      hourly({ midHour: 2.5, t: 28, rh: 50, u2: 3, rs: 0, coefficients }).et0;
    expect(at('asce')).toBeLessThan(at('fao56'));
    expect(hourly({ coefficients: 'fao56' })).toEqual(hourly());
  });

  test.each([
    ['no_temperature', undefined, { t: null }],
    ['no_humidity', undefined, { rh: null }],
    ['out_of_range', 't', { t: 380 }],
    ['out_of_range', 'rh', { rh: 106 }],
    ['out_of_range', 'hours', { hours: 1.1 }],
    ['out_of_range', 'hours', { hours: 0 }],
    ['out_of_range', 'doy', { doy: 0 }],
    ['out_of_range', 'nightRatio', { nightRatio: 1.1 }],
    ['out_of_range', 'rs', { rs: 5.1 }],
    ['out_of_range', 'lonWest', { lonWest: 361 }],
    ['out_of_range', 'tzLonWest', { tzLonWest: 361 }],
    ['out_of_range', 'midHour', { midHour: 24.1 }],
    ['out_of_range', 'u2', { u2: -1 }],
    ['out_of_range', 'wind', { u2: null, wind: -1 }],
  ] as const)('%s %s', (code, field, wrong) =>
    expect(et0Hourly({ ...ndiaye, ...wrong })).toMatchObject({
      et0: null,
      reason: field === undefined ? { code } : { code, field },
    }),
  );
});

describe('et0Greenhouse', () => {
  const house = { doy: 93, lat: 35.77, elevation: 81, tmax: 24.2, tmin: 10.9, rhMean: 63 };
  const inside = (change: Partial<Parameters<typeof et0Greenhouse>[0]> = {}) => {
    const answer = et0Greenhouse({ ...house, ...change });
    if (answer.et0 === null) throw new Error(answer.reason.code);
    return answer;
  };

  test('150 s/m are the wind of 1.387 m/s, whatever is measured', () => {
    expect(GREENHOUSE_WIND).toBeCloseTo(1.3867, 4);
    expect(inside().u2).toBe(GREENHOUSE_WIND);
    expect(inside().methods.wind).toBe('fixed-resistance');
  });

  test('polyethylene lets 65 % through, unless its transmissivity is known', () => {
    expect(inside({ rsOutside: 20 }).rs).toBeCloseTo(13, 9);
    expect(inside({ rsOutside: 20, transmissivity: 0.5 }).rs).toBeCloseTo(10, 9);
    expect(inside({ rsOutside: 20, rsInside: 11 })).toMatchObject({
      rs: 11,
      methods: { rs: 'inside' },
      missing: [],
    });
    expect(inside({ rsOutside: 20 })).toMatchObject({ methods: { rs: 'outside' }, missing: [] });
  });

  test('the clearness is that of the sky outside, seen through the cover if need be', () => {
    expect(inside({ rsInside: 13 }).rnl).toBeCloseTo(inside({ rsOutside: 20 }).rnl, 9);
    expect(inside({ rsInside: 13, rsOutside: 10 }).rnl).toBeLessThan(inside({ rsInside: 13 }).rnl);
  });

  test('without radiation the range outside is preferred to that inside', () => {
    const estimate = (tmax: number, tmin: number) =>
      0.65 * rsTemperature({ doy: 93, lat: 35.77, tmax, tmin, elevation: 81 });
    expect(inside()).toMatchObject({
      rs: estimate(24.2, 10.9),
      methods: { rs: 'temperature' },
      missing: ['radiation'],
    });
    expect(inside({ tmaxOutside: 14, tminOutside: 9 }).rs).toBe(estimate(14, 9));
    expect(inside({ tmaxOutside: 14 }).rs).toBe(estimate(24.2, 10.9));
    expect(inside({ rhMean: null }).missing).toEqual(['humidity', 'radiation']);
  });

  test.each([
    ['no_temperature', { tmax: null }],
    ['out_of_range transmissivity', { transmissivity: 1.1 }],
    ['out_of_range transmissivity', { transmissivity: 0.04 }],
    ['out_of_range rsOutside', { rsOutside: 51 }],
    ['out_of_range rsInside', { rsInside: -1 }],
    ['tmax_below_tmin tmax', { tmaxOutside: 1, tminOutside: 2 }],
  ] as const)('%s', (expected, wrong) => {
    const { et0, reason } = et0Greenhouse({ ...house, ...wrong });
    expect(et0).toBeNull();
    expect([reason?.code, reason?.field].filter(Boolean).join(' ')).toBe(expected);
  });
});
