import { describe, expect, test } from 'vitest';
import {
  type ProfileDay,
  ProfileModel,
  type ProfileSoil,
  type ProfileVariant,
  SlabSoil,
} from './profile-model.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });

/** Grass of 0.4 m: full grown from the start, with a Kcb of 1. */
const grass = {
  kcb: [1, 1, 1],
  lengths: [10, 10, 10, 10],
  height: [0.3, 0.3],
  rootDepth: [0.4, 0.4],
  p: 0.5,
} as const;
const horizon = { bottom: 0.9, fieldCapacity: 0.3, wiltingPoint: 0.1 };
const soil: ProfileSoil = { horizons: [horizon], evaporationDepth: 0.1, readilyEvaporable: 9 };
const calm: ProfileDay = {
  et0: 0,
  rain: 0,
  irrigation: 0,
  wettedShare: 1,
  wind: 2,
  windHeight: 2,
  rhMin: 45,
};
const model = (
  change: {
    soil?: Partial<ProfileSoil>;
    start?: number | ((depth: number) => number);
    variant?: ProfileVariant;
  } = {},
) => {
  const { start = 0.3 } = change;
  const initial = typeof start === 'number' ? () => start : start;
  const made = new ProfileModel(grass, { ...soil, ...change.soil }, initial, change.variant);
  return made;
};
const grown = (...given: Parameters<typeof model>) => {
  const made = model(...given);
  made.advance(calm);
  return made;
};

describe('SlabSoil', () => {
  const two = [
    { bottom: 0.5, fieldCapacity: 0.3, wiltingPoint: 0.1 },
    { bottom: 0.2, fieldCapacity: 0.2, wiltingPoint: 0.05, saturation: 0.41 },
  ];

  test('has slabs of 10 cm to 10 cm below the deepest root; the last horizon goes on', () => {
    const slabs = new SlabSoil(two, 0.6);
    expect(slabs.count).toBe(7);
    expect([...slabs.fieldCapacity]).toEqual([0.2, 0.2, 0.3, 0.3, 0.3, 0.3, 0.3]);
    expect([...slabs.wiltingPoint]).toEqual([0.05, 0.05, 0.1, 0.1, 0.1, 0.1, 0.1]);
    expect(new SlabSoil(two, 0.61).count).toBe(8);
    expect(new SlabSoil(two, 0).count).toBe(2);
  });

  test('is full half-way from field capacity to 0.5, at least 0.05 above it, unless it is known', () => {
    const [first, , third] = [...new SlabSoil(two, 0.6).saturation];
    expect([first, third]).toEqual([0.41, expect.closeTo(0.4, 9)]);
    const heavy = new SlabSoil([{ bottom: 1, fieldCapacity: 0.45, wiltingPoint: 0.2 }], 0.6);
    expect(heavy.saturation[0]).toBeCloseTo(0.5, 9);
  });

  test('refuses limits in the wrong order', () =>
    expect(() => new SlabSoil([{ bottom: 1, fieldCapacity: 0.1, wiltingPoint: 0.2 }], 0.6)).toThrow(
      refused('soil_limits_inverted', 'fieldCapacity'),
    ));
});

describe('the water of the root zone', () => {
  test('0.4 m between 0.1 and 0.3 hold 80 mm, of which a water content of 0.25 lacks 20', () => {
    expect(grown({ start: 0.25 }).water()).toEqual({
      depletion: expect.closeTo(20, 9),
      taw: expect.closeTo(80, 9),
    });
  });

  test('water above field capacity in one slab does not make up for a dry one', () => {
    const made = model({ start: (depth) => (depth < 0.2 ? 0.38 : 0.25) });
    expect(made.water().depletion).toBeCloseTo(10, 9);
  });

  test('a soil drier than its wilting point lacks no more than it holds', () =>
    expect(model({ start: 0.05 }).water().depletion).toBeCloseTo(80, 9));

  test('a variant has its own field capacity, within the soil', () => {
    expect(model({ variant: { capacity: 0.02 } }).capacity(0)).toBeCloseTo(0.32, 9);
    expect(model({ variant: { capacity: 0.5 } }).capacity(0)).toBeCloseTo(0.39, 9);
    expect(model({ variant: { capacity: -0.5 } }).capacity(0)).toBeCloseTo(0.11, 9);
    expect(model({ variant: { capacity: 0.02 }, start: 0.3 }).water()).toEqual({
      depletion: expect.closeTo(8, 9),
      taw: expect.closeTo(88, 9),
    });
  });

  test('shorter roots of a variant are never shorter than at planting', () => {
    const crop = { ...grass, kcb: [0.2, 1, 1], rootDepth: [0.2, 1] } as const;
    const depth = (root: number) => {
      const made = new ProfileModel(crop, soil, () => 0.3, { root });
      for (let day = 0; day < 30; day++) made.advance(calm);
      return made.rootDepth;
    };
    expect([1, 0.5, 0.1].map(depth)).toEqual([1, 0.5, 0.2].map((metres) => expect.closeTo(metres, 9)));
  });
});

