import { describe, expect, test } from 'vitest';
import { frozenCopy, samePlain } from './plain.ts';
import { transformOf } from './records.ts';

describe('a frozen copy', () => {
  test('has the same data at every depth, frozen, and leaves the original as it is', () => {
    const given = { at: { x: 1 }, list: [{ a: null }, 'b', undefined], empty: {}, flag: false };
    const copy = frozenCopy(given);
    expect(copy).toEqual(given);
    for (const part of [copy, copy.at, copy.list, copy.list[0], copy.empty])
      expect(Object.isFrozen(part)).toBe(true);
    for (const part of [given, given.at, given.list, given.list[0], given.empty])
      expect(Object.isFrozen(part)).toBe(false);
    given.at.x = 2;
    expect(copy.at.x).toBe(1);
  });

  test('of a frozen copy is itself; of anything else that is frozen it is another', () => {
    const copy = frozenCopy({ at: { x: 1 } });
    expect(frozenCopy(copy)).toBe(copy);
    const frozen = Object.freeze({ at: { x: 1 } });
    expect(frozenCopy(frozen)).not.toBe(frozen);
    expect(Object.isFrozen(frozenCopy(frozen).at)).toBe(true);
  });

  test.each([null, undefined, 0, '', 'text', true])('of %j is the same', (value) => {
    expect(frozenCopy(value)).toBe(value);
  });

  test("reads a framework's proxy and an object without a prototype", () => {
    const bare = Object.assign(Object.create(null) as object, { x: 1 });
    expect(frozenCopy({ seen: new Proxy({ deep: { x: 1 } }, {}), bare })).toEqual({
      seen: { deep: { x: 1 } },
      bare: { x: 1 },
    });
  });

  test('leaves functions out, and copies what has a class as structuredClone does', () => {
    const date = new Date(5);
    const copy = frozenCopy({ call: () => 1, date, map: new Map([['a', 1]]) });
    expect(copy.call).toBeUndefined();
    expect(copy.date).toEqual(date);
    expect(copy.date).not.toBe(date);
    expect(copy.map.get('a')).toBe(1);
  });
});

test.each<[unknown, unknown, boolean]>([
  [{ a: [1, { b: 'c' }] }, { a: [1, { b: 'c' }] }, true],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [Number.NaN, Number.NaN, true],
  [null, null, true],
  [0, -0, false],
  [{ a: 0 }, { a: -0 }, false],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: 1, b: undefined }, { a: 1, c: undefined }, false],
  [[1, 2], [1, 2, 3], false],
  [[], {}, false],
  [{}, [], false],
  [{}, null, false],
  [null, {}, false],
  [[], 'text', false],
  ['', [], false],
  [1, '1', false],
])('%j and %j are the same: %j', (a, b, isSame) => {
  expect(samePlain(a, b)).toBe(isSame);
});

test('a transform is copied, with 0 for −0 on every axis', () => {
  const given = {
    position: { x: -0, y: -0, z: -0 },
    rotation: { x: 1, y: -2, z: 3 },
    scale: { x: 0.5, y: 2, z: -1 },
    name: 'more',
  };
  const copy = transformOf(given);
  expect(copy).toEqual({
    position: { x: 0, y: 0, z: 0 },
    rotation: { x: 1, y: -2, z: 3 },
    scale: { x: 0.5, y: 2, z: -1 },
  });
  expect(copy.rotation).not.toBe(given.rotation);
});
