import { expect, test } from 'vitest';
import { pageCount, pageOf } from './paging.ts';

test.each([
  [0, 1],
  [1, 1],
  [4, 1],
  [5, 2],
  [8, 2],
])('%d devices at four a page fill %d pages', (total, pages) => {
  expect(pageCount(total, 4)).toBe(pages);
});

test('the last page holds what is left', () => {
  expect(pageOf(['a', 'b', 'c', 'd', 'e'], 1, 4)).toEqual(['e']);
});
