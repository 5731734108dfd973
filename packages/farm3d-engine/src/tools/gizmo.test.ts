import { Object3D } from 'three';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Disposer } from '../core/disposer.ts';
import { ClickGuard } from './click-guard.ts';
import { Gizmo, type TransformMode } from './gizmo.ts';
import { type SnapOptions, Snapping } from './snapping.ts';
import { type EventFields, TestElement, testPage } from './test-page.ts';

beforeEach(() => void vi.stubGlobal('HTMLElement', TestElement));

interface Options {
  readonly mode?: TransformMode;
  readonly snap?: Partial<SnapOptions>;
  readonly isUniform?: boolean;
}

/** Handles of an object at the origin; the camera looks at it from (0, 0, 10), so that one metre is about 10.7 px. */
function setUp({ mode = 'translate', snap = {}, isUniform = false }: Options = {}) {
  const page = testPage();
  const { context, canvas, state, fire, pointer, view } = page;
  const { camera, scene } = context;
  camera.aspect = 2;
  camera.updateProjectionMatrix();
  camera.position.set(0, 0, 10);
  camera.updateMatrixWorld();
  const object = new Object3D();
  scene.add(object);
  const before = [...scene.children];
  const snapping = new Snapping();
  snapping.set(snap);
  const dragged = vi.fn<(isSnapped: boolean, axis: string) => void>();
  const dragEnded = vi.fn<(isKept: boolean) => void>();
  const clicks = new ClickGuard(context.canvas, new Disposer());
  const gizmo = new Gizmo(context, object, { dragged, dragEnded }, { clicks, snapping, isUniform });
  gizmo.mode = mode;
  return {
    ...page,
    camera,
    object,
    gizmo,
    dragged,
    dragEnded,
    /** Moves the pointer, with a button pressed, from one place of the window to others. */
    drag: (from: readonly [number, number], ...to: readonly (readonly [number, number])[]) => {
      pointer('pointerdown', ...from);
      for (const place of to) pointer('pointermove', ...place);
    },
    /** What a drag holds. */
    holds: () => ({
      isDragging: gizmo.isDragging,
      captured: canvas.captured,
      holds: state.holds,
      cursor: canvas.style['cursor'],
    }),
    isClickDelivered: () => !fire('click').isStopped,
    helpers: () => scene.children.filter((child) => !before.includes(child)),
    listeners: () => canvas.listenerCount,
    view,
  };
}

/** On the handles of the axes, of the plane XY and of all three. */
const X = [212, 100] as const;
const Y = [200, 88] as const;
const ALL = [200, 100] as const;
const BESIDE = [260, 60] as const;
/** One metre, px. */
const METRE = 50 / (10 * Math.tan((25 * Math.PI) / 180));
const NONE = { isDragging: false, captured: null, holds: 0, cursor: '' };

describe('the pointer over a handle', () => {
  test('has a hand, hovers nothing behind it, and draws a frame when that changes', () => {
    const { pointer, canvas, state } = setUp();
    const free = { buttons: 0 };
    const frames = () => state.frames.splice(0);
    frames();
    expect(pointer('pointermove', ...BESIDE, free).defaultPrevented).toBe(false);
    expect(frames()).toEqual([]);
    expect(pointer('pointermove', ...X, free).defaultPrevented).toBe(true);
    expect([canvas.style['cursor'], frames()]).toEqual(['grab', ['gizmo']]);
    pointer('pointermove', X[0] + 1, X[1], free);
    expect(frames()).toEqual([]);
    pointer('pointermove', ...BESIDE, free);
    expect([canvas.style['cursor'], frames()]).toEqual(['', ['gizmo']]);
    pointer('pointermove', ...X, free);
    pointer('pointerleave', 0, 0);
    expect(canvas.style['cursor']).toBe('');
  });

  test('does not hover while a button is down', () => {
    const { pointer, canvas } = setUp();
    expect(pointer('pointermove', ...X).defaultPrevented).toBe(false);
    expect(canvas.style['cursor']).toBeUndefined();
  });
});

