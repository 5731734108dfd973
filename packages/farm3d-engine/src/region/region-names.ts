import type { Locale } from '../core/messages.ts';
import type { LoadedMap } from './geojson.contract.ts';

/** Properties that name a feature in a language: as OpenStreetMap writes them, then as Natural Earth does. */
const NAME_KEYS: Readonly<Record<Locale, readonly string[]>> = {
  'zh-CN': ['name:zh', 'name_zh'],
  en: ['name:en', 'name_en'],
};

/** The map with its regions named in a language, as far as their properties say how; the others keep their `name`. */
export function namedIn(map: LoadedMap, locale: Locale): LoadedMap {
  const { names, propertiesTexts } = map.flat;
  const keys = NAME_KEYS[locale];
  const named = names.map((name, region) => nameOf(propertiesTexts[region]!, keys) ?? name);
  return { ...map, flat: { ...map.flat, names: named } };
}

function nameOf(propertiesText: string, keys: readonly string[]): string | null {
  // Parsing thousands of properties takes long; most maps have one language.
  if (!keys.some((key) => propertiesText.includes(`"${key}"`))) return null;
  const properties = JSON.parse(propertiesText) as Readonly<Record<string, unknown>>;
  const name = keys.map((key) => properties[key]).find((one) => typeof one === 'string' && one.trim() !== '');
  return (name as string | undefined) ?? null;
}
