import { type Box3, Vector3 } from 'three';
import { expect, test, vi } from 'vitest';
import { boxesOf, changeCommand, copyTransform, pasteCommand, shiftCommand } from './object-edits.ts';
import { testContext } from './test-context.ts';

const xOf = ({ document }: ReturnType<typeof testContext>) =>
  Object.fromEntries(
    [...document.childScenes(), ...document.equipment()].map(({ id, position }) => [id, position.x]),
  );

test.each([[['house', 'inside', 'outside']], [['inside', 'house', 'outside']]])(
  'of %j each is moved once: a child scene carries its devices',
  (ids) => {
    const context = testContext();
    context.document.execute(changeCommand(context, ids, (group) => group.moveBy({ x: 2, y: 0, z: 0 })));
    expect(xOf(context)).toEqual({ house: 12, inside: 1, outside: 6 });
    expect(context.document.undo()).toBe(true);
    expect(xOf(context)).toEqual({ house: 10, inside: 1, outside: 4 });
  },
);

test('a device of a child scene alone is moved along the world axes', () => {
  const context = testContext();
  context.frameOf('house').rotation.y = Math.PI;
  context.frameOf('house').updateMatrixWorld(true);
  context.document.execute(changeCommand(context, ['inside'], (group) => group.moveBy({ x: 2, y: 0, z: 0 })));
  expect(xOf(context)['inside']).toBeCloseTo(-1, 9);
});

test('a shift is along the axis of the world', () => {
  const context = testContext();
  context.document.execute(shiftCommand(context, new Map([['inside', 3]]), 'x', 'align'));
  expect(xOf(context)).toMatchObject({ inside: 4, outside: 4 });
});

test('a copied transform is pasted with its place in the world, or without it', () => {
  const context = testContext();
  const copied = copyTransform(context, 'inside');
  expect(copied.worldPosition.x).toBe(11);
  context.document.execute(pasteCommand(context, ['outside'], copied, false));
  expect(xOf(context)['outside']).toBe(4);
  context.document.execute(pasteCommand(context, ['outside'], copied, true));
  expect(xOf(context)['outside']).toBe(11);
});

test('key presses one after the other are one step, of other objects another', () => {
  const context = testContext();
  const nudge = (...ids: string[]) =>
    context.document.execute(changeCommand(context, ids, (group) => group.moveBy({ x: 1, y: 0, z: 0 })));
  nudge('outside');
  nudge('outside');
  nudge('outside', 'inside');
  context.document.undo();
  expect(xOf(context)).toMatchObject({ outside: 6, inside: 1 });
  context.document.undo();
  expect(xOf(context)).toMatchObject({ outside: 4 });
  expect(context.document.canUndo).toBe(false);
});

test('a change that fails leaves the objects where they are drawn', () => {
  const context = testContext();
  const moved = vi.spyOn(context, 'moveObject');
  const failing = () =>
    changeCommand(context, ['outside'], () => {
      throw new Error('no');
    });
  expect(failing).toThrow('no');
  expect(moved.mock.calls).toEqual([['outside', null]]);
});

test('the bounds of an object are those of its model, or its place in the world', () => {
  const context = Object.assign(testContext(), {
    boundsOf: (id: string, box: Box3) =>
      id === 'outside' ? box.set(new Vector3(1, 2, 3), new Vector3(4, 5, 6)) : null,
  });
  expect(boxesOf(context, ['outside', 'inside', 'house'])).toEqual([
    { id: 'outside', min: { x: 1, y: 2, z: 3 }, max: { x: 4, y: 5, z: 6 } },
    { id: 'inside', min: { x: 11, y: 0, z: 0 }, max: { x: 11, y: 0, z: 0 } },
    { id: 'house', min: { x: 10, y: 0, z: 0 }, max: { x: 10, y: 0, z: 0 } },
  ]);
});

test('what is not there is refused', () => {
  const context = testContext();
  const unknown = expect.objectContaining({ code: 'unknown-equipment', details: { id: 'x' } });
  expect(() => boxesOf(context, ['x'])).toThrow(unknown);
  expect(() => copyTransform(context, 'x')).toThrow(unknown);
  expect(() => shiftCommand(context, new Map([['x', 1]]), 'x', 'align')).toThrow(unknown);
  expect(() => pasteCommand(context, ['x'], copyTransform(context, 'inside'), true)).toThrow(unknown);
});

test('a shift in a child scene that is turned is along the axis of the world, too', () => {
  const context = testContext();
  context.frameOf('house').rotation.y = Math.PI / 2;
  context.document.execute(shiftCommand(context, new Map([['inside', 3]]), 'z', 'distribute'));
  expect(context.document.get('inside')?.position.x).toBeCloseTo(-2, 9);
  expect(context.document.historyState().label).toBe('distribute');
});

test('a pasted transform has the rotation and the scale of the copied one', () => {
  const context = testContext();
  context.document.transact('turn', (transaction) =>
    transaction.update('inside', { rotation: { x: 0, y: 1, z: 0 }, scale: { x: 2, y: 2, z: 2 } }),
  );
  context.document.execute(pasteCommand(context, ['outside'], copyTransform(context, 'inside'), false));
  expect(context.document.get('outside')).toMatchObject({
    position: { x: 4, y: 0, z: 0 },
    rotation: { x: 0, y: 1, z: 0 },
    scale: { x: 2, y: 2, z: 2 },
  });
  expect(context.document.historyState().label).toBe('paste-transform');
});
