import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Disposer } from '../core/disposer.ts';
import { ClickGuard } from './click-guard.ts';
import type { TransformMode } from './gizmo.ts';
import { type SnapOptions, Snapping } from './snapping.ts';
import { testContext } from './test-context.ts';
import { TestElement, TestEvent, testPage } from './test-page.ts';
import { testPlacement } from './test-placement.ts';
import { TransformSession } from './transform-session.ts';

function begin(...ids: string[]) {
  const context = testContext();
  const ended = vi.fn<(session: TransformSession, isKept: boolean) => void>();
  const tools = { clicks: new ClickGuard(context.canvas, new Disposer()), snapping: new Snapping() };
  const changed = vi.fn<(session: TransformSession) => void>();
  const session = new TransformSession(context, ids, 'translate', { changed, ended }, tools);
  return { context, session, changed, ended };
}

test('a cancelled transform reports the start, as a whole and for each object', () => {
  const { context, session, ended } = begin('outside');
  session.moveBy({ x: 3, y: 0, z: 0 });
  expect([session.transform.position.x, session.transforms[0]?.transform.position.x]).toEqual([7, 7]);
  session.cancel();
  expect(session.transform).toEqual(session.start);
  expect(session.transforms).toEqual([{ id: 'outside', transform: session.start }]);
  expect(ended).toHaveBeenCalledExactlyOnceWith(session, false);
  expect(context.document.get('outside')?.position.x).toBe(4);
  expect(context.document.canUndo).toBe(false);
});

test('a kept transform reports where the objects are, and is one step', () => {
  const { context, session, ended } = begin('outside');
  session.moveBy({ x: 3, y: 0, z: 0 });
  session.rotateBy(1);
  session.commit();
  expect(session.transforms[0]?.transform).toMatchObject({ position: { x: 7 }, rotation: { y: 1 } });
  expect(ended).toHaveBeenCalledExactlyOnceWith(session, true);
  expect(context.document.get('outside')).toMatchObject({ position: { x: 7 }, rotation: { y: 1 } });
  context.document.undo();
  expect([context.document.get('outside')?.position.x, context.document.canUndo]).toEqual([4, false]);
});

test('a child scene and a device in it are moved once', () => {
  const { context, session } = begin('inside', 'house', 'outside');
  expect(session.ids).toEqual(['house', 'outside']);
  session.moveBy({ x: 3, y: 0, z: 0 });
  session.commit();
  expect(context.document.childScene('house')?.position.x).toBe(13);
  expect(context.document.get('inside')?.position.x).toBe(1);
});

test('ends when its object is removed by another', () => {
  const { context, session, ended } = begin('outside');
  context.document.transact('remove', (transaction) => transaction.remove('outside'), { source: 'remote' });
  expect(session.isActive).toBe(false);
  expect(ended).toHaveBeenCalledExactlyOnceWith(session, false);
});

test('does not end when something else is removed, and ends when the scene is loaded again', () => {
  const { context, session, ended } = begin('outside');
  context.document.transact('remove', (transaction) => transaction.remove('inside'), { source: 'remote' });
  expect(session.isActive).toBe(true);
  context.document.load(context.document.toLayout());
  expect(session.isActive).toBe(false);
  expect(ended).toHaveBeenCalledOnce();
});

test('ends when its child scene is removed by another', () => {
  const { context, session, ended } = begin('house');
  context.document.transact('remove', (transaction) => transaction.removeChildScene('house'), {
    source: 'remote',
  });
  expect(session.isActive).toBe(false);
  expect(ended).toHaveBeenCalledExactlyOnceWith(session, false);
});

test('exact numbers replace only what is given', () => {
  const { session, changed } = begin('outside');
  session.set({ position: { x: 1, y: 2, z: 3 } });
  session.set({ scale: { x: 2, y: 1, z: 1 } });
  expect(session.transform).toEqual({
    position: { x: 1, y: 2, z: 3 },
    rotation: { x: 0, y: 0, z: 0 },
    scale: { x: 2, y: 1, z: 1 },
  });
  expect(session.hasChanged).toBe(true);
  expect(changed).toHaveBeenCalledTimes(2);
});

test.each(['x', 'y', 'z'])('of several objects the factor typed for %s is that of all', (axis) => {
  const { session } = begin('outside', 'inside');
  session.set({ scale: { x: 1, y: 1, z: 1, [axis]: 2 } });
  expect(session.transform.scale).toEqual({ x: 2, y: 2, z: 2 });
  expect(session.transforms.map(({ transform }) => transform.scale.y)).toEqual([2, 2]);
});

