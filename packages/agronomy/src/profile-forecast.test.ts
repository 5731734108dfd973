import { describe, expect, test } from 'vitest';
import { forecastProfile, type ProfileForecastInput } from './profile-forecast.ts';
import { type ProfileDay, ProfileModel, type ProfileSoil } from './profile-model.ts';

const DAYS = 46;
const DEPTHS = [0.1, 0.4];
const crop = {
  kcb: [0.6, 1.1, 0.6],
  lengths: [10, 15, 15, 20],
  height: [0.3, 1],
  rootDepth: [0.4, 0.8],
  p: 0.5,
} as const;
const soil: ProfileSoil = {
  horizons: [{ bottom: 1, fieldCapacity: 0.3, wiltingPoint: 0.14 }],
  evaporationDepth: 0.1,
  readilyEvaporable: 8,
};
const day = (irrigation: number): ProfileDay => ({
  et0: 5,
  rain: 0,
  irrigation,
  wettedShare: 1,
  wind: 2,
  windHeight: 2,
  rhMin: 45,
});
const days = Array.from({ length: DAYS }, (_, index) => day(index % 12 === 2 ? 30 : 0));
const wettings = days.flatMap(({ irrigation }, index) =>
  irrigation > 0 ? [{ day: index, mm: irrigation }] : [],
);

/** What probes read of a soil whose crop takes a fifth less than entered. */
const truth = (() => {
  const made: number[][] = [];
  return () => {
    if (made.length > 0) return made;
    const model = new ProfileModel(crop, soil, () => 0.26, { et: 0.8 });
    for (const weather of days) {
      model.advance(weather);
      made.push(DEPTHS.map((depth) => model.thetaAt(depth)));
    }
    return made;
  };
})();
const readingsOf = (at: readonly number[], layers: (day: number) => readonly number[]) =>
  at.map((one) => ({ day: one, layers: layers(one) }));
const AT = [0, 4, 8, 12, 16, 20, 24, 28];
const UNTIL = [29, 34, 40];

const forecast = (change: Partial<ProfileForecastInput> = {}) =>
  forecastProfile({
    crop,
    soil,
    days,
    wettings,
    depths: DEPTHS,
    readings: readingsOf(AT, (at) => truth()[at] ?? []),
    until: UNTIL,
    ...change,
  });
const meansOf = ({ bands }: ReturnType<typeof forecast>) =>
  bands.map((layers) => layers.map(({ mean }) => mean));

