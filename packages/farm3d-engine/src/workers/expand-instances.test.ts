import { BoxGeometry, Matrix4, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { expandInstances } from './expand-instances.ts';

it('merges the instances into one geometry, each with its transform applied', () => {
  const matrices = new Float32Array(32);
  new Matrix4().makeTranslation(10, 0, 0).toArray(matrices, 0);
  // A quarter turn about Y and twice the height.
  new Matrix4()
    .makeRotationY(Math.PI / 2)
    .scale(new Vector3(1, 2, 1))
    .toArray(matrices, 16);
  const geometry = expandInstances(new BoxGeometry(2, 1, 1), matrices);

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
