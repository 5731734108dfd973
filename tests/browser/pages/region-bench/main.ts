import { geoMercator } from 'd3-geo';
import * as region from 'farm3d-engine/region';
import {
  BufferGeometry,
  ExtrudeGeometry,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  Path,
  Scene,
  Shape,
  Vector3,
} from 'three';
import { pause, watch, type Watched } from '../watch.ts';
import { watchZoom, ZOOM_TO } from './zoom.ts';

/** Measurements of one way of showing a map. */
export interface Round extends Watched {
  regions: number;
  draws: number;
  /** Bytes of vertex and index arrays. */
  bytes: number;
  /** Area of the top faces' triangles, square degrees of the plane. */
  triangleArea: number;
  polygonArea: number;
  hoverMicroseconds: number;
}

/** One way of showing a map. The viewer is created before, so that only the map is measured. */
export interface Subject {
  prepare(): Promise<void>;
  run(path: string): Promise<Watched>;
  /** Moves from the whole map to one region within 250 ms; absent: it is not drawn. */
  zoom?: () => Promise<Watched>;
  /** Returns the measurements and disposes the viewer. */
  finish(): Promise<Omit<Round, keyof Watched>>;
}

declare global {
  interface Window {
    subjects: Record<string, Subject> | undefined;
  }
}

const host = document.querySelector<HTMLElement>('#view')!;
let map: region.RegionMap | undefined;
let loaded: region.MapLoadResult | undefined;

const ours: Subject = {
  async prepare() {
    // Reduced motion while it loads, by the browser's setting; the zoom is animated.
    map = new region.RegionMap(host, { projection: region.createMercator() });
    await pause(300);
  },

  async run(path) {
    const { result, ...watched } = await watch(async () => {
      const drawn = new Promise<void>((resolve) => {
        map!.on('render', ({ draws }) => {
          if (draws >= 3) resolve();
        });
      });
      const result = await map!.load(path);
      await drawn;
      return result;
    });
    loaded = result;
    return watched;
  },

  zoom: () => watchZoom(() => map!.fit([loaded!.regions[ZOOM_TO]!.id])),

  async finish() {
    const { draws, bytes } = map!.stats();
    const { width, height } = host.getBoundingClientRect();
    const hovers = 5_000;
    const start = performance.now();
    for (let i = 0; i < hovers; i++) map!.pick((i % 97) * (width / 97), (i % 89) * (height / 89));
    const hoverMicroseconds = ((performance.now() - start) / hovers) * 1000;
    const { triangleArea, polygonArea } = loaded!;
    map!.dispose();
    return { regions: loaded!.regions.length, draws, bytes, triangleArea, polygonArea, hoverMicroseconds };
  },
};

type Ring = [number, number][];

const scene = new Scene();
let featureCount = 0;

/** As in tutorials: a Shape, an ExtrudeGeometry and a Line for each polygon, on the main thread. */
const extrude: Subject = {
  prepare: async () => {},

  async run(path) {
    const { result, ...watched } = await watch(async () => {
      const response = await fetch(path);
      const { features } = (await response.json()) as {
        features: { geometry: { type: string; coordinates: Ring[] | Ring[][] } }[];
      };
      const projection = geoMercator()
        .center([105.16353, 31.635225])
        .scale(180 / Math.PI)
        .translate([0, 0]);
      const group = new Group();
      for (const { geometry } of features) {
        const polygons = (
          geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
        ) as Ring[][];
        const materials = [
          new MeshBasicMaterial({ color: '#08A365' }),
          new MeshBasicMaterial({ color: '#1E1E1E' }),
        ];
        for (const rings of polygons) {
          const shape = new Shape();
          const points: Vector3[] = [];
          for (const [r, ring] of rings.entries()) {
            const path = r === 0 ? shape : new Path();
            for (const [i, place] of ring.entries()) {
              const [x, y] = projection(place)!;
              if (i === 0) path.moveTo(x, -y);
              else path.lineTo(x, -y);
              if (r === 0) points.push(new Vector3(x, -y, 0.1));
            }
            if (r > 0) shape.holes.push(path);
          }
          group.add(new Mesh(new ExtrudeGeometry(shape, { depth: 0.1, bevelEnabled: false }), materials));
          group.add(
            new Line(new BufferGeometry().setFromPoints(points), new LineBasicMaterial({ color: '#0078D4' })),
          );
        }
      }
      scene.add(group);
      // Not drawn: 9,418 meshes take half a minute in software rendering, which is not compared.
      return features.length;
    });
    featureCount = result;
    return watched;
  },

  async finish() {
    let bytes = 0;
    let triangleArea = 0;
    let draws = 0;
    scene.traverse((object) => {
      const { geometry } = object as Mesh;
      if (!geometry) return;
      for (const attribute of Object.values(geometry.attributes)) bytes += attribute.array.byteLength;
      bytes += geometry.index?.array.byteLength ?? 0;
      // One draw call for the caps, one for the walls, one for the line.
      draws += Math.max(1, geometry.groups.length);
      const caps = geometry.groups[0];
      if (!caps) return;
      const { array } = geometry.attributes['position']!;
      // Group 0 is both caps.
      for (let v = caps.start; v < caps.start + caps.count; v += 3) {
        const at = v * 3;
        triangleArea +=
          Math.abs(
            (array[at + 3]! - array[at]!) * (array[at + 7]! - array[at + 1]!) -
              (array[at + 6]! - array[at]!) * (array[at + 4]! - array[at + 1]!),
          ) / 4;
      }
    });
    return { regions: featureCount, draws, bytes, triangleArea, polygonArea: 0, hoverMicroseconds: 0 };
  },
};

window.subjects = { ours, extrude };
