import { AnimationMixer, SkinnedMesh, type Mesh, Vector3 } from 'three';
import { FarmError } from '../../../../packages/farm3d-engine/src/core/errors.ts';
import type { Model } from '../../../../packages/farm3d-engine/src/resources/model.ts';
import { ModelLibrary } from '../../../../packages/farm3d-engine/src/resources/model-library.ts';
import { ModelClient } from '../../../../packages/farm3d-engine/src/workers/model.client.ts';
import type { ModelData } from '../../../../packages/farm3d-engine/src/workers/model.contract.ts';

/** What came of one file. */
export interface Inspection {
  ok: boolean;
  format: string | null;
  triangles: number;
  drawCalls: number;
  clips: string[];
  textures: number;
  bytes: number;
  ms: number;
  worstMainThreadGapMs: number;
  skins: number;
  morphTargets: number;
  /** [minX, minY, minZ, maxX, maxY, maxZ] at rest. */
  box: number[];
  /** Decoded arrays and images. */
  decodedBytes: number;
  error?: { code: string; message: string };
}

declare global {
  interface Window {
    /** Loads a file in a pool that exists as long as the page. The model is released unless the test holds it. */
    inspectModel: (path: string, deadlineMs: number, hold?: boolean) => Promise<Inspection>;
    /** Vertices of the whole model, x y z, with a clip of it at a time; without a clip at rest. */
    posedVertices: (path: string, clip: string | null, seconds: number) => Promise<number[]>;
    /** Number of decodes requested by the pool's library. */
    decodes: number;
    workers: () => number;
    /**
     * Loads one after another in a pool of one worker, of which those started in these places (from 1) run and never
     * answer. Codes of errors; 'ok' for what loaded.
     */
    loadBeside: (given: {
      readonly paths: readonly string[];
      /** Address of a script that does nothing. */
      readonly silent: string;
      readonly silentStarts: readonly number[];
      readonly timeouts: { readonly readyTimeoutMs?: number; readonly silenceTimeoutMs?: number };
    }) => Promise<string[]>;
  }
}

window.decodes = 0;

const client = new ModelClient();
let last: ModelData | undefined;
const library = new ModelLibrary(
  {
    load: async (path, onProgress, signal, claim) => {
      const source = await client.load(path, onProgress, signal, (hash) => claim?.(hash) ?? true);
      if (source) {
        last = source;
        window.decodes++;
      }
      return source;
    },
  },
  { retainedBytes: 0 },
);
window.workers = () => client.workerCount;

function watchMainThread(): () => number {
  let worst = 0;
  let at = performance.now();
  let isOver = false;
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    const now = performance.now();
    worst = Math.max(worst, now - at);
    at = now;
    if (!isOver) port2.postMessage(null);
  });
  port1.start();
  port2.postMessage(null);
  return () => {
    isOver = true;
    port1.close();
    return worst;
  };
}

window.inspectModel = async (path, deadlineMs, hold = false) => {
  const stop = watchMainThread();
  const start = performance.now();
  last = undefined;
  const facts = {
    ok: false,
    format: null as string | null,
    triangles: 0,
    drawCalls: 0,
    clips: [] as string[],
    textures: 0,
    bytes: 0,
  };
  const more = { skins: 0, morphTargets: 0, box: [] as number[], decodedBytes: 0 };
  const watched = () => ({
    ms: Math.round(performance.now() - start),
    worstMainThreadGapMs: Math.round(stop()),
  });
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    const handle = await library.acquire(path, { signal: deadline });
    const { model } = handle;
    const source = last as ModelData | undefined;
    const result = {
      ok: true,
      format: source?.format ?? null,
      triangles: model.triangles,
      drawCalls: model.parts.length,
      clips: model.clips.map(({ name }) => name),
      textures: source?.images.length ?? 0,
      bytes: source?.sizeBytes ?? 0,
      ...watched(),
      skins: model.skins.length,
      morphTargets:
        source?.primitives.reduce((sum, { morphTargets = [] }) => sum + morphTargets.length, 0) ?? 0,
      box: [...model.box.min.toArray(), ...model.box.max.toArray()],
      decodedBytes: model.sizeBytes,
    };
    if (!hold) handle.release();
    return result;
  } catch (error) {
    const given = FarmError.from(error, 'model-invalid', { path });
    const failure = deadline.aborted
      ? new FarmError('model-timeout', { path, seconds: deadlineMs / 1000 })
      : given;
    return {
      ...facts,
      ...watched(),
      ...more,
      error: { code: failure.code, message: failure.message },
    };
  }
};

window.loadBeside = async ({ paths, silent, silentStarts, timeouts }) => {
  const Real = window.Worker;
  let starts = 0;
  // Here only: other pools of the page have started theirs.
  const Started = class extends Real {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(silentStarts.includes(++starts) ? silent : url, options);
    }
  };
  const pool = new ModelClient({ workers: 1, ...timeouts });
  const outcomes: string[] = [];
  try {
    for (const path of paths) {
      window.Worker = Started;
      const loading = pool.load(path, () => {});
      outcomes.push(
        await loading.then(
          () => 'ok',
          (error: unknown) => FarmError.from(error, 'model-invalid').code,
        ),
      );
    }
    return outcomes;
  } finally {
    window.Worker = Real;
    pool.dispose();
  }
};

window.posedVertices = async (path, clip, seconds) => {
  const handle = await library.acquire(path);
  try {
    return pose(handle.model, clip, seconds);
  } finally {
    handle.release();
  }
};

function pose(model: Model, clip: string | null, seconds: number): number[] {
  const copy = model.rig!.build();
  if (clip !== null) {
    const found = model.rig!.clips.find(({ name }) => name === clip);
    if (!found) throw new Error(`no clip ${clip}: ${model.rig!.clips.map(({ name }) => name).join()}`);
    const mixer = new AnimationMixer(copy.root);
    mixer.clipAction(found).play();
    mixer.setTime(seconds);
  }
  copy.root.updateMatrixWorld(true);
  const out: number[] = [];
  const point = new Vector3();
  copy.root.traverse((object) => {
    const mesh = object as Mesh;
    if (!mesh.isMesh) return;
    if (mesh instanceof SkinnedMesh) mesh.skeleton.update();
    const { count } = mesh.geometry.getAttribute('position');
    for (let v = 0; v < count; v++) {
      mesh.getVertexPosition(v, point).applyMatrix4(mesh.matrixWorld);
      out.push(point.x, point.y, point.z);
    }
  });
  copy.dispose();
  return out;
}
