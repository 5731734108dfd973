import { expect, test, vi } from 'vitest';
import { Disposer } from '../core/disposer.ts';
import { ClickGuard } from './click-guard.ts';
import { Snapping } from './snapping.ts';
import { testContext } from './test-context.ts';
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

test('Escape cancels, unless something else has used it', () => {
  const { context, session } = begin('outside');
  const view = context.canvas.ownerDocument.defaultView as unknown as EventTarget;
  const press = (key: string, isUsed = false) => {
    const event = Object.assign(new Event('keydown', { cancelable: true }), { key });
    if (isUsed) event.preventDefault();
    view.dispatchEvent(event);
    return event.defaultPrevented;
  };
  vi.stubGlobal('HTMLElement', Map);
  expect(press('a')).toBe(false);
  press('Escape', true);
  expect(session.isActive).toBe(true);
  expect(press('Escape')).toBe(true);
  expect(session.isActive).toBe(false);
  // Nobody listens any more.
  expect(press('Escape')).toBe(false);
  vi.unstubAllGlobals();
});