describe('forecastProfile', () => {
  test('follows the drying between readings better than the last reading held', () => {
    const answer = forecast();
    expect(answer.bands.map((layers) => layers.length)).toEqual([2, 2, 2]);
    expect(answer.trialError).toBeLessThan(0.7 * answer.heldError);
    expect(answer.memoryDays).toBeLessThan(80);
    const errorOf = (predicted: readonly (readonly number[])[]) =>
      Math.max(
        ...predicted.flatMap((layers, date) =>
          layers.map((vwc, index) => Math.abs(vwc - (truth()[UNTIL[date] ?? 0]?.[index] ?? 0))),
        ),
      );
    expect(errorOf(meansOf(answer))).toBeLessThan(0.02);
    expect(errorOf(UNTIL.map(() => truth()[28] ?? []))).toBeGreaterThan(0.03);
    for (const { low, mean, high } of answer.bands.flat()) {
      expect(low).toBeLessThan(mean);
      expect(mean).toBeLessThan(high);
    }
  });

  test('holds the last reading of a soil that does not change, with a band around it', () => {
    const still = [0.22, 0.27];
    const answer = forecast({ readings: readingsOf([0, 1, 2, 3, 4, 5], () => still), until: [6, 11, 17] });
    expect(answer).toMatchObject({ memoryDays: Infinity, trialError: 0, heldError: 0 });
    expect(meansOf(answer)).toEqual(UNTIL.map(() => still.map((one) => expect.closeTo(one, 9))));
    expect(answer.bands.flat().every(({ low, mean, high }) => low < mean && mean < high)).toBe(true);
  });

  test('has no trial with five readings: the plain model, without the last reading', () => {
    const five = forecast({ readings: readingsOf(AT.slice(0, 5), (at) => truth()[at] ?? []) });
    expect(five).toMatchObject({ chosen: 'plain', memoryDays: 0, trialError: 0, heldError: 0 });
    const six = forecast({ readings: readingsOf(AT.slice(0, 6), (at) => truth()[at] ?? []) });
    expect(six.heldError).toBeGreaterThan(0);
  });

  test('uses nothing that came after the last reading but the weather, and no weather after the last day', () => {
    const some = { readings: readingsOf(AT.slice(0, 3), (at) => truth()[at] ?? []), until: [13] };
    const plain = forecast(some);
    const later = [...wettings, { day: 9, mm: 50 }, { day: 11, mm: 50 }];
    expect(forecast({ ...some, wettings: later })).toEqual(plain);
    expect(forecast({ ...some, days: [...days.slice(0, 14), day(500)] })).toEqual(plain);
    // After the last forecast day the weather may not be known.
    const unknown = { ...day(0), et0: Number.NaN, rain: Number.NaN };
    expect(forecast({ ...some, days: [...days.slice(0, 14), unknown] })).toEqual(plain);
    const wet = days.map((one, index) => (index === 11 ? day(60) : one));
    const watered = forecast({ ...some, days: wet });
    expect(watered.bands[0]?.[0]?.mean ?? 0).toBeGreaterThan((plain.bands[0]?.[0]?.mean ?? 1) + 0.01);
  });

  test('answers the same for the same seed, and another for another', () => {
    const some = { readings: readingsOf(AT.slice(0, 2), (at) => truth()[at] ?? []), until: [6] };
    expect(forecast({ ...some, seed: 1 })).toEqual(forecast(some));
    expect(forecast({ ...some, seed: 2 })).not.toEqual(forecast(some));
  });

  test('starts each depth at the first reading of the nearest probe', () => {
    const dry = readingsOf([0], () => [0.15, 0.29]);
    const { bands } = forecast({ readings: dry, until: [0] });
    const [top, deep] = bands[0] ?? [];
    expect(top?.mean).toBeLessThan(0.17);
    expect(deep?.mean).toBeGreaterThan(0.26);
    // 0.1 m lies between the slabs 0–0.1 and 0.1–0.2 m, whose middles are both nearer to it than to 0.3 m.
    const close = forecast({ readings: dry, depths: [0.1, 0.3], until: [0] }).bands[0]?.[0];
    expect(close?.mean).toBeLessThan(0.17);
  });

  test('without a reading starts at 0.2 m³/m³, with the spread of a measured start and of a probe', () => {
    const { bands, ...trial } = forecast({ readings: [], depths: [0.25], until: [0] });
    expect(trial).toEqual({ chosen: 'plain', memoryDays: 0, trialError: 0, heldError: 0 });
    const { mean = 0, low = 0, high = 0 } = bands[0]?.[0] ?? {};
    expect(mean).toBeCloseTo(0.2, 2);
    // Standard deviations 0.01 of the profile, 0.01 of a slab, two of which count, and 0.012 of a probe make 0.017;
    // 80 % are within 1.28 of them, 0.044 in all.
    expect(high - low).toBeGreaterThan(0.034);
    expect(high - low).toBeLessThan(0.054);
  });

  test('the error of holding a reading is that of each reading against all later ones, at all depths', () => {
    const layers: Record<number, number[]> = { 5: [0.26, 0.3], 7: [0.25, 0.29] };
    const { heldError } = forecast({
      readings: readingsOf([0, 1, 2, 3, 4, 5, 7], (at) => layers[at] ?? [0.27, 0.3]),
      until: [8],
    });
    // From day 4: −0.01, 0 on day 5 and −0.02, −0.01 on day 7; from day 5: −0.01, −0.01 on day 7.
    expect(heldError).toBeCloseTo(Math.sqrt((1 + 0 + 4 + 1 + 1 + 1) / 6) / 100, 12);
  });

  test('the weight of the last reading decays from 1 on its day', () => {
    // In a dry week the soil loses about half of what the model expects: the last reading counts as much as the model
    // after 7 days, and 1/e after 10.
    const first = readingsOf([0, 1, 2, 3, 4], (at) => [0.27 - 0.004 * at]);
    const answer = forecast({
      days: Array.from({ length: 22 }, () => day(0)),
      wettings: [],
      depths: [0.25],
      readings: [...first, { day: 11, layers: [0.232] }],
      until: [11, 12, 21],
    });
    expect(answer.memoryDays).toBe(10);
    expect(answer.trialError).toBeLessThan(0.3 * answer.heldError);
    const [own, next, far] = answer.bands.map(([layer]) => layer);
    expect(own?.mean).toBe(0.232);
    expect(own?.low).toBeGreaterThan(0.19);
    expect(own?.low).toBeLessThan(0.22);
    expect(own?.high).toBeGreaterThan(0.244);
    expect(own?.high).toBeLessThan(0.274);
    expect(next?.mean).toBeLessThan(0.232);
    expect(next?.mean).toBeGreaterThan(0.225);
    expect(far?.mean).toBeLessThan(0.2);
  });

  test('field capacity is what readings show some days after water came, not that of the table', () => {
    const waterings = [2, 8, 14, 18, 20];
    const wet = Array.from({ length: 29 }, (_, index) => ({
      ...day(index === 25 ? 150 : waterings.includes(index) ? 20 : 0),
      et0: 1,
    }));
    const plateaus = [0.24, 0.25, 0.25, 0.25, 0.278];
    const readings = [0, 4, 10, 16, 20].map((at, index) => ({ day: at, layers: [plateaus[index] ?? 0] }));
    const after = (on: readonly number[]) =>
      forecast({
        days: wet,
        wettings: on.map((one) => ({ day: one, mm: 20 })),
        depths: [0.25],
        readings,
        until: [28],
      }).bands[0]?.[0]?.mean;
    // Three days after 150 mm the soil is back at field capacity: 0.30 by the table, 0.25 by the readings.
    expect(after([])).toBeCloseTo(0.3, 2);
    expect(after(waterings)).toBeCloseTo(0.25, 2);
    // A reading on the very day of water shows none: without that day it would be a plateau two days after day 18.
    expect(after(waterings.slice(0, 4))).toBeGreaterThan(0.26);
  });
});

test.each([
  ['until', { until: [21, 11] }],
  ['until', { until: [20, 20] }],
  ['readings', { readings: readingsOf([4, 0], () => [0.2, 0.2]) }],
  ['readings', { readings: readingsOf([4, 4], () => [0.2, 0.2]) }],
])('%s that are not in order are refused', (field, change) => {
  expect(() => forecast(change)).toThrow(
    expect.objectContaining({ reason: expect.objectContaining({ code: 'out_of_range', field }) }),
  );
});
