import { shrink, type Shrunk } from './shrink.ts';
import { unpackPicture } from './decode-image.ts';

/** What the worker tells: how far it is, then what came of it, or that the file is no picture. */
export type ShrinkAnswer = { progress: number } | { done: Shrunk } | { failed: true };

const answer = (message: ShrinkAnswer): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  shrink(data, unpackPicture, (progress) => answer({ progress })).then(
    (done) => answer({ done }),
    () => answer({ failed: true }),
  );
});
