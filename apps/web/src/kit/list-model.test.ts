import { createModel } from '@preact/signals-react';
import { expect, test } from 'vitest';
import { createPages } from './list-model.ts';

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
