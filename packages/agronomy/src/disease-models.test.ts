import { describe, expect, test } from 'vitest';
import {
  botrytisBroome,
  downy310,
  hutton,
  pDays,
  powderyGublerThomas,
  smith,
  tomcast,
  wallinSeverity,
  wetnessRequirement,
  wheatScab,
} from './disease-models.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });
/** The first number of hours, 0–40, from which each severity 1–4 is given; null where it is never. */
const steps = (most: number, severity: (hours: number) => number) =>
  [1, 2, 3, 4].map((wanted) => {
    const hours = Array.from({ length: most + 1 }, (_, hour) => hour).find(
      (hour) => severity(hour) >= wanted,
    );
    return hours ?? null;
  });

test('Hutton: two days running of 10 °C and 6 h, Smith of 11 h; both limits count', () => {
  const days = (...values: readonly (readonly [tmin: number, hours: number])[]) =>
    values.map(([tmin, rh90h]) => ({ tmin, rh90h }));
  expect(hutton(days([10, 6], [10, 6], [10, 6]))).toEqual([false, true, true]);
  expect(hutton(days([10, 6], [10, 5.9], [10, 6]))).toEqual([false, false, false]);
  expect(hutton(days([10, 24], [9.9, 24], [10, 24]))).toEqual([false, false, false]);
  expect(smith(days([10, 11], [10, 11], [10, 10.9], [10, 11]))).toEqual([false, true, false, false]);
  expect(hutton([])).toEqual([]);
});

// Krause et al. 1975, BLITECAST: hours of humidity over 90 % by mean temperature.
test.each([
  [7.1, [null, null, null, null]],
  [7.2, [16, 19, 22, 25]],
  [11.6, [16, 19, 22, 25]],
  [11.7, [13, 16, 19, 22]],
  [15, [13, 16, 19, 22]],
  [15.1, [10, 13, 16, 19]],
  [26.6, [10, 13, 16, 19]],
  [26.7, [null, null, null, null]],
])('Wallin severity at %d °C begins at hours %j', (meanT, expected) =>
  expect(steps(40, (hours) => wallinSeverity({ meanT, hours }))).toEqual(expected),
);

// Pitblado 1992, TOM-CAST: hours of leaf wetness by mean temperature.
test.each([
  [12.9, [null, null, null, null]],
  [13, [7, 16, 21, null]],
  [17.9, [7, 16, 21, null]],
  [18, [4, 9, 16, 23]],
  [20.9, [4, 9, 16, 23]],
  [21, [3, 6, 13, 21]],
  [25.9, [3, 6, 13, 21]],
  [26, [4, 9, 16, 23]],
  [29.9, [4, 9, 16, 23]],
  [30, [null, null, null, null]],
])('TOM-CAST at %d °C begins at hours %j', (meanT, expected) =>
  expect(steps(24, (wetHours) => tomcast({ meanT, wetHours }))).toEqual(expected),
);

test('Broome: grey mould is least likely when dry, and likeliest near 20 °C', () => {
  // exp(−2.647866) is 0.0708: 6.6 % without a wet hour, whatever the temperature.
  expect(botrytisBroome({ wetHours: 0, meanT: 20 })).toBeCloseTo(0.0661, 4);
  expect(botrytisBroome({ wetHours: 0, meanT: 5 })).toBe(botrytisBroome({ wetHours: 0, meanT: 20 }));
  // Each wet hour at 20 °C adds 0.252693 to the logit: it is 0 after 10.48 h.
  expect(botrytisBroome({ wetHours: 10.4786, meanT: 20 })).toBeCloseTo(0.5, 4);
  expect(botrytisBroome({ wetHours: 4, meanT: 10 })).toBeCloseTo(0.0925, 3);
  const at = (meanT: number) => botrytisBroome({ wetHours: 12, meanT });
  expect(at(20.4)).toBeGreaterThan(Math.max(at(19), at(22)));
});

describe('Gubler and Thomas', () => {
  const index = (pattern: string) =>
    // w: six warm hours, h: warm and hot, x: hot only, c: neither.
    powderyGublerThomas(
      pattern.split('').map((day) => ({
        consecutiveHours21to30: day === 'w' || day === 'h' ? 6 : 5,
        hot35: day === 'h' || day === 'x',
      })),
    );

  test('starts with three warm days running', () => {
    expect(index('www')).toEqual([20, 40, 60]);
    expect(index('wwcwww')).toEqual([20, 40, 0, 20, 40, 60]);
    expect(index('wwh')).toEqual([20, 40, 0]);
    expect(index('ccx')).toEqual([0, 0, 0]);
  });

  test('then moves by 20, 10 and −10 between 0 and 100', () => {
    expect(index('wwwwww')).toEqual([20, 40, 60, 80, 100, 100]);
    expect(index('wwwhcx')).toEqual([20, 40, 60, 70, 60, 50]);
    expect(index('wwwcccccccw').slice(-3)).toEqual([0, 0, 20]);
  });
});

