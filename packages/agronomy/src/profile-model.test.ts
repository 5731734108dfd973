import { describe, expect, it } from 'vitest';
import { type ProfileDay, ProfileModel, type ProfileSoil, SLAB } from './profile-model.ts';

const crop = {
  kcb: [0.15, 1.1, 0.5],
  lengths: [20, 30, 40, 30],
  height: [0.1, 1],
  rootDepth: [0.2, 0.8],
  p: 0.5,
} as const;
const soil: ProfileSoil = {
  horizons: [{ bottom: 1, fieldCapacity: 0.28, wiltingPoint: 0.12 }],
  evaporationDepth: 0.1,
  readilyEvaporable: 8,
};
const dry: ProfileDay = { et0: 5, rain: 0, irrigation: 0, wettedShare: 1, wind: 2, windHeight: 2, rhMin: 45 };
const stored = (model: ProfileModel) => model.theta.reduce((all, value) => all + value * SLAB * 1000, 0);

function season(change: { soil?: Partial<ProfileSoil>; days?: readonly ProfileDay[]; start?: number } = {}) {
  const model = new ProfileModel(crop, { ...soil, ...change.soil }, () => change.start ?? 0.28);
  const before = stored(model);
  const days =
    change.days ?? Array.from({ length: 90 }, (_, day) => ({ ...dry, irrigation: day % 6 === 0 ? 25 : 0 }));
  const states = days.map((day) => model.advance(day));
  const sum = (pick: (state: (typeof states)[number]) => number) =>
    states.reduce((all, state) => all + pick(state), 0);
  return { model, states, sum, gained: stored(model) - before, days };
}

describe('ProfileModel', () => {
  it('conserves water: input is stored, used, drained or runs off', () => {
    const days = Array.from({ length: 110 }, (_, day) => ({
      ...dry,
      rain: day % 9 === 4 ? 45 : 0,
      irrigation: day % 7 === 0 ? 20 : 0,
    }));
    const waterTable = { depth: 1.4, conductivity: 300, soil: 'loamy' } as const;
    const { sum, gained } = season({ days, soil: { curveNumber: 80, waterTable } });
    const given = days.reduce((all, day) => all + day.rain + day.irrigation, 0);
    const { runoff, drained, etcActual, rise } = {
      runoff: sum((state) => state.runoff),
      drained: sum((state) => state.drained),
      etcActual: sum((state) => state.etcActual),
      rise: sum((state) => state.rise),
    };
    expect(runoff).toBeGreaterThan(0);
    expect(drained).toBeGreaterThan(0);
    expect(given + rise - runoff - drained - etcActual).toBeCloseTo(gained, 6);
  });

  it('stays within its soil and stresses the crop when nobody irrigates', () => {
    const { states, model } = season({ days: Array.from({ length: 100 }, () => dry) });
    expect(states.at(-1)?.ks).toBeLessThan(0.3);
    expect(states.every(({ depletion, taw }) => depletion >= 0 && depletion <= taw + 1e-9)).toBe(true);
    expect(model.thetaAt(0.4)).toBeGreaterThanOrEqual(0.12 - 1e-9);
  });

  it('drains water above field capacity with the time constant of the layer', () => {
    const day = { ...dry, et0: 0 };
    const fast = season({ days: [day, day, day], start: 0.36, soil: { drainageDays: 0.5 } }).model.thetaAt(
      0.5,
    );
    const slow = season({ days: [day, day, day], start: 0.36, soil: { drainageDays: 4 } }).model.thetaAt(0.5);
    expect(fast).toBeCloseTo(0.28, 2);
    expect(slow).toBeGreaterThan(0.3);
  });

  it('evaporates less under mulch: none under plastic, half under full straw', () => {
    const bare = season().sum((state) => state.evaporation);
    const plastic = season({ soil: { mulch: { kind: 'plastic', cover: 0.8 } } });
    const straw = season({ soil: { mulch: { kind: 'organic', cover: 1 } } }).sum(
      (state) => state.evaporation,
    );
    expect(plastic.sum((state) => state.evaporation)).toBeLessThan(0.5 * bare);
    expect(straw).toBeLessThan(0.75 * bare);
    expect(plastic.states.at(-1)?.kcb).toBeCloseTo(1.1 * 0.92, 9);
  });

  it('has capillary rise from a shallow water table and none from a deep one', () => {
    const at = (depth: number) =>
      season({ soil: { waterTable: { depth, conductivity: 300, soil: 'loamy' } } }).sum(
        (state) => state.rise,
      );
    expect(at(1.2)).toBeGreaterThan(15);
    expect(at(6)).toBe(0);
  });

  it('accumulates salt without drainage, and salt reduces the uptake', () => {
    const salinity = { soilEc: 3, waterEc: 3, tolerance: { threshold: 2.5, slope: 9.9 } };
    const salty = season({ soil: { salinity } });
    expect(salty.states.at(-1)?.soilEc ?? 0).toBeGreaterThan(4);
    expect(salty.sum((state) => state.transpiration)).toBeLessThan(
      season().sum((state) => state.transpiration),
    );
    const leached = season({
      soil: { salinity },
      days: Array.from({ length: 90 }, (_, day) => ({ ...dry, irrigation: day % 6 === 0 ? 60 : 0 })),
    });
    expect(leached.states.at(-1)?.soilEc ?? 0).toBeLessThan(salty.states.at(-1)?.soilEc ?? 0);
  });
});

it('runs a light soil whose surface may hold less than is entered', () => {
  const sand = { bottom: 1, fieldCapacity: 0.12, wiltingPoint: 0.045 };
  const light = { horizons: [sand], evaporationDepth: 0.1, readilyEvaporable: 7 };
  // A surface of 0.06 m³/m³ holds 3.8 mm that can evaporate: 7 mm were refused.
  const model = new ProfileModel(crop, light, () => 0.06, { capacity: -0.06 });
  model.advance({ ...dry, rain: 20 });
  expect(model.advance(dry).evaporation).toBeGreaterThan(0);
});
