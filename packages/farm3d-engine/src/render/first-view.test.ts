import { Box3, PerspectiveCamera, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { firstView, type FirstViewFrame } from './first-view.ts';

const FIELD_OF_VIEW = 75;
const HOUSE = new Box3(new Vector3(-15, 0, -10), new Vector3(15, 6, 10));
const frame = (given: Partial<FirstViewFrame>): FirstViewFrame => ({
  half: Math.tan((FIELD_OF_VIEW * Math.PI) / 360),
  aspect: 16 / 9,
  left: 0,
  right: 0,
  minDistance: 8,
  maxDistance: 96,
  ...given,
});

/** Horizontal extent of a box in a view, −1 … 1. */
function extent(box: Box3, given: FirstViewFrame): [number, number] {
  const { position, target } = firstView(box, given);
  const camera = new PerspectiveCamera(FIELD_OF_VIEW, given.aspect);
  camera.position.copy(position);
  camera.lookAt(target.x, target.y, target.z);
  camera.updateMatrixWorld();
  const corners = Array.from({ length: 8 }, (_, i) =>
    new Vector3(
      i & 1 ? box.max.x : box.min.x,
      i & 2 ? box.max.y : box.min.y,
      i & 4 ? box.max.z : box.min.z,
    ).project(camera),
  );
  const across = corners.map(({ x }) => x);
  return [Math.min(...across), Math.max(...across)];
}

it('a phone shows all of a greenhouse, and fills its width', () => {
  const [least, most] = extent(HOUSE, frame({ aspect: 390 / 844 }));
  expect(least).toBeCloseTo(-0.96, 2);
  expect(most).toBeCloseTo(0.96, 2);
});

it('panels leave a tall view the free part', () => {
  const [least, most] = extent(HOUSE, frame({ aspect: 3 / 4, left: 0.3 }));
  expect(least).toBeGreaterThan(-1 + 0.6);
  expect(most).toBeLessThan(1);
});

it('a wide view has the house left of its middle', () => {
  const [least, most] = extent(HOUSE, frame({}));
  expect(least).toBeGreaterThan(-1);
  expect(least + most).toBeLessThan(0);
});

it('keeps its distances', () => {
  const far = firstView(
    new Box3(new Vector3(-300, 0, -300), new Vector3(300, 9, 300)),
    frame({ aspect: 0.5 }),
  );
  expect(new Vector3().copy(far.position).distanceTo(far.target)).toBeCloseTo(96, 6);
});
