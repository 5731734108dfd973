import { describe, expect, test } from 'vitest';
import { FIELD_CAPACITY, SATURATION, soilStore, stepSoil, WILTING_POINT, type Soil } from './soil.ts';

const MINUTE = 60;

describe('soil water', () => {
  test('is in balance: inflow is stored, drained or taken up', () => {
    let soil: Soil = { water: [0.2, 0.22, 0.25] };
    let [supplied, drained, taken] = [0, 0, 0];
    const start = soilStore(soil);
    for (let i = 0; i < 3000; i++) {
      const supply = i % 900 < 40 ? 1.3 : 0;
      const step = stepSoil(soil, supply, 0.005, MINUTE);
      soil = step.soil;
      supplied += supply;
      drained += step.drainage;
      taken += step.evapotranspiration;
    }
    expect(drained).toBeGreaterThan(1);
    expect(taken).toBeGreaterThan(1);
    expect(soilStore(soil) - start - (supplied - drained - taken)).toBeCloseTo(0, 9);
  });

  test('water moves downwards', () => {
    const dry: Soil = { water: [0.2, 0.2, 0.2] };
    // 30 mm on 150 mm of soil at 20 %: the top would reach 40 %, above field capacity, below saturation.
    const wet = stepSoil(dry, 30, 0, MINUTE).soil.water;
    expect(wet[0]).toBeCloseTo(0.4, 2);
    expect(wet[1] - 0.2).toBeLessThan(0.01);
    let soil: Soil = { water: wet };
    for (let i = 0; i < 12 * 60; i++) soil = stepSoil(soil, 0, 0, MINUTE).soil;
    expect(soil.water[0]).toBeLessThan(wet[0] - 0.05);
    expect(soil.water[1]).toBeGreaterThan(0.25);
  });

  test('is never above saturation, and evaporation never dries it below the wilting point', () => {
    const flooded = stepSoil({ water: [0.4, 0.4, 0.4] }, 500, 0, MINUTE).soil.water;
    for (const content of flooded) expect(content).toBeLessThanOrEqual(SATURATION + 1e-12);
    let soil: Soil = { water: [0.16, 0.16, 0.16] };
    for (let i = 0; i < 5000; i++) soil = stepSoil(soil, 0, 0.05, MINUTE).soil;
    for (const content of soil.water) {
      expect(content).toBeGreaterThanOrEqual(WILTING_POINT - 1e-12);
      expect(content).toBeLessThan(0.14);
    }
  });

  test('stays at field capacity without supply or demand', () => {
    const full: Soil = { water: [FIELD_CAPACITY, FIELD_CAPACITY, FIELD_CAPACITY] };
    expect(stepSoil(full, 0, 0, 86_400)).toEqual({ soil: full, evapotranspiration: 0, drainage: 0 });
    expect(soilStore(full)).toBeCloseTo(FIELD_CAPACITY * 500, 9);
  });
});