test.each<[string, (session: TransformSession) => void, string]>([
  ['no transform', (session) => session.set(null as never), 'transform'],
  ['a position at NaN', (session) => session.set({ position: { x: Number.NaN, y: 0, z: 0 } }), 'position.x'],
  ['a factor of 0', (session) => session.set({ scale: { x: 1, y: 0, z: 1 } }), 'scale.y'],
  ['a move to nowhere', (session) => session.moveBy({ x: 0, y: Infinity, z: 0 }), 'by.y'],
  ['a turn by nothing', (session) => session.rotateBy(Number.NaN), 'angle'],
  ['a scale of 0', (session) => session.scaleBy(0), 'factor'],
  ['an infinite scale', (session) => session.scaleBy(Infinity), 'factor'],
  ['a mode that there is not', (session) => session.setMode('shear' as never), 'mode'],
])('%s is refused and changes nothing', (_, act, field) => {
  const { session, changed } = begin('outside');
  expect(() => act(session)).toThrow(
    expect.objectContaining({ code: 'invalid-argument', details: expect.objectContaining({ field }) }),
  );
  expect(session.transform).toEqual(session.start);
  expect(session.hasChanged).toBe(false);
  expect(changed).not.toHaveBeenCalled();
});

test('needs an object', () => {
  expect(() => begin()).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
});

test('after its end nothing has an effect', () => {
  const { context, session, changed, ended } = begin('outside');
  session.scaleBy(2);
  session.setMode('scale');
  session.commit();
  session.commit();
  session.cancel();
  session.moveBy({ x: 1, y: 0, z: 0 });
  session.set({ position: { x: 9, y: 9, z: 9 } });
  session.setMode('rotate');
  expect([session.mode, session.isActive, session.isDragging]).toEqual(['scale', false, false]);
  expect([changed.mock.calls.length, ended.mock.calls.length]).toEqual([1, 1]);
  expect(context.document.get('outside')).toMatchObject({ position: { x: 4 }, scale: { x: 2, y: 2, z: 2 } });
  expect(session.id).toBe('outside');
});

test('a commit without a change is no step', () => {
  const { context, session } = begin('outside');
  session.commit();
  expect(context.document.canUndo).toBe(false);
});

/** The session of devices on a page, whose handles are dragged; the camera is to the south of the origin, and above it. */
function beginOnPage(snap: Partial<SnapOptions> = {}, mode: TransformMode = 'translate', id = 'outside') {
  const page = testPlacement();
  const { context, pointer, screenOf } = page;
  const snapping = new Snapping();
  snapping.set(snap);
  const tools = { clicks: new ClickGuard(context.canvas, new Disposer()), snapping };
  const before = page.view.listenerCount;
  const changed = vi.fn<(session: TransformSession) => void>();
  const ended = vi.fn<(session: TransformSession, isKept: boolean) => void>();
  const session = new TransformSession(context, [id], mode, { changed, ended }, tools);
  return {
    ...page,
    session,
    changed,
    ended,
    /** Drags what is drawn at one point of the world to another, and holds it there. */
    drag: (from: readonly [number, number, number], to: readonly [number, number, number], fields = {}) => {
      pointer('pointerdown', ...screenOf(...from));
      pointer('pointermove', ...screenOf(...to), fields);
    },
    place: () => Object.values(session.transform.position).map((value) => Math.round(value * 100) / 100 + 0),
    listeners: () => page.view.listenerCount - before + page.canvas.listenerCount,
  };
}

