import { expect, test } from 'vitest';
import { Selection } from './selection.ts';

test('keeps the order of choosing, each once, and tells only real changes', () => {
  const selection = new Selection();
  const told: (readonly string[])[] = [];
  selection.on('changed', ({ ids }) => told.push(ids));
  selection.set(['b', 'a', 'b']);
  selection.set(['b', 'a']);
  selection.toggle('b');
  selection.toggle('c');
  selection.drop(['a', 'x']);
  selection.drop(['x']);
  expect(told).toEqual([['b', 'a'], ['a'], ['a', 'c'], ['c']]);
  expect(selection.has('c')).toBe(true);
});
