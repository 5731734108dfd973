import { Box3, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { portraitCamera } from './portrait-camera.ts';

const BOX = new Box3(new Vector3(3, 0, -8), new Vector3(5, 4, -7));

/** Corners of a box in the camera's clip space, −1 … 1 across and up, and in depth. */
function projectedCorners(box: Box3, aspect: number, yaw = 0): Vector3[] {
  const camera = portraitCamera(box, aspect, yaw);
  return Array.from({ length: 8 }, (_, i) =>
    new Vector3(
      i & 1 ? box.max.x : box.min.x,
      i & 2 ? box.max.y : box.min.y,
      i & 4 ? box.max.z : box.min.z,
    ).project(camera),
  );
}

test.each([
  [1, 0],
  [2.5, 0],
  [0.4, 2],
])('fits the whole box to one side of an image of %d: 1, seen at %d rad', (aspect, yaw) => {
  const corners = projectedCorners(BOX, aspect, yaw);
  const extent = Math.max(...corners.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
  expect(extent).toBeGreaterThan(0.9);
  expect(extent).toBeLessThanOrEqual(0.97);
  for (const { z } of corners) expect(Math.abs(z)).toBeLessThan(1);
});

test('sees the model from its front, right side and top, for every orientation', () => {
  const from = (yaw: number) =>
    portraitCamera(BOX, 1, yaw)
      .getWorldDirection(new Vector3())
      .negate()
      .applyAxisAngle(new Vector3(0, 1, 0), -yaw);
  for (const yaw of [0, 1, Math.PI]) {
    const { x, y, z } = from(yaw);
    expect(z).toBeGreaterThan(x);
    expect(x).toBeGreaterThan(y);
    expect(y).toBeGreaterThan(0.2);
  }
});

test('a box without a size has a camera as well', () => {
  const { position, near, far } = portraitCamera(new Box3(new Vector3(1, 1, 1), new Vector3(1, 1, 1)), 1);
  expect(position.distanceTo(new Vector3(1, 1, 1))).toBeCloseTo(0.5);
  expect(near).toBeGreaterThan(0);
  expect(far).toBeGreaterThan(near);
});
