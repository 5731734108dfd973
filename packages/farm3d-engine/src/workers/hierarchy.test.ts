import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  Ray,
  Raycaster,
  Vector3,
} from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../core/random.ts';
import { buildHierarchy } from './hierarchy.ts';

function soup(triangles: number, seed: number, spread: readonly [number, number, number]) {
  const random = createRandom(seed);
  const positions = new Float32Array(triangles * 9);
  for (let t = 0; t < triangles; t++) {
    const centre = spread.map((size) => (random() - 0.5) * size);
    for (let i = 0; i < 9; i++) positions[t * 9 + i] = centre[i % 3]! + (random() - 0.5) * 0.4;
  }
  return { positions, index: Uint32Array.from({ length: triangles * 3 }, (_, i) => i) };
}

function treeOf(positions: Float32Array, index: Uint32Array<ArrayBuffer>) {
  const built = buildHierarchy(positions, index);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(built.index, 1));
  const serialized = { version: 1, roots: [built.root], index: built.index, indirectBuffer: null };
  return { built, geometry, bvh: MeshBVH.deserialize(serialized, geometry, { setIndex: false }) };
}

describe('buildHierarchy', () => {
  it.each([
    ['a cube of triangles', 3_000, [6, 6, 6]],
    ['a sheet', 2_000, [20, 0, 20]],
    ['a line', 500, [40, 0, 0]],
    ['all at one place', 300, [0, 0, 0]],
    ['fewer than a leaf holds', 7, [2, 2, 2]],
    ['one', 1, [1, 1, 1]],
  ] as const)('finds the same ray intersections as testing every triangle: %s', (_, triangles, spread) => {
    const { positions, index } = soup(triangles, 5, spread);
    const { geometry, bvh } = treeOf(positions, index);
    const mesh = new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide }));
    const random = createRandom(9);
    const caster = new Raycaster();
    let hits = 0;
    for (let i = 0; i < 200; i++) {
      // At its middle: at a corner, rounding decides.
      const at = Math.floor(random() * triangles) * 9;
      const aim = new Vector3();
      for (let corner = 0; corner < 9; corner += 3)
        aim.add(new Vector3().fromArray(positions, at + corner).divideScalar(3));
      const origin = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5)
        .normalize()
        .multiplyScalar(60);
      const ray = new Ray(origin, aim.sub(origin).normalize());
      caster.ray.copy(ray);
      const expected = caster.intersectObject(mesh)[0];
      const found = bvh.raycastFirst(ray, DoubleSide);
      expect(found?.distance ?? -1).toBeCloseTo(expected?.distance ?? -1, 4);
      hits += found ? 1 : 0;
    }
    expect(hits).toBeGreaterThan(20);
  });

  it('keeps every triangle once, and its index type', () => {
    const { positions, index } = soup(400, 3, [3, 3, 3]);
    const narrow = Uint16Array.from(index);
    const built = buildHierarchy(positions, narrow);
    expect(built.index).toBeInstanceOf(Uint16Array);
    const keys = (list: ArrayLike<number>) =>
      Array.from(
        { length: list.length / 3 },
        (_, t) => `${list[t * 3]} ${list[t * 3 + 1]} ${list[t * 3 + 2]}`,
      );
    expect(keys(built.index).toSorted()).toEqual(keys(index).toSorted());
  });
});