describe('a drag', () => {
  test('moves the object along the axis of the handle', () => {
    const { drag, object, dragged, dragEnded, pointer, holds, isClickDelivered } = setUp();
    drag(X, [X[0] + 2 * METRE, X[1] + 10]);
    expect(object.position.toArray()).toEqual([expect.closeTo(2, 3), 0, 0]);
    expect(dragged.mock.calls).toEqual([[false, 'X']]);
    expect(holds()).toEqual({ isDragging: true, captured: 1, holds: 1, cursor: 'grabbing' });
    pointer('pointermove', X[0] - METRE, X[1]);
    expect(object.position.x).toBeCloseTo(-1, 3);
    expect(dragEnded).not.toHaveBeenCalled();
    pointer('pointerup', X[0] - METRE, X[1]);
    expect(dragEnded.mock.calls).toEqual([[true]]);
    expect(holds()).toEqual(NONE);
    expect(isClickDelivered()).toBe(false);
    pointer('pointermove', ...BESIDE);
    expect([object.position.x, dragged.mock.calls.length]).toEqual([expect.closeTo(-1, 3), 2]);
  });

  test('is drawn at its start, at each move and at its end', () => {
    const { pointer, state, canvas } = setUp();
    state.frames.length = 0;
    pointer('pointerdown', ...X);
    // The hand, and the handle in its colour.
    expect(state.frames.splice(0)).toEqual(['gizmo', 'gizmo']);
    pointer('pointermove', X[0] + 1, X[1]);
    expect(state.frames).toEqual([]);
    pointer('pointermove', X[0] + 9, X[1]);
    expect(state.frames.splice(0)).toEqual(['gizmo']);
    pointer('pointerup', X[0] + 9, X[1]);
    expect([state.frames, canvas.style['cursor']]).toEqual([['gizmo'], '']);
  });

  test('up is along the axis, from wherever it is seen', () => {
    const { drag, camera, object, screenOf, pointer } = setUp();
    for (const [x, y, z] of [
      [0, 10, 10],
      [10, 4, 1],
      [-7, 9, 7],
    ] as const) {
      camera.position.set(x, y, z);
      camera.lookAt(0, 0, 0);
      object.position.set(0, 0, 0);
      drag(screenOf(0, 1, 0), screenOf(0, 3, 0));
      expect(object.position.toArray()).toEqual([0, 2, 0].map((value): number => expect.closeTo(value, 3)));
      pointer('pointerup', 0, 0);
    }
  });

  test('keeps all of its events from the camera and from the selection', () => {
    const { pointer, canvas } = setUp();
    const others = vi.fn<() => void>();
    for (const type of ['pointerdown', 'pointermove', 'pointerup']) canvas.addEventListener(type, others);
    pointer('pointerdown', ...X);
    pointer('pointermove', ...BESIDE);
    // Another button or finger, too.
    pointer('pointerdown', ...BESIDE, { pointerId: 2, isPrimary: false });
    pointer('pointermove', ...BESIDE, { pointerId: 2 });
    pointer('pointerup', ...BESIDE);
    expect(others).not.toHaveBeenCalled();
    pointer('pointerdown', ...BESIDE);
    pointer('pointermove', ...BESIDE);
    pointer('pointerup', ...BESIDE);
    expect(others).toHaveBeenCalledTimes(3);
  });

  test.each<[string, readonly [number, number], EventFields]>([
    ['beside the handles', BESIDE, {}],
    ['with another button', X, { button: 2 }],
    ['of a second finger', X, { isPrimary: false }],
  ])('does not begin with a press %s', (_, place, fields) => {
    const { pointer, holds, object, dragEnded, isClickDelivered } = setUp();
    expect(pointer('pointerdown', ...place, fields).isStopped).toBe(false);
    expect(holds()).toMatchObject({ isDragging: false, captured: null, holds: 0 });
    pointer('pointermove', place[0] + 30, place[1], fields);
    pointer('pointerup', place[0] + 30, place[1], fields);
    expect([object.position.x, dragEnded.mock.calls]).toEqual([0, []]);
    expect(isClickDelivered()).toBe(true);
  });

  test('of less than four pixels moves nothing, and is no click on what lies behind', () => {
    const { drag, pointer, object, dragged, dragEnded, isClickDelivered, holds } = setUp();
    drag(X, [X[0] + 3, X[1] + 2]);
    pointer('pointerup', X[0] + 3, X[1] + 2);
    expect([object.position.x, dragged.mock.calls, dragEnded.mock.calls]).toEqual([0, [], [[false]]]);
    expect(isClickDelivered()).toBe(false);
    expect(holds()).toEqual(NONE);
  });

  test('that has begun moves back to its start, too', () => {
    const { drag, object, pointer, dragEnded } = setUp();
    drag(X, [X[0] + 4, X[1]], [X[0] + 1, X[1]]);
    expect(object.position.x).toBeCloseTo(1 / METRE, 3);
    pointer('pointerup', ...X);
    expect(dragEnded.mock.calls).toEqual([[true]]);
  });

  test('is not disturbed by other pointers', () => {
    const { drag, object, pointer, gizmo, dragged } = setUp();
    drag(X, [X[0] + METRE, X[1]]);
    const second = { pointerId: 2 };
    for (const type of ['pointermove', 'pointerup', 'pointercancel', 'lostpointercapture'])
      pointer(type, ...BESIDE, second);
    // The mouse leaves the canvas.
    pointer('pointerleave', ...BESIDE);
    expect([gizmo.isDragging, object.position.x, dragged.mock.calls.length]).toEqual([
      true,
      expect.closeTo(1, 3),
      1,
    ]);
    pointer('pointermove', X[0] + 2 * METRE, X[1]);
    expect(object.position.x).toBeCloseTo(2, 3);
  });

  test.each<[string, (set: ReturnType<typeof setUp>) => void]>([
    ['by the system', ({ pointer }) => void pointer('pointercancel', 0, 0)],
    ['by a lost capture', ({ pointer }) => void pointer('lostpointercapture', 0, 0)],
    ['by its owner', ({ gizmo }) => gizmo.cancelDrag()],
    ['by its disposal', ({ gizmo }) => gizmo.dispose()],
  ])('that is cancelled %s puts the object back', (_, cancel) => {
    const set = setUp();
    set.object.position.x = 0.5;
    set.drag([X[0] + METRE / 2, X[1]], [X[0] + 20, X[1]]);
    expect(set.object.position.x).toBeGreaterThan(1);
    cancel(set);
    expect(set.object.position.x).toBe(0.5);
    expect(set.dragEnded.mock.calls).toEqual([[false]]);
    expect(set.holds()).toEqual(NONE);
    set.gizmo.cancelDrag();
    set.pointer('pointerup', ...X);
    expect(set.dragEnded).toHaveBeenCalledOnce();
  });

  test('whose press has ended already holds nothing', () => {
    const { canvas, pointer, holds } = setUp();
    canvas.isPressOver = true;
    expect(() => pointer('pointerdown', ...X)).toThrow('no such pointer');
    expect(holds()).toMatchObject({ isDragging: false, captured: null, holds: 0 });
  });

  test('whose capture is gone already does not release it again', () => {
    const { canvas, drag, pointer, holds } = setUp();
    drag(X, BESIDE);
    canvas.captured = null;
    pointer('lostpointercapture', 0, 0);
    expect(holds()).toEqual(NONE);
  });

  test('begins with the camera and the object where they are now, not where they were drawn', () => {
    const { drag, object, camera } = setUp();
    object.position.set(3, 0, 0);
    camera.position.set(3, 0, 10);
    drag(X, [X[0] + METRE, X[1]]);
    expect(object.position.x).toBeCloseTo(4, 3);
  });

  test('a handle of another axis after the first drags along that', () => {
    const { drag, object, pointer } = setUp();
    drag(X, [X[0] + METRE, X[1]]);
    pointer('pointerup', ...X);
    object.position.set(0, 0, 0);
    drag(Y, [Y[0] + 30, Y[1] - METRE]);
    expect(object.position.toArray()).toEqual([0, expect.closeTo(1, 3), 0]);
  });

  test('towards the horizon stops within 500 m of the camera', () => {
    const { drag, object, camera, pointer, screenOf } = setUp();
    camera.position.set(0, 3, 10);
    camera.lookAt(0, 0, 0);
    // The handle of the ground.
    const ground = screenOf(0.33, 0, 0.33);
    const near = screenOf(0.33, 0, -20);
    drag(ground, near);
    expect(object.position.y).toBe(0);
    expect(object.position.z).toBeCloseTo(-20.33, 1);
    pointer('pointermove', ...screenOf(0, 0, -480));
    const { z } = object.position;
    expect(z).toBeCloseTo(-480.33, 0);
    pointer('pointermove', ...screenOf(0, 0, -5000));
    expect(object.position.z).toBe(z);
  });
});

