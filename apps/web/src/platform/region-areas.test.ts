import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRegionAreas, placeOfArea } from './region-areas.ts';

const feature = (adcode: number, name: string) => ({ type: 'Feature', properties: { adcode, name } });
const FILES: Readonly<Record<string, unknown>> = {
  '/whole': { features: [feature(7, '西州'), feature(8, '东州')] },
  '/west': { features: [feature(71, '河口县')] },
};
vi.mock('./region-api.ts', () => ({
  regionApi: {
    maps: async () => ({
      items: [
        { parentCode: '', url: '/whole' },
        { parentCode: '7', url: '/west' },
      ],
    }),
  },
}));
beforeEach(() => {
  vi.stubGlobal('fetch', async (url: string) => Response.json(FILES[url]));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const { signal } = new AbortController();

test('an area with a map of its own contains the areas of that map', async () => {
  const { source, codeOf } = createRegionAreas(() => '不限');
  expect(await source.children(undefined, signal)).toEqual([
    { code: '', name: '不限', level: 1, leaf: true },
    { code: '7@', name: '西州', level: 1, leaf: false },
    { code: '8@', name: '东州', level: 1, leaf: true },
  ]);
  expect(await source.children('7@', signal)).toEqual([
    { code: '71@7', name: '河口县', level: 2, leaf: true },
  ]);
  expect((await source.path('71@7', signal)).map(({ name }) => name)).toEqual(['西州', '河口县']);
  expect((await source.search('河', signal)).map((path) => path.map(({ code }) => code))).toEqual([
    ['7@', '71@7'],
  ]);
  expect(placeOfArea(codeOf({ area: '71', map: '7' }))).toEqual({ area: '71', map: '7' });
  expect(placeOfArea('')).toEqual({ area: '', map: '' });
});
