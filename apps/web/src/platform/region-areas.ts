import { regions, type RegionMapFile } from '@farm3d/api';
import type { AreaNode, AreaSource } from '@farm3d/ui';
import { locale } from './locale.ts';
import type { Services } from './services.ts';

/** An area of a region map: its code, and that of the area whose map it is on, '' for the map of the whole. */
interface AreaPlace {
  readonly area: string;
  readonly map: string;
}

/** Stands between the two codes: those of two maps may be the same. */
const BETWEEN = '@';
const codeOf = ({ area, map }: AreaPlace): string => `${area}${BETWEEN}${map}`;

/** The area of a code of {@link createRegionAreas}; '' for the entry that stands for any. */
export function placeOfArea(code: string): AreaPlace {
  const at = code.lastIndexOf(BETWEEN);
  return at < 0 ? { area: '', map: '' } : { area: code.slice(0, at), map: code.slice(at + 1) };
}

/** Names of the areas of a map. @throws {Error} for a map that is not there now: its address has expired, or the server is busy */
export async function fetchAreaNames(
  { url }: Pick<RegionMapFile, 'url'>,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, AreaName>> {
  const answer = await fetch(url, signal ? { signal } : {});
  if (!answer.ok) throw new Error(`the map of areas is not there: ${answer.status}`);
  return areaNames(await answer.json());
}

/** In the present language. */
export const areaText = ({ name, english }: AreaName): string =>
  locale.value === 'en' ? (english ?? name) : name;

/** Areas of the organisation's region maps as a tree: an area with a map of its own contains the areas of that map. @param any name of the first entry, which stands for any area */
export function createRegionAreas({ clientOf }: Pick<Services, 'clientOf'>, any: () => string) {
  const calls = clientOf({ regions }).regions;
  // Shared by lists that are closed and opened again: no call of one ends with it.
  let maps: Promise<readonly RegionMapFile[]> | undefined;
  const names = new Map<string, Promise<ReadonlyMap<string, AreaName>>>();
  const listMaps = (): Promise<readonly RegionMapFile[]> => {
    maps ??= calls.maps().then(({ items }) => items);
    maps.catch(() => (maps = undefined));
    return maps;
  };
  const fetchNames = async (parent: string): Promise<ReadonlyMap<string, AreaName>> => {
    const map = (await listMaps()).find(({ parentCode }) => parentCode === parent);
    return map ? fetchAreaNames(map) : new Map();
  };
  const namesOn = (parent: string): Promise<ReadonlyMap<string, AreaName>> => {
    const known =
      names.get(parent) ??
      fetchNames(parent).catch(() => {
        // The addresses of the maps are valid for a while only.
        maps = undefined;
        return fetchNames(parent);
      });
    names.set(parent, known);
    known.catch(() => names.delete(parent));
    return known;
  };
  const nodesOn = async (parent: string, level: number): Promise<AreaNode[]> => {
    const [areas, all] = [await namesOn(parent), await listMaps()];
    return [...areas].map(([area, name]) => ({
      code: codeOf({ area, map: parent }),
      name: areaText(name),
      level,
      leaf: all.every(({ parentCode }) => parentCode !== area),
    }));
  };
  /** From the map of the whole to an area. */
  const pathTo = async ({ area, map }: AreaPlace): Promise<AreaNode[]> => {
    let above: AreaNode[] = [];
    if (map !== '')
      for (const { parentCode } of await listMaps())
        if (parentCode !== map && (await namesOn(parentCode)).has(map))
          above = await pathTo({ area: map, map: parentCode });
    const own = (await nodesOn(map, above.length + 1)).filter(({ code }) => code === codeOf({ area, map }));
    return [...above, ...own];
  };
  const source: AreaSource = {
    children: async (code) => {
      if (code === undefined)
        return [{ code: '', name: any(), level: 1, leaf: true }, ...(await nodesOn('', 1))];
      const place = placeOfArea(code);
      return nodesOn(place.area, (await pathTo(place)).length + 1);
    },
    path: (code) => pathTo(placeOfArea(code)),
    search: async (text) => {
      const found: AreaNode[][] = [];
      for (const { parentCode: map } of await listMaps())
        for (const [area, name] of await namesOn(map))
          if (`${name.name}\n${name.english ?? ''}`.toLowerCase().includes(text.toLowerCase()))
            found.push(await pathTo({ area, map }));
      return found;
    },
  };
  return { source, codeOf };
}

/** Names of an area of a region map. */
export interface AreaName {
  readonly name: string;
  /** Null: it has none. */
  readonly english: string | null;
}

type Json = Readonly<Record<string, unknown>>;

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null ? (value as Json) : {};
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

/** Names of the areas of a GeoJSON by their codes, which are formed as the server forms them. */
export function areaNames(map: unknown): ReadonlyMap<string, AreaName> {
  const root = asObject(map);
  const features: unknown = root['type'] === 'Feature' ? [root] : root['features'];
  const names = new Map<string, AreaName>();
  if (!Array.isArray(features)) return names;
  for (const [index, value] of features.entries()) {
    const feature = asObject(value);
    const properties = asObject(feature['properties']);
    const name = textOf(properties['name']);
    if (name === '') continue;
    const own = [properties['adcode'], properties['id'], feature['id']].find(
      (code): code is string | number =>
        (typeof code === 'string' && code !== '') || typeof code === 'number',
    );
    const code = own === undefined ? `feature-${index}` : String(own);
    const english = [properties['name:en'], properties['name_en']].map(textOf).find((text) => text !== '');
    names.set(names.has(code) ? `${code}-${index}` : code, { name, english: english ?? null });
  }
  return names;
}
