import { Vector2 } from 'three';
import { expect, test } from 'vitest';
import { pointerRay, toNdc } from './pointer-ray.ts';
import { testPage } from './test-page.ts';

// The canvas has 200 × 100 px at (100, 50).

test.each([
  [
    [100, 50],
    [-1, 1],
  ],
  [
    [300, 150],
    [1, -1],
  ],
  [
    [200, 100],
    [0, 0],
  ],
  [
    [250, 75],
    [0.5, 0.5],
  ],
] as const)('the pixel %j is at %j', ([x, y], ndc) => {
  const { context } = testPage();
  expect(toNdc(context.canvas, x, y, new Vector2()).toArray()).toEqual(ndc);
});

test('a ray goes from the camera, where it is now, through the pixel', () => {
  const { context, screenOf } = testPage();
  const { camera } = context;
  camera.position.set(3, 4, 5);
  camera.lookAt(1, 0, 0);
  const { origin, direction } = pointerRay(context.canvas, camera, 200, 100);
  expect(origin.toArray()).toEqual([3, 4, 5]);
  const length = Math.hypot(2, 4, 5);
  expect(direction.x).toBeCloseTo(-2 / length, 9);
  expect(direction.y).toBeCloseTo(-4 / length, 9);
  const beside = pointerRay(context.canvas, camera, ...screenOf(2, 0.5, 0));
  expect(beside.at(Math.hypot(1, 3.5, 5), direction.clone()).toArray()).toEqual([
    expect.closeTo(2, 6),
    expect.closeTo(0.5, 6),
    expect.closeTo(0, 6),
  ]);
});
