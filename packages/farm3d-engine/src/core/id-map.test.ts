import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdMap } from './id-map.ts';

interface Value {
  readonly id: string;
  next: Value | undefined;
}

const ids = fc.array(fc.integer({ min: 0, max: 6 }).map(String), { maxLength: 60 });

test('gives one value to each id, in any order of asking, and makes it once', () => {
  fc.assert(
    fc.property(ids, (asked) => {
      const made: string[] = [];
      const map = new IdMap<Value>((id) => {
        made.push(id);
        return { id, next: undefined };
      });
      const values = new Map<string, Value>();
      for (const id of asked) {
        const value = map.of(id);
        expect(value.id).toBe(id);
        expect(values.get(id) ?? value).toBe(value);
        values.set(id, value);
      }
      expect(made).toEqual([...new Set(asked)]);
    }),
  );
});

test('an id that was not asked for is not made; none is left after clear', () => {
  const map = new IdMap<Value>((id) => ({ id, next: undefined }));
  expect(map.get('a')).toBeUndefined();
  const first = map.of('a');
  expect(map.get('a')).toBe(first);
  map.of('b');
  map.clear();
  expect(map.get('a')).toBeUndefined();
  expect(map.of('a')).not.toBe(first);
});
