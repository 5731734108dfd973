/** Geographic coordinate, degrees. */
export interface LngLat {
  readonly lng: number;
  readonly lat: number;
}

/** Margin around a single position, degrees. */
const MIN_MARGIN = 1.2;

/**
 * Backdrop shown without a map: one polygon around all positions, as GeoJSON.
 * Without positions it is around a default coordinate.
 */
export function backdropOf(positions: readonly LngLat[], name: string): Uint8Array<ArrayBuffer> {
  const { west, east, south, north } = boundsOf(positions);
  const round = 0.12 * (east - west);
  const outline: [number, number][] = [];
  // A rectangle with round corners, clockwise from the south-west.
  const corners = [
    [west + round, south + round, 180],
    [west + round, north - round, 270],
    [east - round, north - round, 0],
    [east - round, south + round, 90],
  ] as const;
  for (const [x, y, from] of corners) {
    for (let degrees = 0; degrees <= 90; degrees += 15) {
      const angle = ((from + degrees) * Math.PI) / 180;
      outline.push([x + round * Math.sin(angle), y + round * Math.cos(angle)]);
    }
  }
  outline.push(outline[0]!);
  const features = [
    {
      type: 'Feature',
      id: BACKDROP_ID,
      properties: { name },
      geometry: { type: 'Polygon', coordinates: [outline] },
    },
  ];
  return new TextEncoder().encode(JSON.stringify({ type: 'FeatureCollection', features }));
}

export const BACKDROP_ID = 'ground';

export interface Bounds {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** Bounds of all positions, wider than high, with a margin. */
export function boundsOf(positions: readonly LngLat[]): Bounds {
  const shown = positions.length > 0 ? positions : [{ lng: 105.16353, lat: 31.635225 }];
  const lngs = shown.map(({ lng }) => lng);
  const lats = shown.map(({ lat }) => lat);
  const x = (Math.min(...lngs) + Math.max(...lngs)) / 2;
  const y = (Math.min(...lats) + Math.max(...lats)) / 2;
  const half = Math.max(
    MIN_MARGIN,
    (Math.max(...lngs) - Math.min(...lngs)) * 0.75,
    (Math.max(...lats) - Math.min(...lats)) * 1.1,
  );
  return { west: x - half * 1.4, east: x + half * 1.4, south: y - half, north: y + half };
}

/** Position of the cloud: north-east of the bounds, farther in a wide viewport. */
export function cloudPosition(bounds: Bounds, distance: number, aspect: number): LngLat {
  const lat = (bounds.south + bounds.north) / 2;
  const aside = distance * 0.25 * Math.min(1.2, Math.max(0.45, aspect));
  return {
    lng: (bounds.west + bounds.east) / 2 + aside,
    lat: lat + distance * 0.19 * Math.cos((lat * Math.PI) / 180),
  };
}

/** Curve that bends to the left, for the animated flow along it. */
export function curveBetween(from: LngLat, to: LngLat, steps = 16): [number, number][] {
  const bend = {
    lng: (from.lng + to.lng) / 2 - (to.lat - from.lat) * 0.2,
    lat: (from.lat + to.lat) / 2 + (to.lng - from.lng) * 0.2,
  };
  return Array.from({ length: steps + 1 }, (_, step) => {
    const t = step / steps;
    const mix = (a: number, b: number, c: number) => (1 - t) ** 2 * a + 2 * (1 - t) * t * b + t ** 2 * c;
    return [mix(from.lng, bend.lng, to.lng), mix(from.lat, bend.lat, to.lat)];
  });
}

/**
 * Labels without overlap: of several items near each other, the first is labelled with the number of others.
 * @param near degrees
 */
export function groupedLabels<T extends { readonly at: LngLat; readonly name: string }>(
  items: readonly T[],
  near: number,
): ReadonlyMap<T, string> {
  const heads: { readonly item: T; hiddenCount: number }[] = [];
  for (const item of items) {
    const head = heads.find(
      ({ item: { at } }) =>
        Math.abs(at.lng - item.at.lng) < near * 2 && Math.abs(at.lat - item.at.lat) < near,
    );
    if (head) head.hiddenCount += 1;
    else heads.push({ item, hiddenCount: 0 });
  }
  return new Map(
    heads.map(({ item, hiddenCount }) => [
      item,
      hiddenCount > 0 ? `${item.name} +${hiddenCount}` : item.name,
    ]),
  );
}

/** Widest scale bar, CSS px. */
const BAR_MAX_PIXELS = 120;
const BAR_STEPS = [5, 2, 1] as const;

/** Round length of the scale bar and its width on the screen. */
export function scaleBar(metresPerPixel: number): { readonly metres: number; readonly pixels: number } {
  const longest = metresPerPixel * BAR_MAX_PIXELS;
  const power = 10 ** Math.floor(Math.log10(longest));
  const metres = (BAR_STEPS.find((step) => step * power <= longest) ?? 1) * power;
  return { metres, pixels: metres / metresPerPixel };
}

/** 500 m, 20 km. */
export const lengthText = (metres: number): string =>
  metres >= 1000 ? `${Math.round(metres / 1000)} km` : `${Math.round(metres)} m`;
