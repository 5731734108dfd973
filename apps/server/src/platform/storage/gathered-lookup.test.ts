import { expect, test } from 'vitest';
import { GatheredLookup } from './gathered-lookup.ts';

/** A lookup whose queries end when they are told to. */
function slowLookup() {
  const queries: { keys: readonly number[]; end: (error?: Error) => void }[] = [];
  const lookup = new GatheredLookup<number, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const rows = () => keys.map((key) => (key < 0 ? undefined : `row ${key}`));
        queries.push({ keys, end: (error) => (error ? reject(error) : resolve(rows())) });
      }),
  );
  return { lookup, queries };
}

/** After all that is due now. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the first key is looked up at once; those that come meanwhile go together into the next query', async () => {
  const { lookup, queries } = slowLookup();
  const first = lookup.find(1);
  const others = [lookup.find(2), lookup.find(-3), lookup.find(2)];
  expect(queries.map(({ keys }) => keys)).toEqual([[1]]);
  queries[0]?.end();
  expect(await first).toBe('row 1');
  await settled();
  expect(queries.map(({ keys }) => keys)).toEqual([[1], [2, -3, 2]]);
  queries[1]?.end();
  expect(await Promise.all(others)).toEqual(['row 2', undefined, 'row 2']);
  void lookup.find(4);
  expect(queries[2]?.keys).toEqual([4]);
});

test('a query that fails rejects those that asked in it, and no others', async () => {
  const { lookup, queries } = slowLookup();
  const failed = lookup.find(1);
  const next = lookup.find(2);
  queries[0]?.end(new Error('away'));
  await expect(failed).rejects.toThrow('away');
  await settled();
  queries[1]?.end();
  expect(await next).toBe('row 2');
});

test('a query has at most a thousand keys', async () => {
  const { lookup, queries } = slowLookup();
  const all = Array.from({ length: 2_502 }, (_, key) => lookup.find(key));
  for (let i = 0; i < 4; i += 1) {
    queries[i]?.end();
    await settled();
  }
  expect(queries.map(({ keys }) => keys.length)).toEqual([1, 1_000, 1_000, 501]);
  expect((await Promise.all(all)).at(-1)).toBe('row 2501');
});

test('after a query that failed the next key is looked up at once; one without a row has none', async () => {
  const { lookup, queries } = slowLookup();
  const failed = lookup.find(1);
  queries[0]?.end(new Error('away'));
  await expect(failed).rejects.toThrow('away');
  await settled();
  const next = lookup.find(-2);
  expect(queries.map(({ keys }) => keys)).toEqual([[1], [-2]]);
  queries[1]?.end();
  expect(await next).toBeUndefined();
});
