import { describe, expect, test } from 'vitest';
import { alignShifts, distributeShifts, type ObjectBounds } from './arrange.ts';

function object(id: string, min: number, max: number): ObjectBounds {
  return { id, min: { x: min, y: 0, z: 0 }, max: { x: max, y: 1, z: 1 } };
}

describe('aligning', () => {
  const objects = [object('a', 0, 2), object('b', 3, 4), object('c', 5, 10)];

  test.each([
    ['min', { b: -3, c: -5 }],
    ['center', { a: 4, b: 1.5, c: -2.5 }],
    ['max', { a: 8, b: 6 }],
  ] as const)('aligns sides: %s', (edge, shifts) => {
    expect(Object.fromEntries(alignShifts(objects, 'x', edge))).toEqual(shifts);
  });

  test('two are enough', () => {
    expect(Object.fromEntries(alignShifts(objects.slice(0, 2), 'x', 'max'))).toEqual({ a: 2 });
  });

  test('moves nothing that is aligned, nor a single object', () => {
    expect(alignShifts(objects, 'y', 'min').size).toBe(0);
    expect(alignShifts([objects[0]!], 'x', 'max').size).toBe(0);
  });
});

describe('distributing', () => {
  test('spaces the centres equally in their order; the outer ones stay', () => {
    const objects = [object('far', 10, 12), object('near', 0, 2), object('b', 2, 3), object('c', 3, 5)];
    const shifts = distributeShifts(objects, 'x');
    expect([...shifts.keys()].sort()).toEqual(['b', 'c']);
    expect(2.5 + shifts.get('b')!).toBeCloseTo(1 + 10 / 3, 9);
    expect(4 + shifts.get('c')!).toBeCloseTo(1 + 20 / 3, 9);
  });

  test('leaves three that stand equally where they are', () => {
    const even = [object('a', 0, 1), object('b', 5, 6), object('c', 10, 11)];
    expect(distributeShifts(even, 'x').size).toBe(0);
    expect(Object.fromEntries(distributeShifts([...even.slice(0, 2), object('c', 6, 7)], 'x'))).toEqual({
      b: -2,
    });
  });

  test('changes nothing for two objects', () => {
    expect(distributeShifts([object('a', 0, 1), object('b', 5, 6)], 'x').size).toBe(0);
  });
});
