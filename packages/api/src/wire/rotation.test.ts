import { describe, expect, it } from 'vitest';
import { lookAtRotation, toEulerXyz } from './rotation.ts';

const close = (actual: { x: number; y: number; z: number }, x: number, y: number, z: number): void => {
  expect(actual.x).toBeCloseTo(x, 6);
  expect(actual.y).toBeCloseTo(y, 6);
  expect(actual.z).toBeCloseTo(z, 6);
};
const origin = { x: 0, y: 0, z: 0 };

describe('the rotation of a camera that looks at a point', () => {
  it('is zero along −Z and a quarter turn from the side', () => {
    close(lookAtRotation({ x: 0, y: 0, z: 10 }, origin), 0, 0, 0);
    close(lookAtRotation({ x: 10, y: 0, z: 0 }, origin), 0, Math.PI / 2, 0);
    close(lookAtRotation({ x: -10, y: 0, z: 0 }, origin), 0, -Math.PI / 2, 0);
  });

  it('from an isometric corner is −45°, 35.26°, 30°', () => {
    close(lookAtRotation({ x: 5, y: 5, z: 5 }, origin), -Math.PI / 4, Math.atan(Math.SQRT1_2), Math.PI / 6);
  });

  it('is continuous when looking straight down, and undefined at the point itself', () => {
    const down = lookAtRotation({ x: 0, y: 10, z: 0 }, origin);
    expect(down.x).toBeCloseTo(-Math.PI / 2, 3);
    expect(down.y).toBeCloseTo(0, 6);
    close(lookAtRotation(origin, origin), 0, 0, 0);
  });

  it('is the same at −0 as at 0, which JSON does not tell apart', () => {
    const ahead = { x: 0, y: 0, z: 1 };
    expect(lookAtRotation({ x: 0, y: -0, z: 0 }, ahead)).toEqual(lookAtRotation(origin, ahead));
  });
});

describe('angles in another order', () => {
  it('give the same rotation in XYZ', () => {
    // A rotation about one axis is the same in every order.
    close(toEulerXyz({ x: 0, y: 0.5, z: 0 }, 'YZX'), 0, 0.5, 0);
    close(toEulerXyz({ x: 0.3, y: 0, z: 0 }, 'ZYX'), 0.3, 0, 0);
    // At the pole, and the values of three 0.187.
    close(toEulerXyz({ x: Math.PI / 2, y: 0, z: Math.PI / 2 }, 'ZYX'), Math.PI / 2, Math.PI / 2, 0);
    close(toEulerXyz({ x: 0.3, y: 0.5, z: -0.7 }, 'YZX'), 0.238500615, 0.295208271, -0.793211239);
    close(
      lookAtRotation({ x: 12, y: 9, z: 20 }, { x: 0, y: 1, z: 0 }),
      -0.380506377,
      0.508267246,
      0.192261209,
    );
  });
});
