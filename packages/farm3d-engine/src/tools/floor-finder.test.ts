import { Box3, Group, Ray, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { findFloor, findFloorAt, findPlot } from './floor-finder.ts';
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

describe('a surface is floor', () => {
  const STEEPEST = Math.SQRT1_2;

  test.each<[string, number, readonly [number, number, number], boolean]>([
    ['at the foot of the model', 0, UP, true],
    ['a little below it', -0.29, UP, true],
    ['not deeper', -0.31, UP, false],
    ['a little above it', 0.59, UP, true],
    ['not higher', 0.61, UP, false],
    ['as a ramp', 0.1, [STEEPEST, STEEPEST + 0.001, 0], true],
    ['not as a steep bank', 0.1, [STEEPEST, STEEPEST - 0.001, 0], false],
  ])('%s', (_, height, normal, isFloor) => {
    // Else the floor is at the level of the origin.
    const found = findFloor(context([[height, normal]], HOUSE), slanted());
    expect(found?.point.y).toBeCloseTo(isFloor ? height : 0, 9);
  });

  test('of a child scene near its own foot', () => {
    const surfaces: [number, typeof UP][] = [
      [4.5, UP],
      [3.9, UP],
      [0, UP],
    ];
    const raised = new Group();
    raised.position.y = 4;
    const all = context(surfaces);
    const found = findFloor(
      {
        ...all,
        frameOf: (id) => (id ? raised : new Group()),
        castBase: (ray) => all.castBase(ray).map((hit) => ({ ...hit, parentId: 'house' })),
      },
      slanted(),
    );
    expect([found?.point.y, found?.parentId]).toEqual([expect.closeTo(3.9, 9), 'house']);
  });

  test('and the place on it is its own: a later ray does not move it', () => {
    const hit: BaseHit = {
      point: new Vector3(1, 0, 2),
      normal: new Vector3(0, 1, 0),
      parentId: null,
      distance: 1,
    };
    const found = findFloor({ ...context([], HOUSE), castBase: () => [hit] }, slanted());
    hit.point.set(9, 9, 9);
    expect(found?.point.toArray()).toEqual([1, 0, 2]);
  });
});

describe('without a surface', () => {
  const at = (x: number, z: number) => new Ray(new Vector3(x, 10, z), new Vector3(0, -1, 0));
  /** The box of the model is from (−10, −4) to (10, 4). */
  const plot = {
    y: 2,
    low: [-20, -20] as const,
    high: [20, 20] as const,
    contains: (x: number, z: number) => Math.abs(x) <= 20 && Math.abs(z) <= 20,
  };

  test.each([
    [10, 4, true],
    [-10, -4, true],
    [10.1, 0, false],
    [-10.1, 0, false],
    [0, 4.1, false],
    [0, -4.1, false],
  ])('at (%j, %j) the base model is below: %j', (x, z, isInside) => {
    const alone = findFloor(context([], HOUSE), at(x, z));
    expect(alone?.point.toArray()).toEqual(isInside ? [x, 0, z] : undefined);
    // Beside it there is the plot.
    const onPlot = findFloor({ ...context([], HOUSE), plot }, at(x, z));
    expect(onPlot?.point.toArray()).toEqual([x, isInside ? 0 : 2, z]);
    expect(onPlot?.parentId).toBeNull();
  });

  test('of a model below its origin the floor is at its top', () => {
    const sunk = new Box3(new Vector3(-10, -9, -10), new Vector3(10, -5, 10));
    expect(findFloor(context([], sunk), at(0, 0))?.point.y).toBeCloseTo(-5, 9);
  });

  test('nor a base model, it is the plot, as far as that reaches', () => {
    const free = { ...context([]), plot };
    expect(findFloor(free, at(19, 19))?.point.toArray()).toEqual([19, 2, 19]);
    expect(findFloor(free, at(21, 0))).toBeNull();
    expect(findPlot(free, at(3, 4))).toEqual({ point: new Vector3(3, 2, 4), parentId: null });
    expect(findPlot(free, at(0, 21))).toBeNull();
    expect(findPlot(context([]), at(0, 0))).toBeNull();
    expect(findPlot(free, new Ray(new Vector3(0, 10, 0), new Vector3(1, 0, 0)))).toBeNull();
  });
});

test('what is looked for from above begins above every roof', () => {
  const origins: number[] = [];
  const seen = (box?: Box3) => {
    const page = { ...context([], box), castBase: (ray: Ray) => (origins.push(ray.origin.y), []) };
    findFloorAt(page, new Ray(new Vector3(), new Vector3(1, 0, 0)), 0, 0);
  };
  seen();
  seen(HOUSE);
  seen(new Box3(new Vector3(-1, 0, -1), new Vector3(1, 150, 1)));
  expect(origins).toEqual([101, 101, 151]);
});
