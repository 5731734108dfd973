import { BoxGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { expandInstances } from './expand-instances.ts';

it('makes one plain mesh of all copies, each at its place and turned, its children kept', () => {
  const root = new Group();
  const material = new MeshBasicMaterial();
  const hedge = new InstancedMesh(new BoxGeometry(2, 1, 1), material, 2);
  hedge.name = 'hedge';
  hedge.position.set(0, 5, 0);
  hedge.setMatrixAt(0, new Matrix4().makeTranslation(10, 0, 0));
  // A quarter turn about Y and twice the height.
  hedge.setMatrixAt(1, new Matrix4().makeRotationY(Math.PI / 2).scale(new Vector3(1, 2, 1)));
  const child = new Group();
  hedge.add(child);
  root.add(hedge);
  expandInstances(root);

  const plain = root.getObjectByName('hedge') as Mesh;
  expect(plain).not.toBeInstanceOf(InstancedMesh);
  expect(plain.material).toBe(material);
  expect(child.parent).toBe(plain);
  expect(plain.position.y).toBe(5);
  const { geometry } = plain;
  expect(geometry.index!.count).toBe(2 * 36);
  geometry.computeBoundingBox();
  const { min, max } = geometry.boundingBox!;
  const rounded = (v: Vector3) => v.toArray().map((n) => Math.round(n * 1e4) / 1e4);
  expect(rounded(min)).toEqual([-0.5, -1, -1]);
  expect(rounded(max)).toEqual([11, 1, 1]);
  const normal = geometry.getAttribute('normal');
  for (let v = 0; v < normal.count; v++)
    expect(new Vector3().fromBufferAttribute(normal, v).length()).toBeCloseTo(1, 5);
  // The second copy's box face toward +X now looks along −Z.
  expect(rounded(new Vector3().fromBufferAttribute(normal, 24))).toEqual([0, 0, -1]);
});
