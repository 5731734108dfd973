/** One ring of an area, longitude before latitude; a hole is a ring of its own. */
export type Ring = readonly (readonly [number, number])[];

/** An area of a map file. */
export interface MapArea {
  /**
   * `adcode`, else `id`, of the properties or the feature, else the index in the file; the same on the map screen.
   */
  readonly code: string;
  readonly name: string;
  readonly rings: readonly Ring[];
}

/** Least points of a ring. */
const MIN_POINTS = 3;

type Feature = { readonly id?: unknown; readonly properties?: unknown; readonly geometry?: unknown };

/**
 * Areas of a GeoJSON file; features without a name or polygon are left out.
 * @returns null when the text is no GeoJSON or has no area
 */
export function mapAreas(text: string): MapArea[] | null {
  let root: unknown;
  try {
    root = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  const features = featuresOf(root);
  if (!features) return null;
  const codes = new Set<string>();
  const areas: MapArea[] = [];
  for (const [index, feature] of features.entries()) {
    const properties = asObject(feature.properties);
    const name = nameOf(properties['name']);
    const rings = ringsOf(asObject(feature.geometry));
    if (name === '' || rings.length === 0) continue;
    const code = codeOf([properties['adcode'], properties['id'], feature.id], index, codes);
    codes.add(code);
    areas.push({ code, name, rings });
  }
  return areas.length > 0 ? areas : null;
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function featuresOf(root: unknown): Feature[] | null {
  const { type, features } = asObject(root);
  if (type === 'Feature') return [root as Feature];
  if (type !== 'FeatureCollection' || !Array.isArray(features)) return null;
  return features.map((feature) => asObject(feature) as Feature);
}

function nameOf(name: unknown): string {
  if (typeof name === 'number') return String(name);
  return typeof name === 'string' ? name.trim() : '';
}

function codeOf(candidates: readonly unknown[], index: number, taken: ReadonlySet<string>): string {
  const own = candidates.find(
    (value): value is string | number =>
      (typeof value === 'string' && value !== '') || typeof value === 'number',
  );
  const code = own === undefined ? `feature-${index}` : String(own);
  return taken.has(code) ? `${code}-${index}` : code;
}

function ringsOf({ type, coordinates }: Readonly<Record<string, unknown>>): Ring[] {
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : [];
  if (!Array.isArray(polygons)) return [];
  return polygons
    .flatMap((rings: unknown) => (Array.isArray(rings) ? (rings as unknown[]) : []))
    .map(ringOf)
    .filter((ring) => ring !== null);
}

/** @returns null for a ring with invalid positions */
function ringOf(points: unknown): Ring | null {
  if (!Array.isArray(points) || points.length < MIN_POINTS) return null;
  const ring: [number, number][] = [];
  for (const point of points as unknown[]) {
    const [lng, lat] = Array.isArray(point) ? (point as unknown[]) : [];
    if (typeof lng !== 'number' || typeof lat !== 'number' || !Number.isFinite(lng + lat)) return null;
    ring.push([lng, lat]);
  }
  return ring;
}