describe('a drag of its handles', () => {
  test('is reported, and is kept with the others as one step', () => {
    const { drag, pointer, session, changed, place, context, undoSteps } = beginOnPage();
    drag([5, 0, 0], [4, 0, 0]);
    expect([place(), session.isDragging]).toEqual([[3, 0, 0], true]);
    expect(changed.mock.calls).toEqual([[session]]);
    pointer('pointerup', 0, 0);
    expect([changed.mock.calls.length, session.isDragging]).toEqual([1, false]);
    drag([4, 0, 0], [5, 0, 0]);
    pointer('pointermove', 0, 0, { pointerId: 2 });
    session.moveBy({ x: 0, y: 0, z: 1 });
    // What was dragged when the number came is not part of it.
    expect(place()).toEqual([3, 0, 1]);
    expect(session.isDragging).toBe(false);
    session.commit();
    expect(context.document.get('outside')?.position.z).toBe(1);
    expect(undoSteps()).toBe(1);
  });

  test('that is running is part of what is kept', () => {
    const { drag, session, context, changed } = beginOnPage();
    drag([5, 0, 0], [4, 0, 0]);
    session.commit();
    expect(context.document.get('outside')?.position.x).toBeCloseTo(3, 6);
    expect(changed).toHaveBeenCalledOnce();
  });

  test.each<[string, Partial<SnapOptions>, object, TransformMode, [number, number, number], number]>([
    ['snapped it stands on the floor', { isOn: true }, {}, 'translate', [4, 2, 0], 0],
    ['with Ctrl, too', {}, { ctrlKey: true }, 'translate', [4, 2, 0], 0],
    ['freely it keeps its height', {}, {}, 'translate', [4, 2, 0], 2],
    ['not where that is switched off', { isOn: true, surface: false }, {}, 'translate', [4, 2, 0], 2],
    ['nor when it is scaled', { isOn: true }, {}, 'scale', [4, 2, 0], 2],
  ])('along the ground: %s', (_, snap, fields, mode, at, y) => {
    const { drag, session, place } = beginOnPage(snap, mode);
    session.moveBy({ x: 0, y: 2, z: 0 });
    drag([at[0] + 1, at[1], at[2]], [at[0] - 1, at[1], at[2]], fields);
    expect(session.isDragging).toBe(true);
    expect(place()[1]).toBe(y);
  });

  test('upwards does not stand on the floor', () => {
    const { drag, session, place } = beginOnPage({ isOn: true });
    drag([4, 1, 0], [4, 3, 0]);
    expect([session.isDragging, place()]).toEqual([true, [4, 2, 0]]);
  });

  test('beside every floor keeps its height', () => {
    const { drag, session, place } = beginOnPage({ isOn: true });
    session.moveBy({ x: 2, y: 1, z: 0 });
    drag([7, 1, 0], [8, 1, 0]);
    expect(place()).toEqual([7, 1, 0]);
  });

  test('cancelled puts the object back, and that is reported; the session goes on', () => {
    const { drag, session, changed, place, ended } = beginOnPage();
    session.moveBy({ x: -1, y: 0, z: 0 });
    drag([4, 0, 0], [5, 0, 0]);
    expect(place()).toEqual([4, 0, 0]);
    session.cancelDrag();
    expect([place(), changed.mock.calls.length, session.isActive]).toEqual([[3, 0, 0], 3, true]);
    session.cancelDrag();
    expect([changed.mock.calls.length, ended.mock.calls.length]).toEqual([3, 0]);
  });
});

describe('Escape', () => {
  beforeEach(() => void vi.stubGlobal('HTMLElement', TestElement));
  const field = new TestElement('input');

  test('cancels the drag, wherever the focus is, and then the session', () => {
    const { drag, press, session, place, listeners, canvas } = beginOnPage();
    const others = vi.fn<() => void>();
    canvas.addEventListener('keydown', others);
    for (const target of [field, undefined]) {
      drag([5, 0, 0], [4, 0, 0]);
      expect(press('Escape', {}, target)).toBe(true);
      expect([place(), session.isActive, session.isDragging]).toEqual([[4, 0, 0], true, false]);
    }
    expect(press('Escape')).toBe(true);
    expect([session.isActive, others.mock.calls]).toEqual([false, []]);
    canvas.removeEventListener('keydown', others);
    expect([listeners(), press('Escape')]).toEqual([0, false]);
  });

  test('in a field, and other keys, are left to the page', () => {
    const { press, session } = beginOnPage();
    expect([press('Escape', {}, field), press('a'), press('Enter')]).toEqual([false, false, false]);
    expect(session.isActive).toBe(true);
  });

  test('that another has used does nothing', () => {
    const { context, canvas } = testPage();
    canvas.ownerDocument.defaultView.addEventListener('keydown', (event) => event.preventDefault(), true);
    const tools = { clicks: new ClickGuard(context.canvas, new Disposer()), snapping: new Snapping() };
    const nothing = { changed: () => {}, ended: () => {} };
    const session = new TransformSession(context, ['outside'], 'translate', nothing, tools);
    canvas.ownerDocument.defaultView.hear(
      Object.assign(new TestEvent('keydown', []), { key: 'Escape' }),
      true,
    );
    expect(session.isActive).toBe(true);
  });
});

test('what can be seen is drawn again at each change, and at the end', () => {
  const { session, state } = beginOnPage();
  state.frames.length = 0;
  session.moveBy({ x: 1, y: 0, z: 0 });
  expect(state.frames.splice(0)).toEqual(['transform']);
  session.cancel();
  expect(state.frames).toContain('transform');
});
