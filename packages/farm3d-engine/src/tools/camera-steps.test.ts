import { PerspectiveCamera } from 'three';
import { expect, test } from 'vitest';
import { stepsOf } from './camera-steps.ts';

function looking(x: number, y: number, z: number): PerspectiveCamera {
  const camera = new PerspectiveCamera();
  camera.lookAt(x, y, z);
  return camera;
}

/** East, up and south, without −0. */
const step = (...part: Parameters<typeof stepsOf>) => {
  const { x, y, z } = stepsOf(...part);
  return [x + 0, y + 0, z + 0];
};

test.each([
  ['north', [0.4, -1, -1], { x: 0, z: -1 }, { x: 1, z: 0 }],
  ['south', [0.4, -1, 1], { x: 0, z: 1 }, { x: -1, z: 0 }],
  ['east', [1, -1, 0.4], { x: 1, z: 0 }, { x: 0, z: 1 }],
  ['west', [-1, -1, 0.4], { x: -1, z: 0 }, { x: 0, z: -1 }],
] as const)('of a camera that looks %s, ahead and right are along the axes', (_, [x, y, z], ahead, right) => {
  const camera = looking(x, y, z);
  expect(step(camera, 0, 0, 1)).toEqual([ahead.x, 0, ahead.z]);
  expect(step(camera, 1, 0, 0)).toEqual([right.x, 0, right.z]);
  expect(step(camera, 0, 1, 0)).toEqual([0, 1, 0]);
  // There and back.
  expect(step(camera, -1, 0, -1)).toEqual([-ahead.x - right.x, 0, -ahead.z - right.z].map((way) => way + 0));
});

test('a step up of a camera that looks straight down is to the north', () => {
  const camera = new PerspectiveCamera();
  camera.rotation.x = -Math.PI / 2;
  expect(step(camera, 0, 0, 1)).toEqual([0, 0, -1]);
});
