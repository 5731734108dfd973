import { BufferAttribute, BufferGeometry } from 'three';
import { describe, expect, it } from 'vitest';
import { leafShape } from './leaf-shape.ts';

type Corner = readonly [x: number, y: number, z: number];

function shapeOf(corners: readonly Corner[], triangles: readonly number[]): number[][] {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners.flat()), 3));
  geometry.setIndex([...triangles]);
  const shape = leafShape(geometry);
  return corners.map((_, i) => [0, 1, 2, 3].map((part) => shape.getComponent(i, part)));
}

/** A leaf of four triangles, 0.4 m long and 0.2 m wide: its stalk at the plant, its midrib's one inner point in the middle. */
const LEAF: readonly Corner[] = [
  [0.1, 1, 0],
  [0.3, 1, 0],
  [0.5, 1, 0],
  [0.3, 1, 0.1],
  [0.3, 1, -0.1],
];
const SIDES = [0, 1, 3, 1, 2, 3, 0, 4, 1, 1, 4, 2];

describe('the shape of a blade', () => {
  it('runs from the stalk at the plant to the tip, and from the midrib to the rim', () => {
    const [stalk, middle, tip, left, right] = shapeOf(LEAF, SIDES);
    expect(stalk![0]).toBeCloseTo(0, 6);
    expect(middle![0]).toBeCloseTo(0.5, 6);
    expect(tip![0]).toBeCloseTo(1, 6);
    expect([stalk, middle, tip, left, right].map((corner) => corner![1])).toEqual([1, 0, 1, 1, 1]);
    for (const [, , width, length] of [stalk!, middle!, tip!, left!, right!]) {
      expect(width).toBeCloseTo(0.5, 6);
      expect(length).toBeCloseTo(0.4, 6);
    }
  });

  it('is found where vertices are there twice, and not lost to what touches it in one point', () => {
    const apart = SIDES.map((i) => LEAF[i]!);
    const stem: Corner[] = [LEAF[0]!, [0.1, 0.9, 0], [0.1, 0.9, 0.01]];
    const corners = [...apart, ...stem];
    const shape = shapeOf(
      corners,
      corners.map((_, i) => i),
    );
    expect(shape.slice(0, 12).every(([, , width]) => Math.abs(width! - 0.5) < 1e-5)).toBe(true);
    expect(shape.slice(12).flat()).toEqual(Array(12).fill(0));
  });

  /** Rings of three points one after the other, as of a stem. */
  const rings = (count: number): { readonly corners: Corner[]; readonly triangles: number[] } => ({
    corners: Array.from({ length: count * 3 }, (_, i) => {
      const turn = ((i % 3) / 3) * Math.PI * 2;
      return [Math.floor(i / 3), Math.cos(turn), Math.sin(turn)] as const;
    }),
    triangles: Array.from({ length: (count - 1) * 3 }, (_, i) => {
      const [low, next] = [i, Math.floor(i / 3) * 3 + ((i + 1) % 3)];
      return [low, next, next + 3, low, next + 3, low + 3];
    }).flat(),
  });

  it('no blade is a ribbon, which has no midrib, a stem, which has two ends, nor a fruit, open at one end or closed', () => {
    const stem = rings(4);
    const fruit = { ...rings(3), corners: [...rings(3).corners, [3, 0, 0] as const] };
    const open = [...fruit.triangles, 6, 7, 9, 7, 8, 9, 8, 6, 9];
    const pieces: readonly (readonly [readonly Corner[], readonly number[]])[] = [
      [LEAF, [0, 1, 2, 1, 3, 2]],
      [stem.corners, stem.triangles],
      [fruit.corners, open],
      [fruit.corners, [...open, 0, 2, 1]],
    ];
    for (const [corners, triangles] of pieces)
      expect(shapeOf(corners, triangles).flat().filter(Boolean)).toEqual([]);
  });
});