test('touch has larger handles than a mouse', () => {
  const mouse = setUp();
  expect(mouse.pointer('pointerdown', 217, 100, { pointerType: 'mouse' }).isStopped).toBe(false);
  expect(mouse.pointer('pointerdown', 217, 100, { pointerType: 'touch' }).isStopped).toBe(true);
  mouse.pointer('pointerup', 217, 100);
  expect(mouse.pointer('pointerdown', 217, 100, { pointerType: 'pen' }).isStopped).toBe(false);
});

describe('snapping', () => {
  test.each([
    [{ isOn: true, grid: 0.5 }, {}, 1.5, true],
    [{ isOn: true, grid: 0.5 }, { ctrlKey: true }, 1.4, false],
    [{ isOn: false, grid: 0.5 }, { metaKey: true }, 1.5, true],
    [{ isOn: false, grid: 0.5 }, {}, 1.4, false],
  ])('of a move: %o, %o', (snap, fields, x, isSnapped) => {
    const { pointer, object, dragged } = setUp({ snap });
    pointer('pointerdown', ...X);
    pointer('pointermove', X[0] + 1.4 * METRE, X[1], fields);
    expect(object.position.x).toBeCloseTo(x, 3);
    expect(dragged).toHaveBeenLastCalledWith(isSnapped, 'X');
  });

  test.each([
    [{}, 90],
    [{ ctrlKey: true }, 80],
  ])('of a turn by 80° with %o: %j°', (fields, degrees) => {
    const { pointer, object } = setUp({ mode: 'rotate', snap: { isOn: true, angle: Math.PI / 8 } });
    // On the circle about z, which is seen from before.
    const place = (angle: number): [number, number] => [
      200 + 11 * Math.cos((angle * Math.PI) / 180),
      100 - 11 * Math.sin((angle * Math.PI) / 180),
    ];
    pointer('pointerdown', ...place(45));
    pointer('pointermove', ...place(125), fields);
    expect(object.rotation.z).toBeCloseTo((degrees * Math.PI) / 180, 6);
    expect([object.rotation.x + 0, object.rotation.y + 0]).toEqual([0, 0]);
  });

  test('of a scale, by steps of it and at least one', () => {
    const { drag, pointer, object } = setUp({ mode: 'scale', snap: { isOn: true, scale: 0.25 } });
    object.scale.set(1, 0.9, 1);
    drag(X, [X[0] + 5, X[1]]);
    // 17 / 12.
    expect(object.scale.toArray()).toEqual([1.5, 0.9, 1]);
    pointer('pointermove', 201, 100);
    expect(object.scale.toArray()).toEqual([0.25, 0.9, 1]);
  });
});

