import { describe, expect, test } from 'vitest';
import { depletionFromSensors, ks, pAdjusted, sensorLayers, soilLimits, tawRaw } from './soil.ts';
import { balanceStep, checkedProfile, effectiveRain, profileWater } from './water-balance.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });
const loam = { fieldCapacity: 0.32, wiltingPoint: 0.12 };

test('FAO-56 example 36: tomatoes on loam, 0.8 m deep, hold 160 mm, of which p gives 64 readily', () => {
  expect(tawRaw({ ...loam, rootDepth: 0.8, p: 0.4 })).toEqual({
    taw: expect.closeTo(160, 9),
    raw: expect.closeTo(64, 9),
  });
});

test('FAO-56 table 22: p is for 5 mm a day, 0.04 more for each millimetre less, within 0.1 to 0.8', () => {
  expect(pAdjusted({ p: 0.5, etc: 5 })).toBe(0.5);
  expect(pAdjusted({ p: 0.5, etc: 3 })).toBeCloseTo(0.58, 9);
  expect(pAdjusted({ p: 0.5, etc: 8 })).toBeCloseTo(0.38, 9);
  expect([pAdjusted({ p: 0.7, etc: 0 }), pAdjusted({ p: 0.2, etc: 12 })]).toEqual([0.8, 0.1]);
});

test('eq. 84: no stress up to the readily available water, none left at the wilting point', () => {
  const at = (depletion: number) => ks({ taw: 100, raw: 40, depletion });
  expect([-5, 0, 39, 40].map(at)).toEqual([1, 1, 1, 1]);
  expect(at(41)).toBeCloseTo(59 / 60, 9);
  expect([70, 100, 120].map(at)).toEqual([0.5, 0, 0]);
  expect(ks({ taw: 100, raw: 100, depletion: 101 })).toBe(0);
});

describe('sensors', () => {
  const readings = [
    { depth: 0.5, vwc: 0.2 },
    { depth: 0.1, vwc: 0.3 },
    { depth: 0.3, vwc: 0.25 },
  ];

  test('each stands for the soil half-way to its neighbours', () => {
    const layers = sensorLayers(readings, 0.8);
    expect(layers.map(({ reading, top, bottom }) => [reading.depth, top, bottom])).toEqual([
      [0.1, 0, 0.2],
      [0.3, 0.2, 0.4],
      [0.5, 0.4, 0.8],
    ]);
    expect(depletionFromSensors({ readings, fieldCapacity: 0.32, rootDepth: 0.8 })).toBeCloseTo(
      200 * 0.02 + 200 * 0.07 + 400 * 0.12,
      9,
    );
  });

  test('those below the roots do not count', () => {
    expect(
      sensorLayers(readings, 0.35).map(({ reading, top, bottom }) => [reading.depth, top, bottom]),
    ).toEqual([
      [0.1, 0, 0.2],
      [0.3, 0.2, 0.35],
    ]);
    expect(sensorLayers(readings, 0.2)).toHaveLength(1);
    expect(sensorLayers([{ depth: 0.9, vwc: 0.2 }], 0.3)).toMatchObject([{ top: 0, bottom: 0.3 }]);
  });

  test('have their own field capacity, and wet layers make up for dry ones', () => {
    const own = [
      { depth: 0.1, vwc: 0.3, fieldCapacity: 0.28 },
      { depth: 0.3, vwc: 0.25, fieldCapacity: null },
    ];
    expect(depletionFromSensors({ readings: own, fieldCapacity: 0.32, rootDepth: 0.4 })).toBeCloseTo(
      -4 + 14,
      9,
    );
    expect(
      depletionFromSensors({ readings: [{ depth: 0.1, vwc: 0.4 }], fieldCapacity: 0.32, rootDepth: 0.4 }),
    ).toBe(0);
  });
});

test('FAO-56 p. 170: rain under a fifth of ET0 does not count', () => {
  expect([0.99, 1, 1.01].map((rain) => effectiveRain(rain, 5))).toEqual([0, 1, 1.01]);
  expect(effectiveRain(0.5, 0)).toBe(0.5);
});

describe('balanceStep', () => {
  const day = { depletion: 30, rain: 0, runoff: 0, irrigation: 0, etc: 5, taw: 80 };

  test('water fills, use depletes, what is too much drains', () => {
    expect(balanceStep(day)).toEqual({ depletion: 35, deepPercolation: 0 });
    expect(balanceStep({ ...day, rain: 12, runoff: 2 })).toEqual({ depletion: 25, deepPercolation: 0 });
    expect(balanceStep({ ...day, irrigation: 20 })).toEqual({ depletion: 15, deepPercolation: 0 });
    expect(balanceStep({ ...day, rain: 20, irrigation: 25 })).toEqual({ depletion: 0, deepPercolation: 10 });
  });

  test('runoff takes no more than the rain, use no more than there is', () => {
    expect(balanceStep({ ...day, rain: 3, runoff: 9 })).toEqual({ depletion: 35, deepPercolation: 0 });
    expect(balanceStep({ ...day, depletion: 78 })).toEqual({ depletion: 80, deepPercolation: 0 });
  });
});

