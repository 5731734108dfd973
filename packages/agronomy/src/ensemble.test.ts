import { describe, expect, test } from 'vitest';
import { bandOf, DEFAULT_UNCERTAINTY, type Uncertainty, WaterEnsemble } from './ensemble.ts';
import { calibrateProfile, drawVariants, horizonsFromProbes } from './profile-calibration.ts';
import { type ProfileDay, ProfileModel, type ProfileSoil, type ProfileVariant } from './profile-model.ts';

const crop = {
  kcb: [1, 1, 1],
  lengths: [10, 10, 10, 10],
  height: [0.3, 0.3],
  rootDepth: [0.4, 0.4],
  p: 0.5,
} as const;
const horizon = { bottom: 0.9, fieldCapacity: 0.3, wiltingPoint: 0.1 };
const soil: ProfileSoil = { horizons: [horizon], evaporationDepth: 0.1, readilyEvaporable: 9 };
const day: ProfileDay = { et0: 0, rain: 0, irrigation: 0, wettedShare: 1, wind: 2, windHeight: 2, rhMin: 45 };
const SURE: Uncertainty = {
  et: 0,
  etMemory: 0.95,
  water: 0,
  capacity: 0,
  start: 0,
  startSlab: 0,
  drainage: 0,
  model: 0,
  probeBias: 0,
  probe: 0,
};
const runs = (
  unsure: Partial<Uncertainty> = {},
  more: { members?: number; seed?: number; variants?: readonly ProfileVariant[]; start?: number } = {},
) =>
  new WaterEnsemble({
    crop,
    soil,
    initial: () => more.start ?? 0.2,
    uncertainty: { ...SURE, ...unsure },
    ...more,
  });
const spread = (values: readonly number[]) => {
  const mean = values.reduce((total, one) => total + one, 0) / values.length;
  return Math.sqrt(values.reduce((total, one) => total + (one - mean) ** 2, 0) / (values.length - 1));
};

test('a band is the mean with the 10 and 90 % quantiles', () =>
  expect(bandOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 21])).toEqual({ mean: 76 / 11, low: 2, high: 10 }));

describe('without uncertainty', () => {
  test('all runs are the model', () => {
    const all = runs();
    const one = new ProfileModel(crop, soil, () => 0.2);
    const weather = { ...day, et0: 5, rain: 7, irrigation: 3 };
    const state = one.advance(weather);
    expect(all.members).toHaveLength(48);
    for (const own of all.advance(weather)) expect(own).toEqual(state);
    const { mean, low, high } = all.depletion();
    expect([mean, low, high]).toEqual([1, 1, 1].map(() => expect.closeTo(state.depletion, 9)));
    expect(all.thetaAt(0.2).mean).toBeCloseTo(one.thetaAt(0.2), 12);
    expect(all.readingAt(0.2).mean).toBeCloseTo(one.thetaAt(0.2), 12);
  });

  test('a variant is a run’s own, in turn', () => {
    const variants = [{ et: 0.8 }, { et: 1.1, capacity: 0.02 }];
    const all = runs({}, { members: 4, variants, start: 0.28 });
    const taken = all.advance({ ...day, et0: 5 }).map(({ transpiration }) => transpiration);
    expect(taken).toEqual([4, 5.5, 4, 5.5].map((mm) => expect.closeTo(mm, 9)));
    expect(all.members.map(({ model }) => model.capacityShift)).toEqual(
      [0, 0.02, 0, 0.02].map((shift) => expect.closeTo(shift, 12)),
    );
  });
});

