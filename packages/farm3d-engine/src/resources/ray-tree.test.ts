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
import { describe, expect, it } from 'vitest';
import { buildHierarchy } from '../workers/hierarchy.ts';
import { BUILT_ON_PAGE, RayTree } from './ray-tree.ts';

/** A bowl of approximately this number of triangles, so that its surface is far from its box. */
function bowl(triangles: number): BufferGeometry {
  const side = Math.ceil(Math.sqrt(triangles / 2));
  const positions = new Float32Array((side + 1) ** 2 * 3);
  for (let row = 0, at = 0; row <= side; row++) {
    for (let column = 0; column <= side; column++, at += 3) {
      const x = (column / side) * 2 - 1;
      const z = (row / side) * 2 - 1;
      positions.set([x, x * x + z * z, z], at);
    }
  }
  const index = new Uint32Array(side * side * 6);
  for (let row = 0, at = 0; row < side; row++) {
    for (let column = 0; column < side; column++, at += 6) {
      const a = row * (side + 1) + column;
      index.set([a, a + 1, a + side + 1, a + side + 1, a + 1, a + side + 2], at);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setIndex(new BufferAttribute(index, 1));
  geometry.computeBoundingBox();
  return geometry;
}

const down = new Ray(new Vector3(0.31, 5, 0.17), new Vector3(0, -1, 0));
/** What three finds without a tree. */
function exact(geometry: BufferGeometry): number {
  const raycaster = new Raycaster(down.origin, down.direction);
  return raycaster.intersectObject(new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide })))[0]!
    .distance;
}
const arrays = (geometry: BufferGeometry) =>
  [
    geometry.getAttribute('position').array as Float32Array,
    geometry.index!.array as Uint32Array<ArrayBuffer>,
  ] as const;

describe('RayTree', () => {
  it('is exact for few triangles before the tree is built', () => {
    const geometry = bowl(BUILT_ON_PAGE / 4);
    const tree = new RayTree(geometry, true);
    expect(tree.raycastFirst(down, DoubleSide)!.distance).toBeCloseTo(exact(geometry), 5);
  });

  it('is the bounding box for many triangles until the tree is built, and exact afterwards', () => {
    const geometry = bowl(BUILT_ON_PAGE * 2);
    const tree = new RayTree(geometry, true);
    // The box is two metres high: the ray enters it at 2 m, three metres below its start.
    expect(tree.raycastFirst(down, DoubleSide)!.distance).toBeCloseTo(3, 5);
    const before = [...(geometry.index!.array as Uint32Array).subarray(0, 30)];
    tree.give(buildHierarchy(...arrays(geometry)));
    expect(tree.raycastFirst(down, DoubleSide)!.distance).toBeCloseTo(exact(geometry), 5);
    // What is drawn keeps its order.
    expect([...(geometry.index!.array as Uint32Array).subarray(0, 30)]).toEqual(before);
  });

  it('builds its own tree when none is provided', () => {
    const geometry = bowl(BUILT_ON_PAGE * 2);
    const never = new RayTree(geometry, false);
    const withoutTree = new RayTree(geometry, true);
    withoutTree.give(null);
    for (const tree of [never, withoutTree])
      expect(tree.raycastFirst(down, DoubleSide)!.distance).toBeCloseTo(exact(geometry), 5);
  });

  it('finds every intersection exactly, with and without the tree', () => {
    const geometry = bowl(BUILT_ON_PAGE * 2);
    const along = new Ray(new Vector3(-5, 0.5, 0.013), new Vector3(1, 0, 0));
    const tree = new RayTree(geometry, true);
    const distances = () => tree.raycast(along, DoubleSide).map(({ distance }) => distance);
    const first = distances().toSorted((a, b) => a - b);
    expect(first.length).toBeGreaterThanOrEqual(2);
    expect(first[0]).toBeCloseTo(5 - Math.sqrt(0.5 - 0.013 ** 2), 3);
    tree.give(buildHierarchy(...arrays(geometry)));
    expect(distances().toSorted((a, b) => a - b)).toEqual(first);
  });
});
