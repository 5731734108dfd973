import type { Locale } from '../core/messages.ts';
import type { LoadedMap } from './geojson.contract.ts';

/** Properties with the name in a language: OpenStreetMap's, then Natural Earth's. */
const NAME_KEYS: Readonly<Record<Locale, readonly string[]>> = {
  'zh-CN': ['name:zh', 'name_zh'],
  en: ['name:en', 'name_en'],
};

/** The map with names in a language, where properties have them; other regions keep their `name`. */
export function namedIn(map: LoadedMap, locale: Locale): LoadedMap {
  const { names, propertiesTexts } = map.flat;
  const keys = NAME_KEYS[locale];
  const localNames = names.map((name, region) => nameOf(propertiesTexts[region]!, keys) ?? name);
  return { ...map, flat: { ...map.flat, names: localNames } };
}

function nameOf(propertiesText: string, keys: readonly string[]): string | null {
  // A fast check: parsing thousands of properties is slow, and most maps have one language.
  if (!keys.some((key) => propertiesText.includes(`"${key}"`))) return null;
  const properties = JSON.parse(propertiesText) as Readonly<Record<string, unknown>>;
  const name = keys.map((key) => properties[key]).find((one) => typeof one === 'string' && one.trim() !== '');
  return (name as string | undefined) ?? null;
}