describe('each uncertainty spreads its own quantity', () => {
  const many = { members: 2000 };

  test('the water at the start, of the profile and of each slab', () => {
    const whole = runs({ start: 0.03 }, many).members.map(({ model }) => model.theta);
    expect(spread(whole.map((theta) => theta[0] ?? 0))).toBeCloseTo(0.03, 2);
    expect(whole.every((theta) => Math.abs((theta[0] ?? 0) - (theta[5] ?? 1)) < 1e-12)).toBe(true);
    const slabs = runs({ startSlab: 0.02 }, many).members.map(({ model }) => model.theta);
    expect(spread(slabs.map((theta) => (theta[0] ?? 0) - (theta[5] ?? 0)))).toBeCloseTo(0.02 * Math.SQRT2, 2);
  });

  test('field capacity and evapotranspiration', () => {
    expect(
      spread(runs({ capacity: 0.02 }, many).members.map(({ model }) => model.capacityShift)),
    ).toBeCloseTo(0.02, 2);
    const all = runs({ et: 0.15 }, many);
    for (const _ of [1, 2, 3]) all.advance(day);
    // The spread of the logarithm stays while the days follow each other by 0.95.
    const factors = all.members.map(({ model }) => Math.log(model.et));
    expect(spread(factors)).toBeCloseTo(0.15, 2);
    all.advance(day);
    const next = all.members.map(({ model }, index) => Math.log(model.et) - 0.95 * (factors[index] ?? 0));
    expect(spread(next)).toBeCloseTo(0.15 * Math.sqrt(1 - 0.95 ** 2), 2);
  });

  test('each irrigation and rain, by one factor', () => {
    const gained = (weather: Partial<ProfileDay>) => {
      const all = runs({ water: 0.1 }, many);
      all.advance({ ...day, ...weather });
      return all.members.map(({ model }) =>
        model.theta.reduce((total, theta) => total + 100 * (theta - 0.2), 0),
      );
    };
    for (const weather of [{ rain: 20 }, { irrigation: 20 }]) {
      const mm = gained(weather);
      expect(spread(mm.map((one) => Math.log(one / 20)))).toBeCloseTo(0.1, 1);
      expect(bandOf(mm).mean).toBeCloseTo(20, 0);
    }
    expect(spread(gained({}))).toBe(0);
  });

  test('the error of the model, of the whole profile and tilted', () => {
    const all = runs({ model: 0.006 }, many);
    all.advance(day);
    const theta = all.members.map(({ model }) => model.theta);
    expect(spread(theta.map((one) => (one[0] ?? 0) + (one[9] ?? 0)))).toBeCloseTo(0.012, 3);
    expect(spread(theta.map((one) => (one[0] ?? 0) - (one[9] ?? 0)))).toBeCloseTo(0.012, 3);
  });

  test('rain with a chance of 25 % falls in a quarter of the runs, four times as much', () => {
    const all = runs({}, many);
    all.advance({ ...day, rain: 5, rainChance: 0.25 });
    const mm = all.members.map(({ model }) => 100 * ((model.theta[0] ?? 0) - 0.2));
    expect(mm.filter((one) => one > 1).length / 2000).toBeCloseTo(0.25, 1);
    expect(Math.max(...mm)).toBeGreaterThan(12);
    const sure = runs({}, { members: 3 });
    sure.advance({ ...day, rain: 5, rainChance: 1 });
    expect(sure.members.map(({ model }) => 100 * ((model.theta[0] ?? 0) - 0.2))).toEqual(
      [5, 5, 5].map((one) => expect.closeTo(one, 9)),
    );
  });
});

