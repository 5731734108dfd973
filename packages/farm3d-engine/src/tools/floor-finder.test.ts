import { Box3, Group, Ray, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { findFloor, findFloorAt } from './floor-finder.ts';
import type { BaseHit, ViewerContext } from '../context/viewer-context.ts';

const UP = [0, 1, 0] as const;
const DOWN = [0, -1, 0] as const;
const SIDE = [0, 0, 1] as const;

/** A base model of which a ray meets these surfaces at these heights, nearest first. */
function context(
  surfaces: [height: number, normal: readonly [number, number, number]][],
  box?: Box3,
  /** Of the whole file. */
  whole?: Box3,
): ViewerContext {
  const frame = new Group();
  const part: Partial<ViewerContext> = {
    base: {
      group: frame,
      box: box ?? new Box3(),
      model: whole && ({ box: whole } as NonNullable<ViewerContext['base']['model']>),
    },
    frameOf: () => frame,
    castBase: (ray) =>
      surfaces.map(([height, normal]): BaseHit => {
        const distance = (height - ray.origin.y) / ray.direction.y;
        return {
          point: ray.at(distance, new Vector3()),
          normal: new Vector3(...normal),
          parentId: null,
          distance,
        };
      }),
  };
  return part as ViewerContext;
}

const HOUSE = new Box3(new Vector3(-10, -0.2, -4), new Vector3(10, 4, 4));
const slanted = () => new Ray(new Vector3(0, 10, 10), new Vector3(0, -1, -1).normalize());

describe('the floor under a slanted ray', () => {
  test('is found behind roof, leaves and walls', () => {
    const found = findFloor(
      context(
        [
          [3.8, UP],
          [1.1, UP],
          [0.9, SIDE],
          [0.15, UP],
          [0, DOWN],
        ],
        HOUSE,
      ),
      slanted(),
    );
    expect(found?.point.y).toBeCloseTo(0.15, 9);
    expect(found?.parentId).toBeNull();
  });

  test('is at the origin level where the model has no floor, within its bounds only', () => {
    expect(findFloor(context([[3.8, UP]], HOUSE), slanted())?.point.toArray()).toEqual([
      expect.closeTo(0, 9),
      expect.closeTo(0, 9),
      expect.closeTo(0, 9),
    ]);
    const beside = new Ray(new Vector3(0, 10, 20), new Vector3(0, -1, -1).normalize());
    expect(findFloor(context([], HOUSE), beside)).toBeNull();
  });

  test('is the yard too, where the file has more than the greenhouse', () => {
    const yard = new Box3(new Vector3(-30, -0.5, -30), new Vector3(30, 4, 30));
    const beside = () => new Ray(new Vector3(0, 10, 20), new Vector3(0, -1, -1).normalize());
    expect(findFloor(context([], HOUSE, yard), beside())?.point.z).toBeCloseTo(10, 9);
    const beyond = new Ray(new Vector3(0, 10, 50), new Vector3(0, -1, -1).normalize());
    expect(findFloor(context([], HOUSE, yard), beyond)).toBeNull();
  });

  test('of a model entirely above its origin is its lowest level', () => {
    const raised = new Box3(new Vector3(-10, 5, -10), new Vector3(10, 9, 10));
    expect(findFloor(context([], raised), slanted())?.point.y).toBeCloseTo(5, 9);
  });

  test('is not found without a base model, nor by a ray towards the sky', () => {
    expect(findFloor(context([]), slanted())).toBeNull();
    expect(
      findFloor(context([], HOUSE), new Ray(new Vector3(0, 10, 0), new Vector3(0, 0.5, -1).normalize())),
    ).toBeNull();
  });
});

test('the floor at a position is found from above', () => {
  const found = findFloorAt(
    context(
      [
        [3.8, UP],
        [0.15, UP],
      ],
      HOUSE,
    ),
    new Ray(),
    3,
    -2,
  );
  expect(found?.point.toArray()).toEqual([3, expect.closeTo(0.15, 9), -2]);
  expect(findFloorAt(context([]), new Ray(), 3, -2)).toBeNull();
});
