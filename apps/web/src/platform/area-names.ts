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
