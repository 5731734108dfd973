import { FarmError } from '../core/errors.ts';
import { buildBoxIndex } from '../geo/box-index.ts';
import { buildRegions } from '../geo/build-regions.ts';
import { coarsen } from '../geo/coarse-regions.ts';
import { MapError } from '../geo/faults.ts';
import { type MapProjection, planProjection, type ProjectionSpec } from '../geo/projection.ts';
import { isRegionPack, readRegionPack } from '../geo/region-pack.ts';
import { download } from '../workers/download.ts';
import type { LoadedMap, MapLoadPhase } from './geojson.contract.ts';

export interface LoadMapOptions {
  readonly projection: MapProjection;
  /** null: not a projection of d3-geo. */
  readonly spec: ProjectionSpec | null;
  readonly onProgress: (phase: MapLoadPhase, ratio: number) => void;
  readonly signal: AbortSignal;
}

/** Yields to other messages, such as an abort. Not a timer, which waits several milliseconds. */
function yieldToMessages(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/**
 * Builds a map from bytes. Runs in the worker, or on the main thread for custom projections.
 * @throws FarmError `aborted` or `map-invalid`
 */
export async function buildMap(bytes: Uint8Array<ArrayBuffer>, options: LoadMapOptions): Promise<LoadedMap> {
  const { projection, spec, onProgress, signal } = options;
  const start = performance.now();
  try {
    if (isRegionPack(bytes)) {
      const packed = readRegionPack(bytes, spec);
      return {
        ...packed,
        format: 'region-pack',
        sizeBytes: bytes.length,
        workMs: performance.now() - start,
      };
    }
    let idleMs = 0;
    const rest = async () => {
      const paused = performance.now();
      await yieldToMessages();
      idleMs += performance.now() - paused;
      signal.throwIfAborted();
    };
    const content = await buildRegions(bytes, planProjection(projection, spec), {
      pause: (ratio) => {
        onProgress('build', ratio);
        return rest();
      },
    });
    const coarse = await coarsen(content.flat, { pause: rest });
    const index = buildBoxIndex(content.flat.polygonBoxes);
    const workMs = performance.now() - start - idleMs;
    return { ...content, index, coarse, format: 'geojson', sizeBytes: bytes.length, workMs };
  } catch (error) {
    if (error instanceof MapError) {
      throw new FarmError(
        'map-invalid',
        { path: '', fault: error.fault, reason: error.message },
        { cause: error },
      );
    }
    if (signal.aborted) throw new FarmError('aborted', {}, { cause: error });
    throw error;
  }
}

/** Downloads a map. @throws FarmError `aborted`, `map-missing`, `map-network` or `map-truncated` */
export async function downloadMap(
  url: string,
  { onProgress, signal }: Pick<LoadMapOptions, 'onProgress' | 'signal'>,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const buffer = await download(
      url,
      (loaded, total) => onProgress('download', total > 0 ? loaded / total : 0),
      signal,
    );
    return new Uint8Array(buffer);
  } catch (error) {
    const failure = FarmError.from(error, 'map-network', { path: url });
    if (failure.code === 'model-missing') throw new FarmError('map-missing', failure.details);
    if (failure.code === 'model-network') throw new FarmError('map-network', failure.details);
    if (failure.code === 'model-truncated') throw new FarmError('map-truncated', failure.details);
    throw failure;
  }
}
