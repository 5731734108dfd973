import {
  Bone,
  BoxGeometry,
  BufferAttribute,
  Matrix4,
  MeshStandardMaterial,
  Skeleton,
  SkinnedMesh,
  Vector3,
} from 'three';
import { expect, it } from 'vitest';
import { FrameBudget } from '../resources/frame-budget.ts';
import { Model } from '../resources/model.ts';
import { flatten } from '../workers/flatten.ts';
import { KindJoints } from './kind-joints.ts';

it('a pose is the transform of each joint relative to its bind transform', async () => {
  const geometry = new BoxGeometry(1, 1, 1);
  const { count } = geometry.getAttribute('position');
  geometry.setAttribute('skinIndex', new BufferAttribute(new Uint16Array(count * 4), 4));
  geometry.setAttribute('skinWeight', new BufferAttribute(new Float32Array(count * 4).fill(0.25), 4));
  const bone = new Bone();
  bone.position.y = 3;
  const mesh = new SkinnedMesh(geometry, new MeshStandardMaterial());
  mesh.add(bone);
  mesh.updateMatrixWorld(true);
  mesh.bind(new Skeleton([bone]));
  bone.position.y = 4;
  bone.rotation.z = Math.PI / 2;
  const model = await Model.build(
    { ...flatten(mesh, []).model, sizeBytes: 0, hash: 'skin' },
    new FrameBudget(),
  );
  const joints = new KindJoints(model);
  const [x, y, z] = [0, 4, 8].map((row) => [...joints.rest().subarray(row, row + 4)]) as [
    number[],
    number[],
    number[],
  ];
  const matrix = new Matrix4().set(...([...x, ...y, ...z, 0, 0, 0, 1] as Parameters<Matrix4['set']>));
  // Half a metre above the joint it turns about it to the left.
  const point = new Vector3(0, 3.5, 0).applyMatrix4(matrix);
  expect(point.toArray().map((value) => Math.round(value * 1e5) / 1e5)).toEqual([-0.5, 4, 0]);
  model.dispose();
});
