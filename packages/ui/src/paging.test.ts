import { expect, test } from 'vitest';
import { pageCount, pageOf } from './paging.ts';

test.each([
  [0, 1],
  [1, 1],
  [4, 1],
  [5, 2],
  [8, 2],
])('%d devices with four per page need %d pages', (total, pages) => {
  expect(pageCount(total, 4)).toBe(pages);
});

test('the last page has the remaining items', () => {
  expect(pageOf(['a', 'b', 'c', 'd', 'e'], 1, 4)).toEqual(['e']);
});