describe('scaling', () => {
  test('by an axis is along that, by its own axes', () => {
    const { drag, object, dragged } = setUp({ mode: 'scale' });
    drag(X, [X[0] + 12, X[1]]);
    expect(object.scale.toArray()).toEqual([expect.closeTo(2, 3), 1, 1]);
    expect(dragged).toHaveBeenLastCalledWith(false, 'X');
  });

  test('of several objects by an axis is that of all', () => {
    const { drag, object } = setUp({ mode: 'scale', isUniform: true });
    drag(Y, [Y[0], Y[1] - 12]);
    expect(object.scale.toArray()).toEqual([2, 2, 2].map((value): number => expect.closeTo(value, 3)));
  });

  test.each([
    [120, 0, 2],
    [0, -120, 2],
    [-120, 0, 0.5],
    [0, 120, 0.5],
    [60, -60, 2],
    [3000, 0, 100],
    [-3000, 0, 0.01],
  ])('by all axes and (%j, %j) px is by %j', (x, y, factor) => {
    for (const isUniform of [false, true]) {
      const { drag, object, dragged } = setUp({ mode: 'scale', isUniform });
      drag(ALL, [ALL[0] + x, ALL[1] + y]);
      expect(object.scale.toArray()).toEqual(
        [factor, factor, factor].map((value): number => expect.closeTo(value, 6)),
      );
      expect(dragged).toHaveBeenLastCalledWith(false, 'XYZ');
    }
  });

  test('of a mirrored object keeps it mirrored, within the same limits', () => {
    const { drag, pointer, object } = setUp({ mode: 'scale' });
    object.scale.set(-1, 2, -3);
    drag(ALL, [ALL[0] + 120, ALL[1]]);
    expect(object.scale.toArray()).toEqual([-2, 4, -6]);
    pointer('pointermove', -3000, 100);
    expect(object.scale.toArray()).toEqual([-0.01, 0.01, -0.01]);
    pointer('pointermove', 3000, 100);
    expect(object.scale.toArray()).toEqual([-100, 100, -100]);
  });

  test('of a mirrored object is snapped, too', () => {
    const { drag, object } = setUp({ mode: 'scale', snap: { isOn: true, scale: 0.5 } });
    object.scale.set(-1, 1.2, 1);
    drag(ALL, [ALL[0] + 120, ALL[1]]);
    expect(object.scale.toArray()).toEqual([-2, 2.5, 2]);
  });

  test('never turns an object over', () => {
    const { drag, object } = setUp({ mode: 'scale' });
    drag(X, [X[0] - 40, X[1]]);
    expect(object.scale.toArray()).toEqual([0.01, 1, 1]);
  });

  test('cancelled has the scale of its start', () => {
    const { drag, object, gizmo } = setUp({ mode: 'scale' });
    object.scale.set(1, 2, 3);
    drag(ALL, [ALL[0] + 120, ALL[1]]);
    gizmo.cancelDrag();
    expect(object.scale.toArray()).toEqual([1, 2, 3]);
  });
});

