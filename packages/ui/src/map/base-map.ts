import { Map as MapLibreMap, setWorkerUrl, type StyleSpecification } from 'maplibre-gl';
// A file of its own beside the page's scripts: the page's policy refuses workers from blobs.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { FeatureCollection } from 'geojson';
import 'maplibre-gl/dist/maplibre-gl.css';
import type { BaseMap } from './map-source.ts';
import type { LngLatPair } from './drawn-plot.ts';

setWorkerUrl(workerUrl);

/** Colours of the base map by theme; canvas pixels take no CSS variables. */
const COLOURS = {
  light: { water: '#cfe0ea', land: '#f2f1e6', line: '#8aa08c', area: '#7fae86' },
  dark: { water: '#16242c', land: '#222b25', line: '#5d7263', area: '#3f6b49' },
} as const;

function styleOf({ tiles }: BaseMap, theme: keyof typeof COLOURS): StyleSpecification {
  const colour = COLOURS[theme];
  const empty: FeatureCollection = { type: 'FeatureCollection', features: [] };
  return {
    version: 8,
    sources: {
      ...(tiles === null ? {} : { tiles: { type: 'raster', tiles: [tiles], tileSize: 256 } }),
      land: { type: 'geojson', data: empty },
      areas: { type: 'geojson', data: empty },
    },
    layers: [
      { id: 'water', type: 'background', paint: { 'background-color': colour.water } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colour.land } },
      { id: 'coast', type: 'line', source: 'land', paint: { 'line-color': colour.line, 'line-width': 0.5 } },
      ...(tiles === null ? [] : [{ id: 'tiles', type: 'raster' as const, source: 'tiles' }]),
      {
        id: 'areas',
        type: 'fill',
        source: 'areas',
        paint: { 'fill-color': colour.area, 'fill-opacity': 0.12 },
      },
      {
        id: 'borders',
        type: 'line',
        source: 'areas',
        paint: { 'line-color': colour.area, 'line-width': 1.2 },
      },
    ],
  };
}

/** Whether this browser can draw maps. */
export function supportsMaps(): boolean {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}

/**
 * Creates a map in an element: tiles of the given address over the built-in land, with the organisation's own areas. It
 * works without a network.
 * @throws {Error} where the browser has no WebGL
 */
export function createBaseMap(
  container: HTMLElement,
  baseMap: BaseMap,
  locale: Readonly<Record<string, string>>,
): MapLibreMap {
  const theme = document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';
  const map = new MapLibreMap({
    container,
    style: styleOf(baseMap, theme),
    center: [baseMap.centre.longitude, baseMap.centre.latitude],
    zoom: baseMap.zoom,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
    // The preview is read from the canvas.
    canvasContextAttributes: { preserveDrawingBuffer: true },
    locale: { ...locale },
  });
  map.touchZoomRotate.disableRotation();
  void fillShapes(map, baseMap);
  return map;
}

async function fillShapes(map: MapLibreMap, baseMap: BaseMap): Promise<void> {
  const loaded = new Promise<void>((resolve) => void map.once('load', () => resolve()));
  const shapes = await baseMap.shapes().catch(() => []);
  await loaded;
  const [land, ...areas] = shapes;
  const write = (id: string, data: FeatureCollection): void => {
    const source = map.getSource(id);
    if (source && 'setData' in source)
      (source as { setData: (data: FeatureCollection) => void }).setData(data);
  };
  if (land) write('land', land);
  write('areas', { type: 'FeatureCollection', features: areas.flatMap(({ features }) => features) });
}

/** Shows all points, without moving closer than a plot needs. */
export function showPoints(map: MapLibreMap, points: readonly LngLatPair[]): void {
  if (points.length === 0) return;
  const longitudes = points.map(([longitude]) => longitude);
  const latitudes = points.map(([, latitude]) => latitude);
  map.fitBounds(
    [
      [Math.min(...longitudes), Math.min(...latitudes)],
      [Math.max(...longitudes), Math.max(...latitudes)],
    ],
    { padding: 48, maxZoom: 17, animate: false },
  );
}