test('a water content between the middles of slabs is on a line between them', () => {
  const made = model({ start: (depth) => (depth < 0.1 ? 0.2 : 0.3) });
  expect([0, 0.05, 0.1, 0.125, 0.15, 0.5, 9].map((depth) => made.thetaAt(depth))).toEqual(
    [0.2, 0.2, 0.25, 0.275, 0.3, 0.3, 0.3].map((theta) => expect.closeTo(theta, 9)),
  );
});

describe('a day', () => {
  test('takes Kcb × ET0 from the roots, from where they are and where water is', () => {
    const made = model();
    const state = made.advance({ ...calm, et0: 5 });
    expect(state).toMatchObject({
      day: 0,
      kcb: 1,
      ks: 1,
      etc: expect.closeTo(5, 9),
      etcActual: expect.closeTo(5, 9),
      transpiration: expect.closeTo(5, 9),
      evaporation: expect.closeTo(0, 9),
      depletion: expect.closeTo(5, 9),
      taw: expect.closeTo(80, 9),
      p: expect.closeTo(0.5, 9),
      raw: expect.closeTo(40, 9),
      runoff: 0,
      drained: expect.closeTo(0, 9),
      rise: 0,
      soilEc: null,
    });
    // Densities by quarters of the roots: 40, 30, 20 and 10 %.
    const taken = [0, 1, 2, 3, 4].map((slab) => 100 * (0.3 - (made.theta[slab] ?? 0)));
    expect(taken[0]).toBeCloseTo(5 * (1.5625 / 4), 1);
    expect(taken[3]).toBeCloseTo(5 * (0.4375 / 4), 1);
    expect(taken[4]).toBeCloseTo(0, 9);
    expect(made.advance(calm).day).toBe(1);
  });

  test('is stressed by drought: half of the water left beyond the allowed depletion gives half', () => {
    // Depletion 60 of 80 mm, 40 allowed: Ks 0.5.
    const state = model({ start: 0.15 }).advance({ ...calm, et0: 5 });
    expect(state.ks).toBeCloseTo(0.5, 9);
    expect(state.transpiration).toBeCloseTo(2.5, 9);
    expect(model({ start: 0.1 }).advance({ ...calm, et0: 5 })).toMatchObject({
      ks: expect.closeTo(0, 9),
      etcActual: expect.closeTo(0, 9),
    });
  });

  test('a factor of the variant moves evapotranspiration and irrigation', () => {
    const made = model({ variant: { et: 0.8, irrigation: 0.5 }, start: 0.25 });
    expect(made.et).toBe(0.8);
    const state = made.advance({ ...calm, et0: 5, irrigation: 10 });
    expect(state.transpiration).toBeCloseTo(4, 9);
    expect(state.depletion).toBeCloseTo(20 + 4 - 5, 6);
    made.et = 1;
    expect(made.advance({ ...calm, et0: 5 }).transpiration).toBeCloseTo(5, 9);
  });

  test('evaporation of bare, wet soil leaves the top, by the factor of the variant', () => {
    const bare = { ...grass, kcb: [0.15, 1.1, 1] } as const;
    const after = (variant: ProfileVariant) => {
      const made = new ProfileModel(bare, soil, () => 0.3, variant);
      made.advance({ ...calm, rain: 30 });
      return made.advance({ ...calm, et0: 4 });
    };
    // Kcmax 1.2 less Kcb 0.15.
    expect(after({}).evaporation).toBeCloseTo(4 * 1.05, 1);
    expect(after({ evaporation: 0.5 }).evaporation).toBeCloseTo(2 * 1.05, 1);
  });

  test('fills from above; 63 % of what is beyond field capacity drains in a day', () => {
    const made = model({ start: 0.3 });
    const { drained } = made.advance({ ...calm, rain: 5 });
    // One slab after the other passes 1 − 1/e on: a tenth of a per cent arrives below the tenth.
    const left = 5 * Math.exp(-1);
    expect(100 * ((made.theta[0] ?? 0) - 0.3)).toBeCloseTo(left, 6);
    expect(100 * ((made.theta[1] ?? 0) - 0.3)).toBeCloseTo(left * (1 - Math.exp(-1)), 6);
    expect(drained).toBeCloseTo(5 * (1 - Math.exp(-1)) ** made.slabs.count, 6);
  });

  test('drains slower with a longer time, of the soil or of the variant', () => {
    const first = (change: Parameters<typeof model>[0]) => {
      const made = model(change);
      made.advance({ ...calm, rain: 5 });
      return 100 * ((made.theta[0] ?? 0) - 0.3);
    };
    expect(first({ soil: { drainageDays: 2 } })).toBeCloseTo(5 * Math.exp(-0.5), 6);
    expect(first({ variant: { drainage: 2 } })).toBeCloseTo(5 * Math.exp(-0.5), 6);
    expect(first({ soil: { drainageDays: 2 }, variant: { drainage: 0.5 } })).toBeCloseTo(5 * Math.exp(-1), 6);
  });

  test('a slab holds no more than its pores: the rest goes down', () => {
    const made = model({ start: 0.4, soil: { drainageDays: 1e9 } });
    expect(made.advance({ ...calm, rain: 20 }).drained).toBeCloseTo(20, 3);
    expect(Math.max(...made.theta)).toBeCloseTo(0.4, 6);
  });

  test('sheds rain by the curve number, irrigation not', () => {
    // 250 × (100/CN of a dry surface − 1): see soil-processes. With CN 100 all runs off.
    expect(
      model({ soil: { curveNumber: 100 } }).advance({ ...calm, rain: 30, irrigation: 10 }),
    ).toMatchObject({
      runoff: expect.closeTo(30, 6),
    });
    expect(model({ soil: { curveNumber: 80 } }).advance({ ...calm, rain: 1 }).runoff).toBe(0);
    expect(model({ soil: { curveNumber: null } }).advance({ ...calm, rain: 99 }).runoff).toBe(0);
  });

  test('a water table lifts into the lowest rooted slab what it lacks, 10 mm at most', () => {
    const waterTable = { depth: 0.36, conductivity: 372, soil: 'loamy' } as const;
    const dry = model({ start: 0.1, soil: { waterTable } });
    expect(dry.advance(calm).rise).toBeCloseTo(10, 9);
    expect(dry.theta[3]).toBeCloseTo(0.2, 9);
    expect(model({ start: 0.28, soil: { waterTable } }).advance(calm).rise).toBeCloseTo(2, 9);
    expect(model({ start: 0.3, soil: { waterTable } }).advance(calm).rise).toBeCloseTo(0, 9);
    expect(
      model({ start: 0.1, soil: { waterTable: { ...waterTable, depth: 4.4 } } }).advance(calm).rise,
    ).toBe(0);
  });

  test('salt slows the uptake and is brought by irrigation', () => {
    // Threshold 2, 10 % a dS/m: ECe 4 takes a fifth.
    const salinity = { soilEc: 4, waterEc: 3, tolerance: { threshold: 2, slope: 10 } };
    const state = model({ soil: { salinity } }).advance({ ...calm, et0: 5 });
    expect(state.ks).toBeCloseTo(0.8, 9);
    expect(state.soilEc).toBeCloseTo(4, 6);
    // 120 mm of field capacity carry 4 × 240; 12 mm of 3 dS/m add 36 of it, none drains.
    const watered = model({ soil: { salinity }, start: 0.2 }).advance({ ...calm, irrigation: 12 });
    expect(watered.soilEc).toBeCloseTo(4 + 36 / 240, 6);
  });

  test.each([
    ['et0', { et0: 31 }],
    ['rain', { rain: -1 }],
    ['irrigation', { irrigation: 1001 }],
  ])('refuses %s', (field, wrong) =>
    expect(() => model().advance({ ...calm, ...wrong })).toThrow(refused('out_of_range', field)),
  );
});

test('the water at the start is within the pores', () => {
  expect(model({ start: 0.9 }).theta[0]).toBeCloseTo(0.4, 9);
  expect(model({ start: -1 }).theta[0]).toBe(0.01);
});
