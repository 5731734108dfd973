import { shrink, type Shrunk } from './shrink.ts';
import type { ShrinkWorker } from './shrink.worker.ts';
import { callWorker } from '../../platform/call-worker.ts';
import { decodeImage } from './decode-image.ts';

/** A file that this browser cannot decode as an image. */
export class NotAnImageError extends Error {
  override readonly name = 'NoPictureError';
}

/**
 * Shrinks an image for upload, in a worker where the browser has OffscreenCanvas.
 * @throws {NotAnImageError} the signal's reason when aborted
 */
export async function shrinkImage(
  file: File,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (ratio: number) => void },
): Promise<Shrunk> {
  signal.throwIfAborted();
  try {
    // Older browsers have a canvas on the main thread only.
    if (typeof OffscreenCanvas === 'undefined') return await shrink(file, decodeImage, onProgress);
    const worker = new Worker(new URL('./shrink.worker.ts', import.meta.url), { type: 'module' });
    return await callWorker<ShrinkWorker, Shrunk>(worker, signal, (remote, callback) =>
      remote.shrink(file, callback(onProgress)),
    );
  } catch {
    signal.throwIfAborted();
    throw new NotAnImageError();
  }
}