describe('a profile', () => {
  const layers = checkedProfile([
    { ...loam, bottom: 0.6, initial: 0.2 },
    { fieldCapacity: 0.25, wiltingPoint: 0.1, bottom: 0.2, initial: 0.22 },
  ]);

  test('is integrated from the surface, and goes on below its lowest layer', () => {
    const initial = (depth: number) => profileWater(layers, depth, (layer) => layer.initial);
    expect(layers.map(({ bottom }) => bottom)).toEqual([0.2, 0.6]);
    expect(initial(0.1)).toBeCloseTo(22, 9);
    expect(initial(0.2)).toBeCloseTo(44, 9);
    expect(initial(0.5)).toBeCloseTo(44 + 60, 9);
    expect(initial(0.6)).toBeCloseTo(44 + 80, 9);
    expect(initial(1)).toBeCloseTo(44 + 80 + 80, 9);
    expect(initial(0)).toBe(0);
    expect(profileWater([], 1, () => 1)).toBe(0);
  });
});

const stress = { taw: 100, raw: 40, depletion: 10 };
const step = { depletion: 1, rain: 1, runoff: 0, irrigation: 0, etc: 1, taw: 80 };
const layer = { ...loam, bottom: 0.6, initial: 0.2 };
test.each([
  ['out_of_range', 'fieldCapacity', () => soilLimits({ ...loam, fieldCapacity: 32 })],
  ['out_of_range', 'wiltingPoint', () => soilLimits({ ...loam, wiltingPoint: -0.1 })],
  ['soil_limits_inverted', 'fieldCapacity', () => soilLimits({ fieldCapacity: 0.2, wiltingPoint: 0.2 })],
  ['out_of_range', 'rootDepth', () => tawRaw({ ...loam, rootDepth: 80, p: 0.4 })],
  ['out_of_range', 'p', () => tawRaw({ ...loam, rootDepth: 0.8, p: 40 })],
  ['out_of_range', 'p', () => pAdjusted({ p: 1.1, etc: 5 })],
  ['out_of_range', 'etc', () => pAdjusted({ p: 0.5, etc: -1 })],
  ['out_of_range', 'taw', () => ks({ ...stress, taw: 0 })],
  ['out_of_range', 'raw', () => ks({ ...stress, raw: 101 })],
  ['not_a_number', 'depletion', () => ks({ ...stress, depletion: Number.NaN })],
  ['out_of_range', 'depth', () => sensorLayers([{ depth: 30, vwc: 0.2 }], 0.5)],
  ['out_of_range', 'vwc', () => sensorLayers([{ depth: 0.3, vwc: 20 }], 0.5)],
  [
    'out_of_range',
    'rootDepth',
    () => depletionFromSensors({ readings: [{ depth: 0.3, vwc: 0.2 }], fieldCapacity: 0.3, rootDepth: 0 }),
  ],
  [
    'out_of_range',
    'fieldCapacity',
    () => depletionFromSensors({ readings: [{ depth: 0.3, vwc: 0.2 }], fieldCapacity: 30, rootDepth: 1 }),
  ],
  ['out_of_range', 'rain', () => effectiveRain(-1, 5)],
  ['out_of_range', 'taw', () => balanceStep({ ...step, taw: -1 })],
  ['out_of_range', 'depletion', () => balanceStep({ ...step, depletion: -1 })],
  ['out_of_range', 'etc', () => balanceStep({ ...step, etc: -1 })],
  ['out_of_range', 'runoff', () => balanceStep({ ...step, runoff: -1 })],
  ['out_of_range', 'rain', () => balanceStep({ ...step, rain: -1 })],
  ['out_of_range', 'irrigation', () => balanceStep({ ...step, irrigation: -1 })],
  ['out_of_range', 'bottom', () => checkedProfile([{ ...layer, bottom: 0 }])],
  ['out_of_range', 'initial', () => checkedProfile([{ ...layer, initial: 2 }])],
] as const)('%s %s', (code, field, call) => expect(call).toThrow(refused(code, field)));

test('no sensor is a reason of its own', () =>
  expect(() => sensorLayers([], 0.5)).toThrow(expect.objectContaining({ code: 'no_soil_moisture' })));
