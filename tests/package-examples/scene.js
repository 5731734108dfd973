// The content of every example: a scene with a Draco model, an FBX and a KTX2 texture, and a map. Each
// example copies this file; they differ in how the package is loaded.
import { FarmViewer } from 'farm3d-engine';
import { RegionMap, createMercator } from 'farm3d-engine/region';

const ZERO = { x: 0, y: 0, z: 0 };
const ONE = { x: 1, y: 1, z: 1 };

const place = (id, x, z) => ({
  id,
  parentId: null,
  position: { x, y: 0, z },
  rotation: ZERO,
  scale: ONE,
  extra: {},
});

/** A field of two parts, as the bytes of a GeoJSON file. */
function map() {
  const square = (id, west) => ({
    type: 'Feature',
    id,
    properties: { name: id },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, 30],
          [west, 31],
          [west + 1, 31],
          [west + 1, 30],
          [west, 30],
        ],
      ],
    },
  });
  const content = { type: 'FeatureCollection', features: [square('A1', 104), square('B2', 105)] };
  return new TextEncoder().encode(JSON.stringify(content));
}

/**
 * @param {HTMLElement} element
 * @param {string} models address of the folder with the models
 * @param {import('farm3d-engine').FarmViewerOptions} [options]
 */
export function openScene(element, models, options) {
  const viewer = new FarmViewer(element, { quality: 'low', labels: 'all', ...options });
  const failures = [];
  viewer.on('model-fallback', ({ id, reason, message }) => failures.push(`${id}: ${reason} ${message}`));
  const loaded = viewer.load({
    baseModelPath: `${models}greenhouse.glb`,
    layout: {
      camera: null,
      equipment: [place('probe', 2, 1), place('crate', -2, 1), place('sign', 0, 2)],
      childScenes: [],
      extra: {},
    },
    catalogue: [
      { equipmentId: 'probe', name: '土壤墒情', modelPath: `${models}soil-probe.glb` },
      { equipmentId: 'crate', name: 'FBX', modelPath: `${models}crate.fbx` },
      { equipmentId: 'sign', name: 'KTX2', modelPath: `${models}sign.gltf` },
    ],
  });
  return { viewer, failures, loaded };
}

/** @param {HTMLElement} element */
export async function openMap(element) {
  const regions = new RegionMap(element, { projection: createMercator(), reducedMotion: true });
  await regions.load(map());
  return { regions, count: regions.regions().length };
}

/** Shows both in halves of the page; the result is written to the page's dataset for the test. */
export async function main() {
  const models = new URLSearchParams(location.search).get('models') ?? '/models/';
  const [left, right] = ['scene', 'map'].map((id) => {
    const half = document.createElement('div');
    half.id = id;
    half.style.cssText = 'position:relative;width:50%;height:100vh;float:left';
    document.body.append(half);
    return half;
  });
  try {
    const { viewer, failures, loaded } = openScene(left, models);
    await loaded;
    const { count } = await openMap(right);
    viewer.requestRender();
    document.body.dataset.outcome = JSON.stringify({
      failures,
      models: viewer.stats().models,
      regions: count,
    });
  } catch (error) {
    document.body.dataset.outcome = JSON.stringify({ error: String(error), code: error.code });
  }
}
