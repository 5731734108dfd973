import { describe, expect, test, vi } from 'vitest';
import { Disposer } from '../core/disposer.ts';
import { ClickGuard } from './click-guard.ts';
import { PointerPlacement } from './pointer-placement.ts';
import { Snapping } from './snapping.ts';
import { TestElement } from './test-page.ts';
import { at, BARN, PROBE, testPlacement } from './test-placement.ts';

const LIST = new TestElement('li');
/** Of the press, in the list beside the canvas. */
const PRESS = [20, 60] as const;
const UNTURNED = { rotation: at(0, 0, 0), scale: at(1, 1, 1) };

interface Options {
  readonly item?: typeof PROBE;
  readonly hasBase?: boolean;
  readonly hasPlot?: boolean;
  /** The event with which the host begins. */
  readonly type?: string;
  readonly isPressOver?: boolean;
  readonly isSnapped?: boolean;
  readonly grid?: number;
}

function begin(options: Options = {}) {
  const {
    item = PROBE,
    type = 'pointerdown',
    isPressOver = false,
    isSnapped = false,
    grid = 2,
    ...ground
  } = options;
  const page = testPlacement(ground);
  const { context, canvas, pointer, screenOf, state } = page;
  canvas.isPressOver = isPressOver;
  const snapping = new Snapping();
  snapping.set({ isOn: isSnapped, grid });
  const guarded = new Disposer();
  const clicks = new ClickGuard(context.canvas, guarded);
  const before = page.view.listenerCount;
  const pressed = pointer(type, ...PRESS, {}, LIST) as unknown as PointerEvent;
  const session = new PointerPlacement(context, item, page.listener, pressed, { clicks, snapping });
  return {
    ...page,
    session,
    /** Moves the pointer to what is drawn at this point of the world. */
    moveTo: (x: number, y: number, z: number, fields = {}) =>
      pointer('pointermove', ...screenOf(x, y, z), fields),
    /** What is left of a placement. */
    traces: () => ({
      ghosts: page.ghosts().length,
      captured: canvas.captured,
      holds: state.holds,
      listeners: page.view.listenerCount - before + canvas.listenerCount,
    }),
  };
}

const NONE = { ghosts: 0, captured: null, holds: 0, listeners: 0 };

describe('a drag from the list', () => {
  test('shows it under the pointer, on the floor or beside it, and not beside the canvas', () => {
    const { moveTo, pointer, news, ghosts, canvas, state } = begin();
    moveTo(2, 0, -1);
    expect(news()).toEqual([['preview', 'probe', at(2, 0, -1), null]]);
    expect([canvas.captured, state.holds, ghosts()[0]?.visible]).toEqual([1, 1, true]);
    expect(ghosts()[0]?.position.x).toBeCloseTo(2, 6);
    moveTo(-6, 0, -1);
    expect(news()).toEqual([['preview', 'probe', at(-6, 0, -1), 'off-base']]);
    pointer('pointermove', ...PRESS);
    expect(news()).toEqual([['preview', 'probe', null, 'outside-canvas']]);
    expect(ghosts()[0]?.visible).toBe(false);
  });

  test('is not over the canvas where a panel lies on it', () => {
    const { moveTo, canvas, news } = begin();
    canvas.cover = LIST;
    moveTo(0, 0, 0);
    expect(news()).toEqual([['preview', 'probe', null, 'outside-canvas']]);
  });

  test('far away or in the sky it is not shown', () => {
    const { context, moveTo, pointer, news } = begin();
    const { camera } = context;
    camera.position.set(0, 10, 0);
    camera.lookAt(0, 10, -10);
    moveTo(0, 0, -299);
    moveTo(0, 0, -301);
    pointer('pointermove', 200, 60);
    expect(news()).toEqual([
      ['preview', 'probe', at(0, 0, -299), 'off-base'],
      ['preview', 'probe', null, 'off-base'],
      ['preview', 'probe', null, 'off-base'],
    ]);
  });

  test.each([
    [false, {}, at(2.8, 0, -1.3)],
    [false, { ctrlKey: true }, at(2, 0, -2)],
    [false, { metaKey: true }, at(2, 0, -2)],
    [true, {}, at(2, 0, -2)],
    [true, { ctrlKey: true }, at(2.8, 0, -1.3)],
  ])('with snapping %j and %o', (isSnapped, fields, point) => {
    const { moveTo, news } = begin({ isSnapped });
    moveTo(2.8, 0, -1.3, fields);
    expect(news()).toEqual([['preview', 'probe', point, null]]);
  });

  test('at the edge, where the grid lies beside the floor, it stays where it is', () => {
    const { moveTo, news } = begin({ isSnapped: true, grid: 4 });
    moveTo(3, 0, 1.5);
    moveTo(3, 0, 2.5);
    expect(news()).toEqual([
      ['preview', 'probe', at(4, 0, 0), null],
      ['preview', 'probe', at(3, 0, 2.5), null],
    ]);
  });

  test('of a scene shows it on the plot, or beside it', () => {
    const { moveTo, news } = begin({ item: BARN, hasPlot: true });
    moveTo(8, 0.5, -3);
    moveTo(-17, 0, -10);
    expect(news()).toEqual([
      ['preview', 'barn', at(8, 0.5, -3), null],
      ['preview', 'barn', at(-17, 0, -10), 'off-plot'],
    ]);
  });

  test('of a scene is snapped on the plot, where the grid is on it', () => {
    const { moveTo, news } = begin({ item: BARN, hasPlot: true, isSnapped: true });
    moveTo(8.7, 0.5, -3.2);
    expect(news()).toEqual([['preview', 'barn', at(8, 0.5, -4), null]]);
  });

  test('may be begun by the host with a later event of the press', () => {
    const { news, canvas } = begin({ type: 'pointermove' });
    expect(news()).toEqual([['preview', 'probe', null, 'outside-canvas']]);
    expect(canvas.captured).toBe(1);
  });
});

