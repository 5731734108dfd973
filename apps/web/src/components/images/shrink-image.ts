import { shrink, type Shrunk } from './shrink.ts';
import type { ShrinkMessage } from './shrink.worker.ts';
import { decodeImage } from './decode-image.ts';

/** A file that this browser cannot decode as an image. */
export class NotAnImageError extends Error {
  override readonly name = 'NoPictureError';
}

/**
 * Shrinks an image for upload, in a worker where the browser has OffscreenCanvas.
 * @throws {NotAnImageError} the signal's reason when aborted
 */
export function shrinkImage(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (ratio: number) => void },
): Promise<Shrunk> {
  signal.throwIfAborted();
  // Older browsers have a canvas on the main thread only.
  if (typeof OffscreenCanvas === 'undefined')
    return shrink(file, decodeImage, onProgress).catch(() => {
      throw new NotAnImageError();
    });
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./shrink.worker.ts', import.meta.url), { type: 'module' });
    const end = (): void => {
      worker.terminate();
      signal.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      end();
      reject(signal.reason);
    };
    const fail = (): void => {
      end();
      reject(new NotAnImageError());
    };
    signal.addEventListener('abort', abort);
    worker.addEventListener('error', fail);
    worker.addEventListener('message', ({ data }: MessageEvent<ShrinkMessage>) => {
      if ('progress' in data) return onProgress(data.progress);
      if ('failed' in data) return fail();
      end();
      resolve(data.done);
    });
    worker.postMessage(file);
  });
}
