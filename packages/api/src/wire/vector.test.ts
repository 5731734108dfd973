import { describe, expect, it } from 'vitest';
import { isRecord, readJsonText, unknownKeys } from './json.ts';
import { isEulerOrder, lookAtRotation, toEulerXyz, type EulerOrder } from './rotation.ts';
import { decodeVector, encodeVector } from './vector.ts';
import { WireError } from './wire-error.ts';

const FALLBACK = { x: 7, y: 8, z: 9 };
const read = (value: unknown) => decodeVector(value, FALLBACK);

describe('a vector on the wire', () => {
  it.each([
    ['members', { x: 1, y: 2, z: 3 }, { x: 1, y: 2, z: 3 }, {}],
    ['members of three', { _x: 1, _y: 2, _z: 3, _order: 'XYZ', isEuler: true }, { x: 1, y: 2, z: 3 }, {}],
    ['a list', [1, 2, 3], { x: 1, y: 2, z: 3 }, {}],
    ['texts of numbers', { x: '1', y: ' 2 ', z: '-3.5' }, { x: 1, y: 2, z: -3.5 }, {}],
    ['zeros', { x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 0 }, {}],
    ['only x', { x: 1 }, { x: 1, y: 8, z: 9 }, {}],
    ['only y', { y: 1 }, { x: 7, y: 1, z: 9 }, {}],
    ['only z', { z: 1 }, { x: 7, y: 8, z: 1 }, {}],
    ['the first of a list', [1], { x: 1, y: 8, z: 9 }, {}],
    ['the second of a list', [null, 1], { x: 7, y: 1, z: 9 }, {}],
    ['the third of a list', [null, null, 1], { x: 7, y: 8, z: 1 }, {}],
    ['wrong components', { x: 1, y: '', z: Number.NaN }, { x: 1, y: 8, z: 9 }, {}],
    ['more wrong components', { x: ' ', y: 1, z: 'north' }, { x: 7, y: 1, z: 9 }, {}],
    ['both spellings', { x: 1, _x: 2, y: 'a', _y: 3, _z: 4 }, { x: 1, y: 3, z: 4 }, {}],
    ['unknown members', { x: 1, y: 2, z: 3, w: 4, note: 'a' }, { x: 1, y: 2, z: 3 }, { w: 4, note: 'a' }],
    ['a fourth that is no order', [1, 2, 3, 'ABC'], { x: 1, y: 2, z: 3 }, {}],
  ])('is read from %s', (_, value, vector, extra) => {
    expect(read(value)).toEqual({ value: vector, extra });
  });

  it.each([null, undefined, 7, 'x', {}, [], ['a'], { x: null, y: true }])('is not read from %j', (value) => {
    expect(read(value)).toBeUndefined();
  });

  it('in another axis order is turned into the usual one', () => {
    const turned = toEulerXyz({ x: 0.3, y: 0.5, z: -0.7 }, 'YZX');
    expect(read({ _x: 0.3, _y: 0.5, _z: -0.7, _order: 'YZX' })?.value).toEqual(turned);
    expect(read([0.3, 0.5, -0.7, 'YZX'])?.value).toEqual(turned);
    expect(turned.x).not.toBeCloseTo(0.3, 3);
  });

  it('is written with what was unknown, and without what this form replaces', () => {
    expect(encodeVector({ x: 1, y: 2, z: 3 }, 'position', { w: 4, _x: 9, _order: 'ZYX' })).toEqual({
      x: 1,
      y: 2,
      z: 3,
      w: 4,
    });
    expect(encodeVector({ x: 1, y: 2, z: 3 }, 'position', [4])).toEqual({ x: 1, y: 2, z: 3 });
    for (const axis of ['x', 'y', 'z']) {
      const wrong = () => encodeVector({ ...FALLBACK, [axis]: Infinity }, 'position');
      expect(wrong).toThrow(WireError);
      expect(wrong).toThrow(`position.${axis}: is not a finite number`);
    }
  });
});

