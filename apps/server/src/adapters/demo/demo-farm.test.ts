import { PRODUCT_DEVICES } from '@farm3d/models';
import { describe, expect, test } from 'vitest';
import { DEMO_FIELD, DEMO_HOUSES } from './demo-field.ts';
import { DEMO_DEVICES, DEMO_PLOT_DEVICES, DEMO_PLOT_VALVE } from './demo-farm.ts';
import { BUILT_IN_PRODUCT_MODELS } from './product-models.ts';

const byCode = new Map(BUILT_IN_PRODUCT_MODELS.map((model) => [model.code, model]));

describe('the built-in product models', () => {
  test('there is one for each device model, and no other', () => {
    expect([...byCode.keys()].sort()).toEqual(Object.keys(PRODUCT_DEVICES).sort());
    expect(BUILT_IN_PRODUCT_MODELS).toHaveLength(16);
  });

  test.each(BUILT_IN_PRODUCT_MODELS)(
    '$code: names are its own, ranges are ranges, services change statuses that it has',
    ({ attributes }) => {
      for (const type of ['0', '1', '3']) {
        const names = attributes.filter((one) => one.type === type).map(({ identify }) => identify);
        expect(new Set(names).size).toBe(names.length);
      }
      for (const { parameters } of attributes)
        for (const { min, max } of parameters)
          if (min !== null && max !== null) expect(min).toBeLessThan(max);
      const statuses = new Set(attributes.filter(({ type }) => type === '3').map(({ identify }) => identify));
      for (const { associationStates } of attributes)
        for (const { identify } of associationStates) expect(statuses).toContain(identify);
    },
  );

  test('every one measures or reports something', () => {
    for (const { attributes } of BUILT_IN_PRODUCT_MODELS)
      expect(attributes.some(({ type }) => type !== '1')).toBe(true);
  });
});

describe('the demo farm', () => {
  const placed = DEMO_DEVICES.flatMap(({ name, productModelCode, placement }) =>
    placement ? [{ name, productModelCode, placement }] : [],
  );

  test('fourteen devices stand in it, of thirteen products, and some wait to be placed', () => {
    expect(placed).toHaveLength(14);
    expect(new Set(placed.map(({ productModelCode }) => productModelCode)).size).toBe(13);
    expect(DEMO_DEVICES.length).toBeGreaterThan(placed.length + 2);
  });

  test('every product has a device, and every device a product and a name of its own', () => {
    expect(new Set(DEMO_DEVICES.map(({ productModelCode }) => productModelCode))).toEqual(
      new Set(byCode.keys()),
    );
    expect(new Set(DEMO_DEVICES.map(({ name }) => name)).size).toBe(DEMO_DEVICES.length);
  });

  test('nothing is without a name', () => {
    expect(DEMO_DEVICES.map(({ name }) => name).filter((name) => !/\S/.test(name))).toEqual([]);
  });

  test('what measures and waters its plot is among its devices', () => {
    const names = DEMO_DEVICES.map(({ name }) => name);
    for (const name of [...DEMO_PLOT_DEVICES, DEMO_PLOT_VALVE]) expect(names).toContain(name);
  });

  test('valve, fans and camera at the east gable face away from it', () => {
    for (const code of ['DCF-4', 'FJSL-1', 'SP-DH2']) {
      const placement = placed.find(({ productModelCode }) => productModelCode === code)?.placement;
      // Models face +Z; the gable is 12.3 m east of the middle.
      expect([Math.sin(placement!.turn), Math.cos(placement!.turn)].map(Math.round)).toEqual([1, 0]);
      expect(placement!.x).toBeGreaterThan(12.3);
    }
  });

  test('pump, pH probe and flow meter stand behind the greenhouse, where the water is', () => {
    for (const code of ['SB-7.5', 'PHEC-1', 'SWJ-LL']) {
      const placement = placed.find(({ productModelCode }) => productModelCode === code)?.placement;
      expect(placement!.z, code).toBeLessThan(-15);
    }
  });

  test('nothing stands in anything else', () => {
    for (const [i, one] of placed.entries())
      for (const other of placed.slice(i + 1)) {
        const distance = Math.hypot(one.placement.x - other.placement.x, one.placement.z - other.placement.z);
        expect(distance, `${one.name}, ${other.name}`).toBeGreaterThan(1.4);
      }
  });
});

describe('the demo plot', () => {
  test('two greenhouses stand inside its boundary, each with devices inside of it', () => {
    const [ring] = DEMO_FIELD.boundary.coordinates;
    const metres = ring.map(([longitude, latitude]) => [
      (longitude - DEMO_FIELD.longitude) * 111_195 * Math.cos((DEMO_FIELD.latitude * Math.PI) / 180),
      (DEMO_FIELD.latitude - latitude) * 111_195,
    ]);
    const isInside = (x: number, z: number): boolean => {
      let inside = false;
      for (const [i, [x1, z1]] of metres.slice(1).entries() as IterableIterator<[number, [number, number]]>) {
        const [x0, z0] = metres[i] as [number, number];
        if (z0 > z !== z1 > z && x < ((x1 - x0) * (z - z0)) / (z1 - z0) + x0) inside = !inside;
      }
      return inside;
    };
    expect(DEMO_HOUSES).toHaveLength(2);
    for (const { at, devices } of DEMO_HOUSES) {
      for (const [dx, dz] of [
        [-13, -5],
        [13, -5],
        [13, 5],
        [-13, 5],
      ])
        expect(isInside(at.x + dx!, at.z + dz!), `${at.x + dx!}, ${at.z + dz!}`).toBe(true);
      expect(devices.length).toBeGreaterThan(0);
      for (const { x, z } of devices) expect(Math.abs(x) < 12 && Math.abs(z) < 3.5).toBe(true);
    }
  });
});
