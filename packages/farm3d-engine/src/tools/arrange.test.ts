import { describe, expect, test } from 'vitest';
import { alignShifts, distributeShifts, type ObjectBounds } from './arrange.ts';

function thing(id: string, min: number, max: number): ObjectBounds {
  return { id, min: { x: min, y: 0, z: 0 }, max: { x: max, y: 1, z: 1 } };
}

describe('aligning', () => {
  const things = [thing('a', 0, 2), thing('b', 3, 4), thing('c', 5, 10)];

  test.each([
    ['min', { b: -3, c: -5 }],
    ['center', { a: 4, b: 1.5, c: -2.5 }],
    ['max', { a: 8, b: 6 }],
  ] as const)('brings sides into line: %s', (edge, shifts) => {
    expect(Object.fromEntries(alignShifts(things, 'x', edge))).toEqual(shifts);
  });

  test('moves nothing that is in line, and no single thing', () => {
    expect(alignShifts(things, 'y', 'min').size).toBe(0);
    expect(alignShifts([things[0]!], 'x', 'max').size).toBe(0);
  });
});

describe('distributing', () => {
  test('puts the middles at equal distances, in their order; the outer ones stay', () => {
    const things = [thing('far', 10, 12), thing('near', 0, 2), thing('b', 2, 3), thing('c', 3, 5)];
    const shifts = distributeShifts(things, 'x');
    expect([...shifts.keys()].sort()).toEqual(['b', 'c']);
    expect(2.5 + shifts.get('b')!).toBeCloseTo(1 + 10 / 3, 9);
    expect(4 + shifts.get('c')!).toBeCloseTo(1 + 20 / 3, 9);
  });

  test('has nothing to do for two', () => {
    expect(distributeShifts([thing('a', 0, 1), thing('b', 5, 6)], 'x').size).toBe(0);
  });
});
