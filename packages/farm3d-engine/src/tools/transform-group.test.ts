import type { Matrix4 } from 'three';
import { describe, expect, test, vi } from 'vitest';
import { setTransform } from '../document/commands/set-transform.ts';
import type { Transform } from '../document/records.ts';
import { testContext } from './test-context.ts';
import { TransformGroup } from './transform-group.ts';

const UPRIGHT = { x: 0, y: 0, z: 0 };
const ONE = { x: 1, y: 1, z: 1 };
const QUARTER = Math.PI / 2;

/** The group of objects of the test scene after these transforms were saved. */
function group(ids: readonly string[], saved: Readonly<Record<string, Partial<Transform>>> = {}) {
  const context = testContext();
  for (const [id, change] of Object.entries(saved)) {
    const { position, rotation, scale } = context.document.get(id)!;
    context.document.execute(setTransform(id, { position, rotation, scale, ...change }));
  }
  const moved = vi.spyOn(context, 'moveObject');
  const made = new TransformGroup(context, ids);
  const now = (id: string) => made.members.find((member) => member.id === id)!.now;
  return { context, made, now, moved };
}

function close(actual: { x: number; y: number; z: number }, x: number, y: number, z: number): void {
  expect([actual.x, actual.y, actual.z].map((value) => Math.round(value * 1e6) / 1e6 + 0)).toEqual([x, y, z]);
}

describe('one object', () => {
  test('is moved in the world and reported in the frame of its parent', () => {
    const { made, now, moved } = group(['inside']);
    expect(made.isGroup).toBe(false);
    expect(made.hasChanged).toBe(false);
    made.moveBy({ x: 2, y: 1, z: -1 });
    made.follow(null);
    close(now('inside').position, 3, 1, -1);
    expect(made.hasChanged).toBe(true);
    expect(made.transform).toEqual(now('inside'));
    const matrix = moved.mock.lastCall?.[1] as Matrix4;
    expect([moved.mock.lastCall?.[0], matrix.elements.slice(12, 15)]).toEqual(['inside', [13, 1, -1]]);
  });

  test('moved in many steps has no rounding noise', () => {
    const { made, now } = group(['outside']);
    for (let step = 0; step < 10; step++) made.moveBy({ x: 0.1, y: 0.1, z: 0.1 });
    made.follow(null);
    expect(now('outside').position).toEqual({ x: 5, y: 1, z: 1 });
  });

  test('is rotated about the vertical, by a number that stays round and between −π and π', () => {
    const { made, now } = group(['outside']);
    made.rotateBy(0.1);
    made.rotateBy(0.2);
    made.follow(null);
    expect(now('outside').rotation).toEqual({ x: 0, y: 0.3, z: 0 });
    made.rotateBy(Math.PI);
    made.follow(null);
    expect(now('outside').rotation.y).toBeCloseTo(0.3 - Math.PI, 8);
    made.rotateBy(-1);
    made.follow(null);
    expect(now('outside').rotation.y).toBeCloseTo(0.3 + Math.PI - 1, 8);
  });

  test('that leans is rotated about the vertical of the world all the same', () => {
    const { made } = group(['inside'], { inside: { rotation: { x: QUARTER, y: 0, z: 0 } } });
    made.rotateBy(QUARTER);
    made.follow(null);
    // What pointed along its own x and y: to the north, and, as it lay there, to the east.
    const { elements } = made.handle.matrixWorld;
    close({ x: elements[0], y: elements[1], z: elements[2] }, 0, 0, -1);
    close({ x: elements[4], y: elements[5], z: elements[6] }, 1, 0, 0);
  });

  test('is scaled, and set to exact numbers', () => {
    const { made, now } = group(['outside'], { outside: { scale: { x: 1, y: 2, z: 3 } } });
    made.scaleBy(2);
    made.follow(null);
    expect(now('outside').scale).toEqual({ x: 2, y: 4, z: 6 });
    const exact = { position: { x: 1, y: 2, z: 3 }, rotation: { x: 0.1, y: 0.2, z: 0.3 }, scale: ONE };
    made.set(exact);
    made.follow(null);
    expect(now('outside')).toEqual(exact);
  });

  test('stands on the floor below it, where there is one', () => {
    const { made, now } = group(['inside']);
    const floorAt = vi.fn((x: number, z: number) => (x > 12 ? null : x + z));
    made.moveBy({ x: 0, y: 5, z: 2 });
    made.follow(floorAt);
    expect(floorAt).toHaveBeenLastCalledWith(11, 2);
    close(now('inside').position, 1, 13, 2);
    made.moveBy({ x: 3, y: 0, z: 0 });
    made.follow(floorAt);
    close(now('inside').position, 4, 13, 2);
  });

  test('that is a child scene keeps its height', () => {
    const { made, now } = group(['house']);
    made.moveBy({ x: 1, y: 0, z: 0 });
    made.follow(() => 7);
    close(now('house').position, 11, 0, 0);
  });

  test('that is not there is refused, and the others are let go', () => {
    const context = testContext();
    const moved = vi.spyOn(context, 'moveObject');
    expect(() => new TransformGroup(context, ['outside', 'nothing'])).toThrow(
      expect.objectContaining({ code: 'unknown-equipment', details: { id: 'nothing' } }),
    );
    expect(moved.mock.calls).toEqual([['outside', null]]);
    expect(context.frameOf(null).children).toEqual([]);
  });
});