describe('Magarey', () => {
  const fungus = { tmin: 5, topt: 20, tmax: 30, wmin: 6, wmax: 24 };

  test('an infection needs the least wetness at its optimum and more away from it', () => {
    expect(wetnessRequirement({ ...fungus, t: 20 })).toBe(6);
    // (30 − 25)/10 × (20/15)^1.5 = 0.7698: 7.79 h.
    expect(wetnessRequirement({ ...fungus, t: 25 })).toBeCloseTo(7.794, 3);
    // (30 − 15)/10 × (10/15)^1.5 = 0.8165: 7.35 h.
    expect(wetnessRequirement({ ...fungus, t: 15 })).toBeCloseTo(7.348, 3);
  });

  test('at most `wmax`, none at and beyond its limits', () => {
    expect([6, 29.9].map((t) => wetnessRequirement({ ...fungus, t }))).toEqual([24, 24]);
    expect([5, 4, 30, 31].map((t) => wetnessRequirement({ ...fungus, t }))).toEqual([null, null, null, null]);
  });
});

test('3-10: ten millimetres, ten degrees, ten centimetres, all of them', () => {
  const met = { rain48h: 10, tmin: 10, shootCm: 10 };
  expect(downy310(met)).toBe(true);
  expect(downy310({ ...met, rain48h: 9.9 })).toBe(false);
  expect(downy310({ ...met, tmin: 9.9 })).toBe(false);
  expect(downy310({ ...met, shootCm: 9.9 })).toBe(false);
});

test('De Wolf: head blight by humidity and variety, high from 32 %, medium from 24 %', () => {
  const at = (meanRh14d: number, resistance: 'VS' | 'S' | 'MS' | 'MR') =>
    wheatScab({ meanRh14d, resistance });
  // A logit of 0 for the very susceptible is reached at 70.80 %.
  expect(at(70.798, 'VS').probability).toBeCloseTo(0.5, 4);
  expect(at(86.888, 'S').probability).toBeCloseTo(0.5, 4);
  expect(at(80, 'MS').probability).toBeCloseTo(0.267, 3);
  expect(at(80, 'MR').probability).toBeCloseTo(0.2014, 3);
  // ln(0.32/0.68) and ln(0.24/0.76) of the susceptible.
  expect([72.3, 72.1, 64.6, 64.4].map((rh) => at(rh, 'S').risk)).toEqual(['high', 'medium', 'medium', 'low']);
});

describe('pDays', () => {
  test('all day at 21 °C are ten, at 7 and 30 °C none', () => {
    expect([21, 7, 30, 0, 40].map((t) => pDays({ tmax: t, tmin: t }))).toEqual([10, 0, 0, 0, 0]);
    expect(pDays({ tmax: 14, tmin: 14 })).toBe(7.5);
    expect(pDays({ tmax: 25.5, tmin: 25.5 })).toBe(7.5);
  });

  test('a day is five parts its least, eight each of its thirds and three its greatest temperature', () => {
    // 9, 15, 21 and 27 °C: rates 2.6531, 8.1633, 10 and 5.5556.
    expect(pDays({ tmin: 9, tmax: 27 })).toBeCloseTo(
      (5 * 2.653_06 + 8 * 8.163_27 + 80 + 3 * 5.555_56) / 24,
      4,
    );
  });
});

const blight = { tmin: 12, rh90h: 8 };
const fungus = { t: 20, tmin: 5, topt: 20, tmax: 30, wmin: 6, wmax: 24 };
test.each([
  ['out_of_range', 'tmin', () => hutton([{ ...blight, tmin: 90 }])],
  ['out_of_range', 'rh90h', () => hutton([{ ...blight, rh90h: 25 }])],
  ['out_of_range', 'meanT', () => wallinSeverity({ meanT: 90, hours: 1 })],
  ['out_of_range', 'hours', () => wallinSeverity({ meanT: 9, hours: -1 })],
  ['out_of_range', 'meanT', () => tomcast({ meanT: 90, wetHours: 1 })],
  ['out_of_range', 'wetHours', () => tomcast({ meanT: 9, wetHours: 25 })],
  ['out_of_range', 'wetHours', () => botrytisBroome({ meanT: 9, wetHours: -1 })],
  ['out_of_range', 'meanT', () => botrytisBroome({ meanT: 90, wetHours: 1 })],
  [
    'out_of_range',
    'consecutiveHours21to30',
    () => powderyGublerThomas([{ consecutiveHours21to30: 25, hot35: false }]),
  ],
  ['out_of_range', 't', () => wetnessRequirement({ ...fungus, t: 90 })],
  ['out_of_range', 'topt', () => wetnessRequirement({ ...fungus, topt: 5 })],
  ['out_of_range', 'topt', () => wetnessRequirement({ ...fungus, topt: 30 })],
  ['out_of_range', 'wmin', () => wetnessRequirement({ ...fungus, wmin: 0 })],
  ['out_of_range', 'wmax', () => wetnessRequirement({ ...fungus, wmax: 5 })],
  ['out_of_range', 'rain48h', () => downy310({ rain48h: -1, tmin: 10, shootCm: 10 })],
  ['out_of_range', 'tmin', () => downy310({ rain48h: 10, tmin: 90, shootCm: 10 })],
  ['out_of_range', 'shootCm', () => downy310({ rain48h: 10, tmin: 10, shootCm: -1 })],
  ['out_of_range', 'meanRh14d', () => wheatScab({ meanRh14d: 101, resistance: 'S' })],
  ['out_of_range', 'tmax', () => pDays({ tmax: 90, tmin: 1 })],
  ['out_of_range', 'tmin', () => pDays({ tmax: 9, tmin: -95 })],
  ['tmax_below_tmin', 'tmax', () => pDays({ tmax: 9, tmin: 10 })],
] as const)('%s %s', (code, field, call) => expect(call).toThrow(refused(code, field)));