describe('observe', () => {
  const unsure = { start: 0.03, probe: 0.01 };
  const observed = (vwc: number, more: Partial<Uncertainty> = {}, sd?: number) => {
    const all = runs({ ...unsure, ...more }, { members: 1000 });
    const before = all.thetaAt(0.25);
    const accepted = all.observe([{ depth: 0.25, vwc, ...(sd === undefined ? {} : { sd }) }]);
    return { all, before, accepted, after: all.thetaAt(0.25) };
  };

  test('moves the runs to the reading by the share of their own uncertainty', () => {
    const { before, after, accepted } = observed(0.24);
    expect(accepted).toHaveLength(1);
    // 0.03² against 0.01² of the probe: nine tenths of the way.
    expect((after.mean - before.mean) / (0.24 - before.mean)).toBeCloseTo(0.9, 1);
    expect(after.high - after.low).toBeLessThan(before.high - before.low);
    const doubtful = observed(0.24, {}, 0.03);
    expect((doubtful.after.mean - before.mean) / (0.24 - before.mean)).toBeCloseTo(0.5, 1);
  });

  test('moves the soil near the probe more than that far from it', () => {
    const { all } = observed(0.24);
    expect(all.thetaAt(0.25).mean - 0.2).toBeGreaterThan(2 * (all.thetaAt(0.75).mean - 0.2));
  });

  test('a reading beyond four deviations is refused once, and believed when it is repeated', () => {
    const { all, accepted, before, after } = observed(0.36);
    expect(accepted).toEqual([]);
    expect(after).toEqual(before);
    expect(all.rejected.get(0.25)).toBe(1);
    expect(all.observe([{ depth: 0.25, vwc: 0.35 }])).toHaveLength(1);
    expect(all.thetaAt(0.25).mean).toBeGreaterThan(0.32);
    expect(all.rejected.get(0.25)).toBe(1);
    // One that differs from it by more than 0.03 is another fault.
    const other = observed(0.36).all;
    expect(other.observe([{ depth: 0.25, vwc: 0.4 }])).toEqual([]);
    expect(other.rejected.get(0.25)).toBe(2);
    // A good reading in between makes it a single one again.
    const between = observed(0.36).all;
    between.observe([{ depth: 0.25, vwc: 0.21 }]);
    expect(between.observe([{ depth: 0.25, vwc: 0.36 }])).toEqual([]);
  });

  test('a wet reading tells about field capacity, a dry one does not', () => {
    const shifts = (vwc: number, start: number) => {
      const all = runs({ ...unsure, capacity: 0.02 }, { start });
      const before = all.members.map(({ model }) => model.capacityShift);
      all.observe([{ depth: 0.25, vwc }]);
      return all.members.some(({ model }, index) => model.capacityShift !== before[index]);
    };
    expect([shifts(0.29, 0.28), shifts(0.18, 0.2)]).toEqual([true, false]);
  });

  test('a probe that always reads too much is known by its bias', () => {
    const all = runs({ start: 0.003, probe: 0.005, probeBias: 0.02 });
    for (let time = 0; time < 5; time++) all.observe([{ depth: 0.25, vwc: 0.22 }]);
    const bias = bandOf(all.members.map((member) => member.bias.get(0.25) ?? 0)).mean;
    expect(bias).toBeGreaterThan(0.012);
    expect(all.thetaAt(0.25).mean).toBeLessThan(0.207);
    expect(all.readingAt(0.25).mean).toBeCloseTo(0.22, 2);
  });

  test('stays within the pores', () => {
    const all = runs({ start: 0.08, probe: 0.02 }, { start: 0.36 });
    all.observe([{ depth: 0.25, vwc: 0.55 }]);
    expect(Math.max(...all.members.flatMap(({ model }) => [...model.theta]))).toBeLessThanOrEqual(0.4);
  });
});

test('one seed gives one ensemble, another one another', () => {
  const of = (seed?: number) =>
    new WaterEnsemble({
      crop,
      soil,
      initial: () => 0.2,
      members: 5,
      ...(seed === undefined ? {} : { seed }),
    }).thetaAt(0.2).mean;
  expect(of(1)).toBe(of());
  expect(of(2)).not.toBe(of(1));
  expect(DEFAULT_UNCERTAINTY.probe).toBeGreaterThan(DEFAULT_UNCERTAINTY.probeBias);
});

