import type { BufferGeometry, Mesh, Object3D } from 'three';
import { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { ModelLibrary } from '../../../../packages/farm3d-engine/src/resources/model-library.ts';
import { ModelClient } from '../../../../packages/farm3d-engine/src/workers/model.client.ts';

/** Measurements of one way of loading. */
export interface Round {
  /** Milliseconds from the first request until the last model can be drawn. */
  wallMs: number;
  /** Longest time in which the main thread did not respond, milliseconds. */
  worstGapMs: number;
  longTasks: number;
  models: number;
  triangles: number;
}

declare global {
  interface Window {
    /** Loads all these at once. */
    loadOurs: (paths: readonly string[]) => Promise<Round>;
    loadThree: (paths: readonly string[]) => Promise<Round>;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolution of the longest gap, milliseconds: the shortest interval of a timer. */
const TICK_MS = 4;

/** Measures the main thread while `work` runs. */
async function watch(work: () => Promise<readonly number[]>): Promise<Round> {
  await pause(300);
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length));
  observer.observe({ entryTypes: ['longtask'] });
  let worstGapMs = 0;
  let last = performance.now();
  // A timer, not a loop of messages: that would take one of two cores from the workers, as no page does.
  const timer = setInterval(() => {
    const now = performance.now();
    worstGapMs = Math.max(worstGapMs, now - last);
    last = now;
  }, TICK_MS);
  const start = performance.now();
  const triangles = await work();
  const wallMs = performance.now() - start;
  await pause(60);
  clearInterval(timer);
  await pause(30);
  observer.disconnect();
  return {
    wallMs,
    worstGapMs,
    longTasks,
    models: triangles.length,
    triangles: triangles.reduce((sum, count) => sum + count, 0),
  };
}

window.loadOurs = async (paths) => {
  // The published worker: minified, with only three's core inside. Vite's build of this page is neither.
  const client = new ModelClient({ workerUrl: './engine/glb.worker.js' });
  const library = new ModelLibrary(client);
  try {
    return await watch(async () => {
      const handles = await Promise.all(paths.map((path) => library.acquire(path)));
      return handles.map(({ model }) => model.triangles);
    });
  } finally {
    library.dispose();
    client.dispose();
  }
};

window.loadThree = async (paths) => {
  const draco = new DRACOLoader().setWorkerLimit(4);
  const gltf = new GLTFLoader().setDRACOLoader(draco);
  const fbx = new FBXLoader();
  try {
    return await watch(async () => {
      const scenes = await Promise.all(
        paths.map(async (path) =>
          path.endsWith('.fbx') ? fbx.loadAsync(path) : (await gltf.loadAsync(path)).scene,
        ),
      );
      return scenes.map(trianglesOf);
    });
  } finally {
    draco.dispose();
  }
};

function trianglesOf(scene: Object3D): number {
  let count = 0;
  scene.traverse((object) => {
    const geometry = (object as Mesh).geometry as BufferGeometry | undefined;
    if (geometry) count += (geometry.index ?? geometry.getAttribute('position')).count / 3;
  });
  return count;
}
