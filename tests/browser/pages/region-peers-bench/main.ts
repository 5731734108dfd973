import { PolygonLayer as L7PolygonLayer, Map as L7Map, Scene as L7Scene } from '@antv/l7';
import { Deck, MapView } from '@deck.gl/core';
import { PathLayer, PolygonLayer } from '@deck.gl/layers';
import type { Subject } from '../region-bench/main.ts';
import { watchZoom, ZOOM_MS, ZOOM_TO } from '../region-bench/zoom.ts';
import { pause, watch } from '../watch.ts';

type Ring = [number, number][];

interface MapFile {
  features: {
    properties: { name: string; center: [number, number] };
    geometry: { type: string; coordinates: Ring[] | Ring[][] };
  }[];
}

/** Half the width of a region, degrees, and the zoom at which it fills the view. */
const REGION_REACH = 0.3;
const REGION_ZOOM = 6.2;

const host = document.querySelector<HTMLElement>('#view')!;
const nothing = { draws: 0, bytes: 0, hoverMicroseconds: 0 };
let shown: MapFile | undefined;

const polygonsOf = ({ features }: MapFile): Ring[][] =>
  features.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates as Ring[]] : (geometry.coordinates as Ring[][]),
  );

function ringArea(ring: Ring): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    sum += (ring[j]![0] - ring[0]![0]) * (ring[i]![1] - ring[0]![1]);
    sum -= (ring[i]![0] - ring[0]![0]) * (ring[j]![1] - ring[0]![1]);
  }
  return Math.abs(sum) / 2;
}

/** Area of outer rings minus holes, square degrees. */
const areaOf = (polygons: Ring[][]) =>
  polygons.reduce(
    (sum, [outer, ...holes]) =>
      sum + ringArea(outer!) - holes.reduce((inner, ring) => inner + ringArea(ring), 0),
    0,
  );

/** Internal buffers of an extruded layer of deck.gl. */
interface Tesselator {
  get(name: 'indices'): Uint32Array | null;
  get(name: 'positions'): Float64Array | Float32Array | null;
}
interface SolidLayer {
  state?: { polygonTesselator?: Tesselator };
}

interface DeckLike {
  setProps(props: object): void;
  finalize(): void;
  layerManager?: { getLayers(): SolidLayer[] };
}
let deck: DeckLike | undefined;
let afterRender = () => {};

/** deck.gl's own layers for extruded polygons and for lines, with their defaults. */
const deckGl: Subject = {
  async prepare() {
    await new Promise<void>((resolve, reject) => {
      afterRender = resolve;
      deck = new Deck({
        parent: host,
        width: '100%',
        height: '100%',
        views: new MapView({ repeat: false }),
        initialViewState: { longitude: 104, latitude: 37, zoom: 3, pitch: 30 },
        // Its moves from one view to another are part of the controller.
        controller: true,
        layers: [],
        onAfterRender: () => afterRender(),
        onError: reject,
      }) as DeckLike;
    });
    await pause(300);
  },

  async run(path) {
    const { result, ...watched } = await watch(async () => {
      const file = (await (await fetch(path)).json()) as MapFile;
      await new Promise<void>((resolve) => {
        afterRender = () => {
          if ((deck!.layerManager?.getLayers().length ?? 0) > 1) resolve();
        };
        deck!.setProps({
          layers: [
            new PolygonLayer({
              id: 'regions',
              data: polygonsOf(file),
              getPolygon: (polygon: Ring[]) => polygon,
              extruded: true,
              getElevation: 10_000,
              getFillColor: [8, 163, 101],
            }),
            // An extruded layer draws no outline; the compared maps have one.
            new PathLayer({
              id: 'borders',
              data: polygonsOf(file).flat(),
              getPath: (ring: Ring) => ring,
              getColor: [0, 120, 212],
              widthMinPixels: 1,
            }),
          ],
        });
      });
      return file;
    });
    shown = result;
    return watched;
  },

  zoom: () =>
    watchZoom(
      () =>
        new Promise<void>((resolve) => {
          const [longitude, latitude] = shown!.features[ZOOM_TO]!.properties.center;
          deck!.setProps({
            initialViewState: {
              longitude,
              latitude,
              zoom: REGION_ZOOM,
              pitch: 30,
              transitionDuration: ZOOM_MS,
              onTransitionEnd: () => resolve(),
            },
          });
        }),
    ),

  async finish() {
    const tesselator = deck?.layerManager
      ?.getLayers()
      .map(({ state }) => state?.polygonTesselator)
      .find((found) => found !== undefined);
    const indices = tesselator?.get('indices');
    const positions = tesselator?.get('positions');
    if (!indices || !positions) throw new Error('deck.gl has no triangles');
    let triangleArea = 0;
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [indices[i]! * 3, indices[i + 1]! * 3, indices[i + 2]! * 3];
      triangleArea +=
        Math.abs(
          (positions[b]! - positions[a]!) * (positions[c + 1]! - positions[a + 1]!) -
            (positions[c]! - positions[a]!) * (positions[b + 1]! - positions[a + 1]!),
        ) / 2;
    }
    deck!.finalize();
    const polygonArea = areaOf(polygonsOf(shown!));
    return { ...nothing, regions: shown!.features.length, triangleArea, polygonArea };
  },
};

let scene: typeof L7Scene;

/** L7's own layer for extruded polygons on its own base map without tiles; without borders. */
const l7: Subject = {
  async prepare() {
    scene = new L7Scene({
      id: host,
      logoVisible: false,
      map: new L7Map({ style: 'blank', center: [104, 37], zoom: 3, pitch: 30 }),
    });
    await new Promise<void>((resolve) => scene.on('loaded', resolve));
    await pause(300);
  },

  async run(path) {
    const { result, ...watched } = await watch(async () => {
      const file = (await (await fetch(path)).json()) as MapFile;
      const layer = new L7PolygonLayer({}).source(file).shape('extrude').size(10_000).color('#08A365');
      const drawn = new Promise<void>((resolve) => {
        layer.on('inited', () => requestAnimationFrame(() => resolve()));
      });
      scene.addLayer(layer);
      await drawn;
      return file;
    });
    shown = result;
    return watched;
  },

  zoom: () =>
    watchZoom(
      () =>
        new Promise<void>((resolve) => {
          scene.on('zoomend', () => resolve());
          const [x, y] = shown!.features[ZOOM_TO]!.properties.center;
          scene.fitBounds(
            [
              [x - REGION_REACH, y - REGION_REACH],
              [x + REGION_REACH, y + REGION_REACH],
            ],
            { duration: ZOOM_MS },
          );
        }),
    ),

  async finish() {
    scene.destroy();
    return { ...nothing, regions: shown!.features.length, triangleArea: 0, polygonArea: 0 };
  },
};

window.subjects = { deckGl, l7 };
