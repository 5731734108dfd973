import { expose, transfer } from 'comlink';
import { FarmError } from '../core/errors.ts';
import { buffersOf, shapeBuffersOf } from '../geo/flat-regions.ts';
import { createProjection } from '../geo/projection.ts';
import type {
  GeoJsonProgressMessage,
  GeoJsonResult,
  GeoJsonWorkerApi,
  MapLoadPhase,
} from './geojson.contract.ts';
import { buildMap, downloadMap } from './load-map.ts';

const running = new Map<number, AbortController>();

/** Minimum time between progress messages. */
const PROGRESS_INTERVAL_MS = 50;

const api: GeoJsonWorkerApi = {
  ready: () => true,

  async load(job, url, givenBytes, spec) {
    const controller = new AbortController();
    running.set(job, controller);
    try {
      const onProgress = progressOf(job);
      const { signal } = controller;
      const bytes = givenBytes ?? (await downloadMap(url, { onProgress, signal }));
      const map = await buildMap(bytes, { projection: createProjection(spec), spec, onProgress, signal });
      const { index, coarse } = map;
      const buffers = [
        ...buffersOf(map.flat),
        ...(coarse ? shapeBuffersOf(coarse) : []),
        index.boxes.buffer,
        index.targets.buffer,
        index.levelEnds.buffer,
      ];
      // The arrays of a pack share one buffer, which may be transferred only once.
      const result: GeoJsonResult = { ok: true, map };
      return transfer(result, [...new Set(buffers)]);
    } catch (error) {
      const { code, details } = FarmError.from(error, 'map-invalid', { fault: 'not-geojson' });
      return { ok: false, code, details };
    } finally {
      running.delete(job);
    }
  },

  abort(job) {
    running.get(job)?.abort();
  },
};

function progressOf(job: number): (phase: MapLoadPhase, ratio: number) => void {
  let last = 0;
  return (phase, ratio) => {
    const now = performance.now();
    if (ratio < 1 && now - last < PROGRESS_INTERVAL_MS) return;
    last = now;
    postMessage({ type: 'farm3d-map-progress', job, phase, ratio } satisfies GeoJsonProgressMessage);
  };
}

expose(api);
