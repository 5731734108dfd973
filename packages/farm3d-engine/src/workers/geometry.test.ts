import { BufferAttribute, BufferGeometry } from 'three';
import { describe, expect, it } from 'vitest';
import { flattenGeometry } from './geometry.ts';

/** Two triangles side by side; the second one's last corner is at `x`. */
function pair(x: number, index: number[] | null): BufferGeometry {
  const geometry = new BufferGeometry();
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 0, 0, 3, 0, 0, x, 1, 0);
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  if (index) geometry.setIndex(index);
  return geometry;
}

describe('flattenGeometry', () => {
  it.each([
    ['NaN', Number.NaN],
    ['infinite', Infinity],
    ['beyond all places', 1e30],
  ])('drops a triangle whose corner is %s, and computes the bounds of the rest', (_, x) => {
    const { triangles, box } = flattenGeometry(pair(x, [0, 1, 2, 3, 4, 5]), 0, new Set());
    expect(triangles).toBe(1);
    expect(box.every((value) => Number.isFinite(value) && Math.abs(value) <= 3)).toBe(true);
  });

  it('without an index, makes the damaged triangle degenerate', () => {
    const { attributes, box } = flattenGeometry(pair(Number.NaN, null), 0, new Set());
    const position = attributes.find(({ name }) => name === 'position')!.array;
    expect(Array.from(position.slice(9))).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(box).toEqual([0, 0, 0, 1, 1, 0]);
  });

  it('drops triangles with indices out of range', () => {
    const { triangles, index } = flattenGeometry(pair(2, [0, 1, 2, 3, 4, 60_000, 3, 4]), 0, new Set());
    expect([triangles, Math.max(...index!)]).toEqual([1, 2]);
  });

  it('computes normals weighted by triangle area', () => {
    const { attributes } = flattenGeometry(pair(2, [0, 1, 2, 3, 4, 5]), 0, new Set());
    const normal = attributes.find(({ name }) => name === 'normal')!.array;
    expect([...normal]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]);
  });
});
