import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRegionAreas, placeOfArea } from './region-areas.ts';
import type { Services } from './services.ts';

const feature = (adcode: number, name: string) => ({ type: 'Feature', properties: { adcode, name } });
const FILES: Readonly<Record<string, unknown>> = {
  '/whole': { features: [feature(7, '西州'), feature(8, '东州')] },
  '/west': { features: [feature(71, '河口县')] },
};
let lists = 0;
const maps = async () => {
  lists += 1;
  return {
    items: [
      { parentCode: '', url: `/whole?${lists}` },
      { parentCode: '7', url: `/west?${lists}` },
    ],
  };
};
const services = { clientOf: () => ({ regions: { maps } }) } as unknown as Pick<Services, 'clientOf'>;
/** Addresses of lists before this one have expired. */
let firstValid: number;
beforeEach(() => {
  lists = 0;
  firstValid = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    const [file, list] = url.split('?');
    return Number(list) < firstValid ? new Response('', { status: 401 }) : Response.json(FILES[file!]);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const { signal } = new AbortController();

test('an area with a map of its own contains the areas of that map', async () => {
  const { source, codeOf } = createRegionAreas(services, () => '不限');
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

test('a map whose address has expired is read by a new one', async () => {
  const { source } = createRegionAreas(services, () => '不限');
  await source.children(undefined, signal);
  firstValid = 2;
  expect((await source.children('7@', signal)).map(({ name }) => name)).toEqual(['河口县']);
});

test('areas that could not be read are not taken for none: the next reading finds them', async () => {
  const { source } = createRegionAreas(services, () => '不限');
  firstValid = 9;
  await expect(source.children(undefined, signal)).rejects.toThrow('401');
  firstValid = 0;
  expect((await source.children(undefined, signal)).map(({ name }) => name)).toEqual([
    '不限',
    '西州',
    '东州',
  ]);
});