describe('several objects', () => {
  const saved = {
    outside: { position: { x: 4, y: 3, z: 2 } },
    inside: { position: { x: 1, y: 1, z: -2 } },
  };

  test('have a pivot at their centre, as low as the lowest', () => {
    const { context, made } = group(['outside', 'inside'], saved);
    expect(made.isGroup).toBe(true);
    expect(made.transform).toEqual({ position: { x: 7.5, y: 1, z: 0 }, rotation: UPRIGHT, scale: ONE });
    expect(made.handle.parent).toBe(context.scene);
  });

  test('are moved together, each in the frame of its parent', () => {
    const { made, now } = group(['outside', 'inside'], saved);
    made.moveBy({ x: 1, y: 2, z: 3 });
    made.follow(null);
    close(now('outside').position, 5, 5, 5);
    close(now('inside').position, 2, 3, 1);
    expect([now('outside').rotation, now('outside').scale]).toEqual([UPRIGHT, ONE]);
  });

  test('are rotated about the pivot', () => {
    const { made, now } = group(['outside', 'inside'], saved);
    made.rotateBy(QUARTER);
    made.follow(null);
    // (−3.5, 2, 2) and (3.5, 0, −2) from the pivot.
    close(now('outside').position, 9.5, 3, 3.5);
    close(now('inside').position, -4.5, 1, -3.5);
    expect(now('inside').rotation.y).toBeCloseTo(QUARTER, 9);
  });

  test('are rotated from the rotation that each had', () => {
    const { made, now } = group(['outside', 'inside'], {
      outside: { rotation: { x: 0, y: 0.5, z: 0 } },
    });
    made.rotateBy(0.25);
    made.follow(null);
    expect(now('outside').rotation.y).toBeCloseTo(0.75, 9);
    expect(now('inside').rotation.y).toBeCloseTo(0.25, 9);
  });

  test('are scaled about the pivot by one factor', () => {
    const { made, now } = group(['outside', 'inside'], {
      ...saved,
      outside: { ...saved.outside, scale: { x: 1, y: 2, z: 3 } },
    });
    made.scaleBy(2);
    made.follow(null);
    close(now('outside').position, 0.5, 5, 4);
    close(now('inside').position, 4.5, 1, -4);
    expect([now('outside').scale, now('inside').scale]).toEqual([
      { x: 2, y: 4, z: 6 },
      { x: 2, y: 2, z: 2 },
    ]);
  });

  test('that came back to where they were have their exact numbers', () => {
    const odd = { position: { x: 0.5, y: 0, z: 0.25 }, rotation: { x: 0.1, y: 0.7, z: 1 / 3 } };
    const { made, now } = group(['outside', 'inside'], { inside: odd });
    made.moveBy({ x: 1, y: 0, z: 0 });
    made.rotateBy(1);
    made.follow(null);
    expect(made.hasChanged).toBe(true);
    made.moveBy({ x: -1, y: 0, z: 0 });
    made.rotateBy(-1);
    made.follow(null);
    expect(now('inside')).toEqual({ ...odd, scale: ONE });
    expect(made.hasChanged).toBe(false);
  });

  test('let go are drawn as they are saved, and the pivot is gone', () => {
    const { context, made, moved } = group(['outside', 'inside']);
    made.release();
    expect(moved.mock.calls).toEqual([
      ['outside', null],
      ['inside', null],
    ]);
    expect(made.handle.parent).toBeNull();
    expect(context.frameOf('house').children).toEqual([]);
  });
});
