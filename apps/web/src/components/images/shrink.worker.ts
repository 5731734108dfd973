import { shrink, type Shrunk } from './shrink.ts';
import { decodeImage } from './decode-image.ts';

/** Messages of the worker: progress, then the result, or that the file is not an image. */
export type ShrinkMessage = { progress: number } | { done: Shrunk } | { failed: true };

const post = (message: ShrinkMessage): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  shrink(data, decodeImage, (progress) => post({ progress })).then(
    (done) => post({ done }),
    () => post({ failed: true }),
  );
});