test.each<[TransformMode, boolean]>([
  ['translate', true],
  ['scale', false],
])('of a turned object, the handles to %s point along the world: %j', (mode, isWorld) => {
  const { drag, object } = setUp({ mode });
  object.rotation.z = Math.PI / 2;
  drag(X, [X[0] + 12, X[1]]);
  const change = mode === 'translate' ? object.position : object.scale.clone().subScalar(1);
  expect(change.x > 0.5).toBe(isWorld);
  expect(change.y > 0.5).toBe(!isWorld);
});

test('a new mode is seen at once', () => {
  const { gizmo, state } = setUp();
  state.frames.length = 0;
  gizmo.mode = 'rotate';
  expect([gizmo.mode, state.frames]).toEqual(['rotate', ['gizmo']]);
});

test('there is no handle for turning about the line of sight, nor freely', () => {
  const { pointer } = setUp({ mode: 'rotate' });
  // Outside the circles, and between them.
  expect(pointer('pointerdown', 200 + 0.75 * 22.5 + 1, 100).isStopped).toBe(false);
  expect(pointer('pointerdown', 203, 97).isStopped).toBe(false);
});

test('its disposal removes handles, listeners and the hand', () => {
  const { gizmo, pointer, helpers, listeners, canvas, state } = setUp();
  pointer('pointermove', ...X, { buttons: 0 });
  expect(helpers().map(({ userData }) => userData)).toEqual([{ isTool: true }]);
  state.frames.length = 0;
  gizmo.dispose();
  expect([helpers(), listeners(), canvas.style['cursor']]).toEqual([[], 0, '']);
  expect(state.frames).toEqual(['gizmo']);
});
