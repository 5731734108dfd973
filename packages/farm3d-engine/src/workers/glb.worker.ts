import * as Comlink from 'comlink';
import { FarmError } from '../core/errors.ts';
import { download } from './download.ts';
import { InThreadDraco } from './draco.ts';
import type { GlbProgressMessage, GlbWorkerApi, ModelResult } from './model.contract.ts';
import { parseGlb } from './parse-glb.ts';
import { contentHash } from './sniff.ts';

const draco = new InThreadDraco();
const running = new Map<number, AbortController>();

/** Progress goes at most this often: a fast download would flood the page with messages. */
const PROGRESS_INTERVAL_MS = 50;

const api: GlbWorkerApi = {
  ready: () => true,

  async load(job, url, given) {
    const controller = new AbortController();
    running.set(job, controller);
    try {
      const bytes = given ?? (await download(url, progressOf(job), controller.signal));
      const { model, transfer } = await parseGlb(bytes, url, draco);
      const result: ModelResult = {
        ok: true,
        model: { ...model, sizeBytes: bytes.byteLength, hash: contentHash(bytes) },
      };
      return Comlink.transfer(result, [...transfer]);
    } catch (error) {
      const { code, details } = FarmError.from(error, 'model-invalid', { path: url });
      return { ok: false, code, details };
    } finally {
      running.delete(job);
    }
  },

  abort(job) {
    running.get(job)?.abort();
  },
};

function progressOf(job: number): (loadedBytes: number, totalBytes: number) => void {
  let last = 0;
  return (loadedBytes, totalBytes) => {
    const now = performance.now();
    if (loadedBytes < totalBytes && now - last < PROGRESS_INTERVAL_MS) return;
    last = now;
    postMessage({ type: 'farm3d-progress', job, loadedBytes, totalBytes } satisfies GlbProgressMessage);
  };
}

Comlink.expose(api);
