import { describe, expect, it } from 'vitest';
import { capillaryClass, capillaryRise, runoff, saltAfterDay, saltStress } from './soil-processes.ts';

describe('runoff', () => {
  // CN 75 stores 250·(100/75 − 1) = 83.33 mm: 50 mm of rain leave (50 − 16.67)²/(50 + 66.67) = 9.52 mm.
  it('follows the curve number', () => {
    expect(runoff({ rain: 50, curveNumber: 75 })).toBeCloseTo(9.52, 2);
    expect(runoff({ rain: 16, curveNumber: 75 })).toBe(0);
  });

  it('is larger on a wet surface than on a dry one', () => {
    const of = (surfaceDepletion: number) =>
      runoff({ rain: 50, curveNumber: 75, surfaceDepletion, rew: 8, tew: 20 });
    expect(of(0)).toBeGreaterThan(runoff({ rain: 50, curveNumber: 75 }));
    expect(of(20)).toBeLessThan(runoff({ rain: 50, curveNumber: 75 }));
    expect(of(20)).toBeGreaterThan(0);
  });
});

describe('capillaryRise', () => {
  it('decreases with the distance from the water table, faster in sand than in loam', () => {
    const loam = (height: number) => capillaryRise({ height, conductivity: 372, soil: 'loamy' });
    expect([0.5, 1, 1.5, 2].map(loam)).toEqual([0.5, 1, 1.5, 2].map(loam).sort((a, b) => b - a));
    expect(loam(2)).toBeGreaterThan(capillaryRise({ height: 2, conductivity: 2600, soil: 'sandy' }));
    expect(loam(0)).toBe(10);
    expect(loam(5)).toBe(0);
    expect([
      capillaryClass(88, 5),
      capillaryClass(40, 20),
      capillaryClass(60, 25),
      capillaryClass(10, 45),
    ]).toEqual(['sandy', 'loamy', 'sandyClayey', 'siltyClayey']);
  });
});

describe('salt', () => {
  // Tomato: threshold 2.5 dS/m, 9.9 % each more (FAO-56 table 23): ECe 4.5 leaves 1 − 0.099·2 = 0.802.
  it('causes stress above the threshold', () => {
    const tolerance = { threshold: 2.5, slope: 9.9 };
    expect(saltStress({ soilEc: 2.5, tolerance })).toBe(1);
    expect(saltStress({ soilEc: 4.5, tolerance })).toBeCloseTo(0.802, 12);
    expect(saltStress({ soilEc: 50, tolerance })).toBe(0);
  });

  it('accumulates from irrigation water and is leached by drainage', () => {
    const day = { soilEc: 2, waterEc: 1.5, irrigation: 30, drained: 0, water: 200, capacity: 200 };
    expect(saltAfterDay(day)).toBeCloseTo((2 * 400 + 45) / 400, 12);
    expect(saltAfterDay({ ...day, drained: 20 })).toBeCloseTo(((2 * 400 + 45) * (200 / 220)) / 400, 12);
    expect(saltAfterDay({ ...day, irrigation: 0 })).toBe(2);
  });
});
