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
    const answer = forecast({ readings: readingsOf(AT, () => still) });
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
    const some = readingsOf(AT.slice(0, 6), (at) => truth()[at] ?? []);
    const plain = forecast({ readings: some, until: [24] });
    const later = [...wettings, { day: 21, mm: 50 }, { day: 23, mm: 50 }];
    expect(forecast({ readings: some, until: [24], wettings: later })).toEqual(plain);
    expect(forecast({ readings: some, until: [24], days: [...days.slice(0, 25), day(500)] })).toEqual(plain);
    const wet = days.map((one, index) => (index === 22 ? day(60) : one));
    const watered = forecast({ readings: some, until: [24], days: wet });
    expect(watered.bands[0]?.[0]?.mean ?? 0).toBeGreaterThan((plain.bands[0]?.[0]?.mean ?? 1) + 0.01);
  });

  test('answers the same for the same seed, and another for another', () => {
    const some = { readings: readingsOf(AT.slice(0, 6), (at) => truth()[at] ?? []), until: [24] };
    expect(forecast({ ...some, seed: 1 })).toEqual(forecast(some));
    expect(forecast({ ...some, seed: 2 })).not.toEqual(forecast(some));
  });

  test('starts each depth at the first reading of the nearest probe', () => {
    const dry = readingsOf([0], () => [0.15, 0.29]);
    const { bands } = forecast({ readings: dry, until: [0] });
    const [top, deep] = bands[0] ?? [];
    expect(top?.mean).toBeLessThan(0.17);
    expect(deep?.mean).toBeGreaterThan(0.26);
  });
});