describe('its end', () => {
  test('over the floor places it, as one step', () => {
    const { moveTo, pointer, screenOf, news, context, session, traces, undoSteps, fire } = begin();
    moveTo(0, 0, 0);
    news();
    // At the place of the release.
    pointer('pointerup', ...screenOf(1, 0, -2));
    const transform = { position: at(1, 0, -2), ...UNTURNED };
    expect(news()).toEqual([
      ['preview', 'probe', at(1, 0, -2), null],
      ['placed', 'probe', null, transform],
    ]);
    expect([session.isActive, traces()]).toEqual([false, NONE]);
    expect(context.document.get('probe')?.position.x).toBeCloseTo(1, 9);
    expect(fire('click').isStopped).toBe(true);
    expect(undoSteps()).toBe(1);
  });

  test('over the floor of a child scene makes it a device of that', () => {
    const { moveTo, pointer, screenOf, news } = begin();
    moveTo(11, 0.25, 1);
    pointer('pointerup', ...screenOf(11, 0.25, 1));
    expect(news().at(-1)).toEqual(['placed', 'probe', 'house', { position: at(1, 0.25, 1), ...UNTURNED }]);
  });

  test('of a scene over the plot places it with its devices, as one step', () => {
    const { moveTo, pointer, screenOf, news, context, undoSteps } = begin({ item: BARN, hasPlot: true });
    moveTo(8, 0.5, -3);
    pointer('pointerup', ...screenOf(8, 0.5, -3));
    expect(news().at(-1)).toEqual(['placed', 'barn', null, { position: at(8, 0.5, -3), ...UNTURNED }]);
    const { document } = context;
    expect(document.childScene('barn')).toMatchObject({ name: 'Barn', scale: at(1, 1, 1) });
    expect(document.get('in-barn')).toMatchObject({ parentId: 'barn', position: at(1, 2, 3) });
    // Placed already: it stays where it is.
    expect(document.get('outside')).toMatchObject({ parentId: null });
    expect(undoSteps()).toBe(1);
  });

  test.each<[string, (set: ReturnType<typeof begin>) => void, string]>([
    [
      'beside the floor',
      ({ pointer, screenOf }) => void pointer('pointerup', ...screenOf(-6, 0, 0)),
      'off-base',
    ],
    ['beside the canvas', ({ pointer }) => void pointer('pointerup', ...PRESS), 'outside-canvas'],
    ['by Escape', ({ press }) => expect(press('Escape')).toBe(true), 'escape'],
    [
      'by Escape, in a field too',
      ({ press }) => expect(press('Escape', {}, new TestElement('input'))).toBe(true),
      'escape',
    ],
    ['by the system', ({ pointer }) => void pointer('pointercancel', 0, 0), 'pointer-cancelled'],
    ['by a lost capture', ({ pointer }) => void pointer('lostpointercapture', 0, 0), 'capture-lost'],
    ['by the host', ({ session }) => session.cancel(), 'host'],
    ['by another placement', ({ session }) => session.cancel('replaced'), 'replaced'],
  ])('%s places nothing', (_, end, reason) => {
    const set = begin();
    set.moveTo(0, 0, 0);
    end(set);
    expect(set.news().at(-1)).toEqual(['cancelled', 'probe', reason]);
    expect([set.session.isActive, set.traces()]).toEqual([false, NONE]);
    set.moveTo(1, 0, 0);
    set.pointer('pointerup', ...set.screenOf(1, 0, 0));
    set.session.cancel();
    expect(set.news()).toEqual([]);
    expect([set.context.document.get('probe'), set.context.document.canUndo]).toEqual([undefined, false]);
  });

  test('with a capture that is gone already does not release it again', () => {
    const { moveTo, canvas, pointer, news } = begin();
    moveTo(0, 0, 0);
    canvas.captured = null;
    pointer('lostpointercapture', 0, 0);
    expect(news().at(-1)).toEqual(['cancelled', 'probe', 'capture-lost']);
  });
});

