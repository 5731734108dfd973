import { shrink, type Shrunk } from './shrink.ts';
import { decodeImage } from './decode-image.ts';

/** What the worker tells: how far it is, then what came of it, or that the file is no picture. */
export type ShrinkMessage = { progress: number } | { done: Shrunk } | { failed: true };

const post = (message: ShrinkMessage): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  shrink(data, decodeImage, (progress) => post({ progress })).then(
    (done) => post({ done }),
    () => post({ failed: true }),
  );
});
