import { expect, test, vi } from 'vitest';
import { createPageCache, PAGE_ROWS } from './page-cache.ts';

const list = (length: number) => {
  const fetchPage = vi.fn(async (page: number) => ({
    items: Array.from(
      { length: Math.min(PAGE_ROWS, length - (page - 1) * PAGE_ROWS) },
      (_, at) => (page - 1) * PAGE_ROWS + at,
    ),
    total: length,
  }));
  return { fetchPage, cache: createPageCache<number>(fetchPage) };
};
const pagesOf = (calls: readonly (readonly [number, ...unknown[]])[]) => calls.map(([page]) => page);

test('pages are fetched once, when their rows become visible', async () => {
  const { fetchPage, cache } = list(5000);
  await cache.reload(true);
  cache.ensure(0, 30);
  cache.ensure(4950, 4999);
  cache.ensure(190, 210);
  await vi.waitFor(() => expect(cache.rows.value.size).toBe(4 * PAGE_ROWS));
  expect(pagesOf(fetchPage.mock.calls)).toEqual([1, 50, 2, 3]);
  expect([cache.total.value, cache.rows.value.get(4999), cache.rows.value.get(1000)]).toEqual([
    5000,
    4999,
    undefined,
  ]);
});

test('a reload fetches the visible pages and drops the others', async () => {
  const { fetchPage, cache } = list(5000);
  await cache.reload(true);
  cache.ensure(2000, 2050);
  await vi.waitFor(() => expect(cache.rows.value.size).toBe(2 * PAGE_ROWS));
  await cache.reload();
  expect(pagesOf(fetchPage.mock.calls)).toEqual([1, 21, 21]);
  expect([cache.rows.value.get(2000), cache.rows.value.has(0)]).toEqual([2000, false]);
});

test('a failed page is fetched again, and loaded rows stay', async () => {
  const { fetchPage, cache } = list(300);
  await cache.reload(true);
  fetchPage.mockRejectedValueOnce(new Error('network'));
  cache.ensure(100, 150);
  await vi.waitFor(() => expect(cache.error.value).toBeInstanceOf(Error));
  expect(cache.rows.value.size).toBe(PAGE_ROWS);
  cache.ensure(100, 150);
  await vi.waitFor(() => expect(cache.rows.value.size).toBe(2 * PAGE_ROWS));
  expect(cache.error.value).toBeNull();
});
