import { expect, test } from 'vitest';
import { changeCommand, copyTransform, pasteCommand, shiftCommand } from './object-edits.ts';
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
