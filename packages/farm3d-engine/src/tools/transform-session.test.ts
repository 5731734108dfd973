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
  const session = new TransformSession(context, ids, 'translate', { changed: () => {}, ended }, tools);
  return { context, session, ended };
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
