import { expose, transfer } from 'comlink';
import { type MapFileFault, MapFileError, prepareMap, type PreparedMap } from './prepare-map.ts';

/** Progress calls of a file at most. */
const STEPS = 50;

/** Reads map files: a province has megabytes of coordinates. */
const api = {
  prepare(
    bytes: Uint8Array<ArrayBuffer>,
    onProgress: (ratio: number) => void,
  ): { readonly map: PreparedMap } | { readonly fault: MapFileFault } {
    let reported = 0;
    try {
      const map = prepareMap(bytes, (ratio) => {
        if (Math.floor(ratio * STEPS) === reported) return;
        reported = Math.floor(ratio * STEPS);
        onProgress(ratio);
      });
      return transfer({ map }, [map.bytes.buffer]);
    } catch (error) {
      return { fault: error instanceof MapFileError ? error.fault : 'invalid-json' };
    }
  },
};

export type PrepareMapWorker = typeof api;

expose(api);
