import { expose } from 'comlink';
import { decodeImage } from './decode-image.ts';
import { shrink, type Shrunk } from './shrink.ts';

const api = {
  /** @throws for a file that is not an image */
  shrink: (file: Blob, onProgress: (ratio: number) => void): Promise<Shrunk> =>
    shrink(file, decodeImage, onProgress),
};

export type ShrinkWorker = typeof api;

expose(api);
