import { expect, test } from 'vitest';
import { compareNames, formatNames, parseNames, shared } from './names.mjs';

const map = (names: Record<string, string[]>) => new Map(Object.entries(names));
const none = () => false;
const all = () => true;

test('the list is sorted, and is read as it was written', () => {
  const text = 'a.test.ts\n  one\n  two\n  two\nb.test.ts\n  one\n';
  expect(formatNames(map({ 'b.test.ts': ['one'], 'a.test.ts': ['two', 'one', 'two'] }))).toBe(text);
  expect(formatNames(parseNames(text))).toBe(text);
});

test('a name that is gone is missing, and stays in the list until a commit removes it', () => {
  const known = map({ a: ['one', 'two'], b: ['three'] });
  const { missing, added, next } = compareNames({ known, ran: map({ a: ['one'] }), isExpected: none });
  expect(missing).toEqual([{ path: 'a', name: 'two' }]);
  expect(added).toEqual([]);
  expect(next).toEqual(known);
});

test('of two tests of the same name, one that is gone is missing', () => {
  const known = map({ a: ['one', 'one'] });
  const { missing } = compareNames({ known, ran: map({ a: ['one'] }), isExpected: none });
  expect(missing).toEqual([{ path: 'a', name: 'one' }]);
});

test('names that two lists share are counted as often as both have them', () => {
  expect(shared(['one', 'one', 'two', 'three'], ['one', 'two', 'four'])).toEqual(['one', 'two']);
});

test('new names are added', () => {
  const ran = map({ a: ['one', 'two'], b: ['three'] });
  const { missing, added, next } = compareNames({ known: map({ a: ['one'] }), ran, isExpected: all });
  expect(missing).toEqual([]);
  expect(added).toEqual([
    { path: 'a', name: 'two' },
    { path: 'b', name: 'three' },
  ]);
  expect(next).toEqual(ran);
});

test('a name that is new in another file has moved, once', () => {
  const known = map({ a: ['one', 'two'], b: ['two'] });
  const { missing, added, next } = compareNames({
    known,
    ran: map({ c: ['one', 'two'] }),
    isExpected: all,
  });
  expect(missing).toEqual([{ path: 'b', name: 'two' }]);
  expect(added).toEqual([]);
  expect(next).toEqual(map({ c: ['one', 'two'], b: ['two'] }));
});

test('of a file that did not run the names are missing only when it should have run', () => {
  const known = map({ a: ['one'], b: ['two'] });
  const { missing, next } = compareNames({ known, ran: new Map(), isExpected: (path) => path === 'a' });
  expect(missing).toEqual([{ path: 'a', name: 'one' }]);
  expect(next).toEqual(known);
});
