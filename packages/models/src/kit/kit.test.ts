import { describe, expect, test } from 'vitest';
import { box } from './box.ts';
import { PALETTE, srgb } from './colour.ts';
import { extrude, panel, triangulate } from './extrude.ts';
import { merge, paint, triangleCount, weld, type Geometry } from './geometry.ts';
import { ball, cylinder, lathe } from './lathe.ts';
import { place } from './place.ts';
import { seeded } from './random.ts';
import { sheet } from './sheet.ts';
import { bend, tube } from './tube.ts';
import { cross, dot, subtract, type Vec2, type Vec3 } from './vector.ts';

const GREY = PALETTE.powderGrey;
const corner = (geometry: Geometry, i: number): Vec3 => {
  const v = geometry.indices[i]! * 3;
  return [geometry.positions[v]!, geometry.positions[v + 1]!, geometry.positions[v + 2]!];
};

/** Volume inside a closed surface that faces outward; negative when it is inside out. */
function volume(geometry: Geometry): number {
  let sum = 0;
  for (let i = 0; i < geometry.indices.length; i += 3)
    sum += dot(corner(geometry, i), cross(corner(geometry, i + 1), corner(geometry, i + 2))) / 6;
  return sum;
}

/** Triangles whose face looks away from the normals of their corners. */
function backward(geometry: Geometry): number {
  let count = 0;
  for (let i = 0; i < geometry.indices.length; i += 3) {
    const [a, b, c] = [corner(geometry, i), corner(geometry, i + 1), corner(geometry, i + 2)];
    const face = cross(subtract(b, a), subtract(c, a));
    const v = geometry.indices[i]! * 3;
    const normal: Vec3 = [geometry.normals[v]!, geometry.normals[v + 1]!, geometry.normals[v + 2]!];
    if (dot(face, normal) < -1e-12) count++;
  }
  return count;
}

const SQUARE: Vec2[] = [
  [0, 0],
  [2, 0],
  [2, 1],
  [0, 1],
];

describe.each<[string, Geometry, number]>([
  ['box', box([1, 2, 3], GREY), 6],
  // Twelve edges of length 1, 2 and 3 lose b²/2 each, eight corners give b³·2/3 of it back.
  ['bevelled box', box([1, 2, 3], GREY, 0.1), 6 - 24 * 0.005 + 8 * (0.001 / 3)],
  ['cylinder', cylinder(1, 2, GREY, { segments: 64 }), 64 * Math.sin(Math.PI / 32)],
  [
    'cone',
    lathe(
      [
        [0, 0],
        [1, 0],
        [0, 3],
      ],
      GREY,
      { segments: 64 },
    ),
    32 * Math.sin(Math.PI / 32),
  ],
  // 4π/3 less 0.4 % that its facets cut off.
  ['ball', ball(1, GREY, { segments: 64, rings: 32 }), 4.172],
  [
    'straight tube',
    tube(
      [
        [0, 0, 0],
        [0, 5, 0],
      ],
      0.5,
      GREY,
      { sides: 4 },
    ),
    2.5,
  ],
  ['plate', extrude(SQUARE, 0.5, GREY), 1],
  ['moved box', place(box([1, 1, 1], GREY), { at: [9, 9, 9], rotation: [0.4, 1, 2], scale: [1, 2, 3] }), 6],
])('%s', (_, geometry, expected) => {
  test('encloses its volume and faces outward', () => {
    expect(volume(geometry)).toBeCloseTo(expected, 2);
    expect(backward(geometry)).toBe(0);
  });

  test('has unit normals', () => {
    for (let i = 0; i < geometry.normals.length; i += 3)
      expect(Math.hypot(...geometry.normals.subarray(i, i + 3))).toBeCloseTo(1, 5);
  });
});

describe('sheets and panels', () => {
  test('a sheet faces the side where u runs right and v runs up', () => {
    const flat = sheet((u, v) => [u, v, 0], 3, 2, GREY);
    expect(triangleCount(flat)).toBe(12);
    expect([...flat.normals.subarray(0, 3)]).toEqual([0, 0, 1]);
    expect(backward(flat)).toBe(0);
  });

  test('a polygon with a notch is covered exactly once', () => {
    const notched: Vec2[] = [
      [0, 0],
      [1, 0],
      [1, 2],
      [2, 2],
      [2, 0],
      [3, 0],
      [3, 3],
      [0, 3],
    ];
    expect(triangulate(notched)).toHaveLength(6);
    const geometry = panel(notched, GREY);
    let area = 0;
    for (let i = 0; i < geometry.indices.length; i += 3)
      area +=
        cross(
          subtract(corner(geometry, i + 1), corner(geometry, i)),
          subtract(corner(geometry, i + 2), corner(geometry, i)),
        )[2] / 2;
    expect(area).toBeCloseTo(9 - 2, 6);
    expect(backward(geometry)).toBe(0);
  });
});

describe('paths', () => {
  test('a tube around a corner does not twist or turn inside out', () => {
    const path = bend(
      [
        [0, 0, 0],
        [1, 0, 0],
        [1, 1, 0],
        [1, 1, 1],
      ],
      0.3,
      6,
    );
    expect(path.length).toBe(16);
    const pipe = tube(path, 0.1, GREY);
    expect(backward(pipe)).toBe(0);
    expect(volume(pipe)).toBeGreaterThan(0.07);
  });

  test('bend keeps both ends', () => {
    const path = bend(
      [
        [0, 0, 0],
        [2, 0, 0],
        [2, 2, 0],
      ],
      0.5,
    );
    expect(path[0]).toEqual([0, 0, 0]);
    expect(path.at(-1)).toEqual([2, 2, 0]);
  });
});

describe('joining', () => {
  test('merge keeps both, weld joins what agrees and drops what has no area', () => {
    const one = sheet((u, v) => [u, v, 0], 1, 1, GREY);
    const next = place(one, { at: [1, 0, 0] });
    const both = merge([one, next]);
    expect(both.positions.length / 3).toBe(8);
    const welded = weld(both);
    expect(welded.positions.length / 3).toBe(6);
    expect(triangleCount(welded)).toBe(4);
    const flattened = weld(place(one, { scale: [1, 1e-9, 1] }));
    expect(triangleCount(flattened)).toBe(0);
  });

  test('weld keeps a colour seam', () => {
    const one = sheet((u, v) => [u, v, 0], 1, 1, GREY);
    const other = paint(place(one, { at: [1, 0, 0] }), PALETTE.leafDark);
    expect(weld(merge([one, other])).positions.length / 3).toBe(8);
  });
});

test('colours are read as sRGB and kept linear', () => {
  expect(srgb('#ffffff')).toEqual([1, 1, 1]);
  // IEC 61966-2-1: middle grey 188 is half the light.
  expect(srgb('#bcbcbc')[0]).toBeCloseTo(0.503, 3);
});

test('a seed repeats its numbers', () => {
  const [a, b] = [seeded(4), seeded(4)];
  expect(Array.from({ length: 5 }, a)).toEqual(Array.from({ length: 5 }, b));
  expect(seeded(5)()).not.toBe(seeded(4)());
});