describe('calibration', () => {
  test('finds the evapotranspiration that the readings show', () => {
    const days = Array.from({ length: 15 }, () => ({ ...day, et0: 5 }));
    const truth = new ProfileModel(crop, soil, () => 0.3, { et: 0.8, drainage: 1, root: 1 });
    const observations = days.flatMap((weather, at) => {
      truth.advance(weather);
      return [0.05, 0.25].map((depth) => ({ depth, day: at, vwc: truth.thetaAt(depth) }));
    });
    const fit = calibrateProfile({ crop, soil, days, observations, initial: () => 0.3, candidates: 150 });
    expect(fit.dates).toBe(15);
    expect(fit.rmse).toBeLessThan(0.004);
    expect(fit.variants.reduce((total, { weight }) => total + weight, 0)).toBeCloseTo(1, 9);
    expect(fit.variants).toHaveLength(150);
    const best = fit.variants.reduce((one, other) => (other.weight > one.weight ? other : one));
    expect(Math.abs((best.et ?? 0) - 0.8)).toBeLessThan(0.08);
    for (const { et = 0, root = 0, drainage = 0 } of fit.variants) {
      expect(et >= 0.7 && et <= 1.1 && root >= 0.3 && root <= 1 && drainage >= 0.25 && drainage <= 2).toBe(
        true,
      );
    }
  });

  test('runs take the variants in proportion to their weights', () => {
    const variants = [
      { et: 1, weight: 0.5 },
      { et: 2, weight: 0.25 },
      { et: 3, weight: 0.25 },
    ];
    expect(drawVariants({ variants, rmse: 0, dates: 1 }, 4)).toEqual([
      { et: 1 },
      { et: 1 },
      { et: 2 },
      { et: 3 },
    ]);
    expect(drawVariants({ variants: [], rmse: 0, dates: 0 }, 1)).toEqual([{}]);
  });

  test('horizons have the field capacity of their probes, from half-way to half-way', () => {
    const wettings = [{ day: 0, mm: 30 }];
    const plateau = (vwc: number) => [1, 2, 3].map((at) => ({ day: at, vwc }));
    const probes = [
      { depth: 0.6, readings: plateau(0.26) },
      { depth: 0.2, readings: plateau(0.32) },
    ];
    const { horizons, calibrated } = horizonsFromProbes({ horizons: [horizon], probes, wettings });
    expect(calibrated.map(({ depth, fieldCapacity, plateaus }) => [depth, fieldCapacity, plateaus])).toEqual([
      [0.2, 0.32, 3],
      [0.6, 0.26, 3],
    ]);
    expect(horizons).toEqual([
      { bottom: 0.4, fieldCapacity: 0.32, wiltingPoint: 0.1 },
      { bottom: 0.9, fieldCapacity: 0.26, wiltingPoint: 0.1 },
    ]);
    const deep = horizonsFromProbes({
      horizons: [horizon],
      probes: [{ depth: 0.95, readings: plateau(0.3) }],
      wettings,
    });
    expect(deep.horizons[0]?.bottom).toBeCloseTo(1.05, 9);
  });

  test('a probe that reads less than the wilting point keeps the available water', () => {
    const readings = [1, 2, 3].map((at) => ({ day: at, vwc: 0.12 }));
    const of = (vwc: number) =>
      horizonsFromProbes({
        horizons: [{ ...horizon, fieldCapacity: 0.15 }],
        probes: [{ depth: 0.2, readings: readings.map((one) => ({ ...one, vwc })) }],
        wettings: [{ day: 0, mm: 30 }],
      }).horizons[0]?.wiltingPoint;
    expect(of(0.12)).toBeCloseTo(0.07, 9);
    expect(of(0.14)).toBe(0.1);
    expect(of(0.04)).toBe(0.01);
    const none = horizonsFromProbes({
      horizons: [horizon],
      probes: [{ depth: 0.2, readings }],
      wettings: [],
    });
    expect(none).toEqual({ horizons: [horizon], calibrated: [] });
  });
});
