import { createModel } from '@preact/signals-react';
import { expect, test } from 'vitest';
import { allPages, createPages, type WantedPage } from './list-model.ts';

test('a list is fetched as far as somebody asked, over as many pages of the call as that needs', async () => {
  const calls: string[] = [];
  const total = 290;
  const Model = createModel(() => ({
    pages: createPages<number>(150, ({ page, pageSize }) => {
      calls.push(`${page}x${pageSize}`);
      const first = (page - 1) * pageSize;
      const length = Math.max(0, Math.min(pageSize, total - first));
      return Promise.resolve({ items: Array.from({ length }, (_, at) => first + at), total });
    }),
  }));
  const model = new Model();
  const { pages } = model;
  await pages.load();
  expect([pages.value.value?.items.at(-1), pages.left.value]).toEqual([149, 140]);
  pages.more();
  await expect.poll(() => pages.left.value).toBe(0);
  expect(pages.value.value?.items).toHaveLength(total);
  pages.restart();
  await pages.load();
  expect(pages.left.value).toBe(140);
  expect(calls).toEqual(['1x150', '1x200', '2x200', '1x150']);
  model[Symbol.dispose]();
});

/** Rows newest first, with a cursor: the number of the last row. */
function growing(rows: number[]) {
  const calls: WantedPage[] = [];
  const fetch = (page: WantedPage) => {
    calls.push(page);
    const behind = rows.filter((row) => page.cursor === undefined || row < Number(page.cursor));
    const items = behind.slice(0, page.pageSize);
    const next = behind.length > items.length ? String(items.at(-1)) : null;
    // Rows come and go between two pages.
    rows.unshift((rows[0] ?? 0) + 1);
    rows.splice(rows.indexOf(items[0] ?? 0), 1);
    return Promise.resolve({ items, total: rows.length, next });
  };
  return { calls, fetch };
}

test('a list that has cursors is fetched behind them: no row twice, none left out', async () => {
  const before = Array.from({ length: 450 }, (_, at) => 450 - at);
  const { calls, fetch } = growing([...before]);
  expect(await allPages(fetch)).toEqual(before);
  expect(calls.map(({ cursor }) => cursor)).toEqual([undefined, '251', '51']);
});

test('as far as somebody asked, a list that has cursors is fetched behind them, too', async () => {
  const before = Array.from({ length: 450 }, (_, at) => 450 - at);
  const { calls, fetch } = growing([...before]);
  const Model = createModel(() => ({ pages: createPages<number>(300, (page) => fetch(page)) }));
  const model = new Model();
  await model.pages.load();
  expect(model.pages.value.value?.items).toEqual(before.slice(0, 400));
  expect(calls.map(({ cursor }) => cursor)).toEqual([undefined, '251']);
  model[Symbol.dispose]();
});