describe('a press that moves less than four pixels', () => {
  test('is a click on the list', () => {
    const { pointer, news, state, canvas, traces, fire } = begin();
    pointer('pointermove', PRESS[0] + 2, PRESS[1] + 3);
    expect([news(), state.holds, canvas.captured]).toEqual([[], 0, null]);
    pointer('pointerup', PRESS[0] + 2, PRESS[1] + 3);
    expect(news()).toEqual([['cancelled', 'probe', 'not-moved']]);
    expect(traces()).toEqual(NONE);
    expect(fire('click').isStopped).toBe(false);
  });

  test.each([
    [4, 0],
    [0, -4],
  ])('and by (%j, %j) is a drag', (x, y) => {
    const { pointer, news, traces } = begin();
    pointer('pointermove', PRESS[0] + x, PRESS[1] + y);
    expect(news()).toEqual([['preview', 'probe', null, 'outside-canvas']]);
    expect(traces()).toMatchObject({ captured: 1, holds: 1 });
  });
});

test('a press that has ended before it began is cancelled', () => {
  const { news, session, traces } = begin({ type: 'pointermove', isPressOver: true });
  expect(news()).toEqual([['cancelled', 'probe', 'capture-lost']]);
  expect([session.isActive, traces()]).toEqual([false, NONE]);
});

test('other pointers and keys do nothing', () => {
  const { moveTo, pointer, press, news, session } = begin();
  moveTo(0, 0, 0);
  news();
  for (const type of ['pointermove', 'pointerup', 'pointercancel', 'lostpointercapture'])
    pointer(type, 200, 100, { pointerId: 2 });
  for (const key of ['Enter', 'ArrowLeft', 'a']) expect(press(key)).toBe(false);
  expect([news(), session.isActive]).toEqual([[], true]);
});

test('neither the list nor the camera hears Escape', () => {
  const { canvas, press } = begin();
  const others = vi.fn<() => void>();
  canvas.addEventListener('keydown', others);
  press('Escape');
  expect(others).not.toHaveBeenCalled();
});

test('what would take the pointer away is prevented while it lasts', () => {
  const { fire, session } = begin();
  const types = ['dragstart', 'selectstart', 'contextmenu', 'wheel'];
  expect(types.map((type) => fire(type).defaultPrevented)).toEqual([true, true, true, false]);
  session.cancel();
  expect(types.map((type) => fire(type).defaultPrevented)).toEqual([false, false, false, false]);
});

test('a list that keeps the events to itself does not keep them from the placement', () => {
  const { pointer, news, screenOf } = begin();
  const list = new TestElement('li');
  for (const type of ['pointermove', 'pointerup'])
    list.addEventListener(type, (event) => event.stopPropagation(), true);
  pointer('pointermove', ...screenOf(0, 0, 0), {}, list);
  pointer('pointerup', ...screenOf(0, 0, 0), {}, list);
  expect(news().at(-1)).toMatchObject(['placed', 'probe', null, {}]);
});
