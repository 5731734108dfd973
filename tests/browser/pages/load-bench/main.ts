import type { BufferGeometry, Mesh, Object3D } from 'three';
import { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { ModelLibrary } from '../../../../packages/farm3d-engine/src/resources/model-library.ts';
import { ModelClient } from '../../../../packages/farm3d-engine/src/workers/model.client.ts';

/** What one way of loading did. */
export interface Round {
  /** From the first request until the last model can be drawn. */
  wallMs: number;
  /** Longest time in which the page could not react. */
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

/** Watches the main thread while something runs. */
async function watch(work: () => Promise<readonly number[]>): Promise<Round> {
  await pause(300);
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length));
  observer.observe({ entryTypes: ['longtask'] });
  let worstGapMs = 0;
  let last = performance.now();
  let isOver = false;
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    const now = performance.now();
    worstGapMs = Math.max(worstGapMs, now - last);
    last = now;
    if (!isOver) port2.postMessage(null);
  });
  port1.start();
  port2.postMessage(null);
  const start = performance.now();
  const triangles = await work();
  const wallMs = performance.now() - start;
  await pause(60);
  isOver = true;
  await pause(30);
  observer.disconnect();
  port1.close();
  return {
    wallMs,
    worstGapMs,
    longTasks,
    models: triangles.length,
    triangles: triangles.reduce((sum, count) => sum + count, 0),
  };
}

window.loadOurs = async (paths) => {
  // As published: minified, three's core alone inside. Vite's own build of this page is neither.
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
