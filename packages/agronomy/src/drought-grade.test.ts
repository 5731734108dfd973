import { expect, test } from 'vitest';
import { gradeBelow, gradeOfIndex, rsm, rsmGrade, soilClassOf, spiGrade } from './drought-grade.ts';

const refused = (code: string, field: string) =>
  expect.objectContaining({ reason: expect.objectContaining({ code, field }) });

test('GB/T 32136 table 2: a soil at a threshold has the milder grade', () => {
  const level = (rsm: number, texture: string) => rsmGrade({ rsm, texture }).level;
  expect([60, 59.9, 50, 49.9, 40, 39.9, 30, 29.9].map((one) => level(one, 'loam'))).toEqual([
    0, 1, 1, 2, 2, 3, 3, 4,
  ]);
  // Sand is dry later, clay earlier.
  expect(level(57, 'sand')).toBeLessThanOrEqual(level(57, 'loam'));
  expect(level(57, 'clay')).toBeGreaterThanOrEqual(level(57, 'loam'));
});

test('an unknown soil is taken as loam, and said to be', () => {
  expect(rsmGrade({ rsm: 55 })).toMatchObject({ level: 1, textureAssumed: true });
  expect(rsmGrade({ rsm: 55, texture: 'loam' })).toMatchObject({ level: 1, textureAssumed: false });
  expect(soilClassOf('moon dust')).toEqual({ soilClass: 'loam', assumed: true });
  expect(soilClassOf('clay')).toEqual({ soilClass: 'clay', assumed: false });
});

test('GB/T 20481: an index at a threshold has the drier grade', () => {
  expect([0, -0.49, -0.5, -0.99, -1, -1.49, -1.5, -1.99, -2, -9].map((one) => spiGrade(one).level)).toEqual([
    0, 0, 1, 1, 2, 2, 3, 3, 4, 4,
  ]);
  expect(gradeOfIndex(-1, [-1, -2, -3, -4]).level).toBe(1);
  expect(gradeBelow(5, [5, 4, 3, 2], true).level).toBe(1);
  expect(gradeBelow(5, [5, 4, 3, 2], false).level).toBe(0);
  // More thresholds than grades do not go beyond them.
  expect(gradeBelow(0, [5, 4, 3, 2, 1], false).level).toBe(0);
});

test('the moisture of a profile is the mean of its layers by thickness', () => {
  const layers = [
    { vwc: 0.15, fieldCapacity: 0.3 },
    { vwc: 0.2, fieldCapacity: 0.25 },
  ];
  expect(rsm({ layers })).toBeCloseTo(65, 9);
  const [top, bottom] = layers as [(typeof layers)[0], (typeof layers)[0]];
  expect(
    rsm({
      layers: [
        { ...top, thickness: 0.1 },
        { ...bottom, thickness: 0.3 },
      ],
    }),
  ).toBeCloseTo(72.5, 9);
  expect(rsm({ layers: [{ ...top, thickness: null }, bottom] })).toBeCloseTo(65, 9);
});

test('a stage multiplies it: by its own factor, or by a given one', () => {
  const layers = [{ vwc: 0.15, fieldCapacity: 0.3 }];
  expect(rsm({ layers, stage: 'other' })).toBe(rsm({ layers }));
  expect(rsm({ layers, stage: 'critical' })).toBeLessThan(50);
  expect(rsm({ layers, stage: 'critical', factor: 2 })).toBeCloseTo(100, 9);
});

test.each([
  ['not_a_number', 'rsm', () => rsmGrade({ rsm: Number.NaN })],
  ['not_a_number', 'index', () => gradeOfIndex(Number.NaN)],
  ['out_of_range', 'fieldCapacity', () => rsm({ layers: [{ vwc: 0.1, fieldCapacity: 30 }] })],
  ['out_of_range', 'fieldCapacity', () => rsm({ layers: [{ vwc: 0.1, fieldCapacity: 0 }] })],
  ['out_of_range', 'vwc', () => rsm({ layers: [{ vwc: 15, fieldCapacity: 0.3 }] })],
  ['no_soil_moisture', 'layers', () => rsm({ layers: [] })],
] as const)('%s %s', (code, field, call) => expect(call).toThrow(refused(code, field)));
