// Generates a fictitious country as GeoJSON with as many regions, polygons and points as all counties of
// China; reproducible.

/** Counties of China as the reference counts them. */
export const REGIONS = 2_863;
export const POLYGONS = 4_709;
/** Approximate total number of positions. */
export const POINTS = 985_000;

export interface GeneratorOptions {
  readonly seed?: number;
  readonly regions?: number;
  readonly polygons?: number;
  readonly points?: number;
  /** Share of main polygons with a hole. */
  readonly holeShare?: number;
}

type Position = [number, number];

/** mulberry32 */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Circle with a rough edge that does not intersect itself: one radius per angle. */
function coast(random: () => number, center: Position, radius: number, count: number): Position[] {
  const waves = Array.from({ length: 7 }, (_, i) => ({
    frequency: 2 + i * 5,
    height: (random() * 0.3) / (i + 1),
    phase: random() * Math.PI * 2,
  }));
  const ring: Position[] = [];
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * Math.PI * 2;
    let r = 1 + (random() - 0.5) * 0.02;
    for (const { frequency, height, phase } of waves) r += height * 0.4 * Math.sin(frequency * angle + phase);
    const x = center[0] + radius * r * Math.cos(angle);
    const y = center[1] + radius * r * 0.8 * Math.sin(angle);
    // Five decimals, as in surveyed files: about a metre.
    ring.push([Math.round(x * 1e5) / 1e5, Math.round(y * 1e5) / 1e5]);
  }
  const [first] = ring;
  return first ? [...ring, first] : ring;
}

/** The map as GeoJSON text, about 20 MB with the defaults. */
export function generateMap(options: GeneratorOptions = {}): string {
  const { seed = 1, regions = REGIONS, polygons = POLYGONS, points = POINTS, holeShare = 0.12 } = options;
  const random = createRandom(seed);
  const columns = Math.ceil(Math.sqrt(regions * 1.6));
  const cell = 58 / columns;
  const islands = polygons - regions;
  // A third of an island's points: files have a few long coasts and many small islands.
  const perMain = Math.round((points * 0.88) / regions);
  const perIsland = Math.max(8, Math.round((points * 0.09) / islands));
  const perHole = Math.max(8, Math.round((points * 0.03) / (regions * holeShare)));
  const features: string[] = [];
  let islandsSoFar = 0;
  for (let i = 0; i < regions; i++) {
    const center: Position = [75 + ((i % columns) + 0.5) * cell, 20 + (Math.floor(i / columns) + 0.5) * cell];
    const count = Math.max(12, Math.round(perMain * (0.4 + 1.2 * random())));
    const rings = [coast(random, center, cell * 0.3, count)];
    if (random() < holeShare) rings.push(coast(random, center, cell * 0.08, perHole).reverse());
    const shape = [rings];
    const islandCount = Math.floor(((i + 1) * islands) / regions);
    for (let n = 0; islandsSoFar < islandCount; n++, islandsSoFar++) {
      const islandCenter: Position = [center[0] + cell * (n % 2 ? 0.46 : -0.46), center[1] + cell * 0.46];
      shape.push([coast(random, islandCenter, cell * 0.03, perIsland)]);
    }
    const geometry =
      shape.length === 1
        ? { type: 'Polygon', coordinates: shape[0] }
        : { type: 'MultiPolygon', coordinates: shape };
    const properties = { name: `区域${i + 1}`, adcode: 100_000 + i, center };
    features.push(JSON.stringify({ type: 'Feature', properties, geometry }));
  }
  return `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}`;
}