describe('a rotation', () => {
  /** Where the rotation takes a vector: about the axes one after the other, the last named one first. */
  function turn({ x, y, z }: { x: number; y: number; z: number }, order: EulerOrder, vector: number[]) {
    const angle = { X: x, Y: y, Z: z };
    return order.split('').reduceRight((v, axis) => {
      const [a, b, c] = v as [number, number, number];
      const cos = Math.cos(angle[axis as 'X']);
      const sin = Math.sin(angle[axis as 'X']);
      if (axis === 'X') return [a, b * cos - c * sin, b * sin + c * cos];
      if (axis === 'Y') return [a * cos + c * sin, b, c * cos - a * sin];
      return [a * cos - b * sin, a * sin + b * cos, c];
    }, vector);
  }
  const AXES = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const same = (actual: number[], expected: number[]) =>
    actual.forEach((value, at) => expect(value).toBeCloseTo(expected[at]!, 6));

  it.each(['XYZ', 'XZY', 'YXZ', 'YZX', 'ZXY', 'ZYX'] as const)('in the order %s stays the same', (order) => {
    expect(isEulerOrder(order)).toBe(true);
    for (const angles of [
      { x: 0.3, y: 0.5, z: -0.7 },
      { x: -2.5, y: 1.2, z: 3 },
      { x: Math.PI / 2, y: 0, z: Math.PI / 2 },
    ]) {
      for (const axis of AXES) same(turn(toEulerXyz(angles, order), 'XYZ', axis), turn(angles, order, axis));
    }
  });

  it('has no other order', () => {
    for (const wrong of ['xyz', 'XYX', '', 7, null]) expect(isEulerOrder(wrong)).toBe(false);
  });

  it.each([
    [
      { x: 3, y: 4, z: 5 },
      { x: -1, y: 2, z: 7 },
    ],
    [
      { x: -30, y: 0.5, z: -2 },
      { x: 0, y: 9, z: 0 },
    ],
    [
      { x: 1e300, y: -1e300, z: 5e299 },
      { x: 0, y: 0, z: 0 },
    ],
    [
      { x: 1e-300, y: 2e-300, z: 0 },
      { x: 0, y: 0, z: 0 },
    ],
  ])('of a camera at %j looks at %j, with the horizon level', (position, target) => {
    const rotation = lookAtRotation(position, target);
    const away = [position.x - target.x, position.y - target.y, position.z - target.z];
    const largest = Math.max(...away.map(Math.abs));
    const length = Math.hypot(...away.map((part) => part / largest));
    same(
      turn(rotation, 'XYZ', [0, 0, 1]),
      away.map((part) => part / largest / length),
    );
    // Its right has no height, and its up is not down.
    expect(turn(rotation, 'XYZ', [1, 0, 0])[1]).toBeCloseTo(0, 6);
    expect(turn(rotation, 'XYZ', [0, 1, 0])[1]).toBeGreaterThan(0);
  });
});

describe('JSON', () => {
  it('is an object only if it is neither a list nor null', () => {
    expect([{}, [], null, 'a', undefined].map(isRecord)).toEqual([true, false, false, false, false]);
  });

  it('in text is read once or twice, not more often', () => {
    const text = (value: unknown, times: number): unknown =>
      times === 0 ? value : JSON.stringify(text(value, times - 1));
    expect([0, 1, 2].map((times) => readJsonText(text({ a: 1 }, times)))).toEqual([
      { a: 1 },
      { a: 1 },
      { a: 1 },
    ]);
    expect(readJsonText(text({ a: 1 }, 3))).toBe('{"a":1}');
    expect([' ', '""', '{', '"{"', 7].map(readJsonText)).toEqual([null, null, undefined, undefined, 7]);
  });

  it('keeps members that are not known, even one with the name of the prototype', () => {
    const source = JSON.parse('{"id":1,"note":2,"__proto__":{"x":1}}') as Record<string, unknown>;
    const kept = unknownKeys(source, new Set(['id']));
    expect(Object.keys(kept)).toEqual(['note', '__proto__']);
    expect(Object.getPrototypeOf(kept)).toBe(Object.prototype);
  });
});
