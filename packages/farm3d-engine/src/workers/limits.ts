import { FarmError } from '../core/errors.ts';

/** Largest file that is read at all, bytes. */
export const MAX_FILE_BYTES = 256 * 2 ** 20;

/** Most memory that one model's vertices, indices and animations may take after decoding, bytes. A hostile file names any size. */
const MAX_DECODED_BYTES = 512 * 2 ** 20;

/** Most nodes, instances of EXT_mesh_gpu_instancing counted one by one. */
export const MAX_NODES = 100_000;

/** Deepest nesting of nodes: three walks trees by recursion. */
export const MAX_DEPTH = 512;

/** Largest picture, pixels: 8192 × 8192. */
export const MAX_PIXELS = 2 ** 26;

/** What one model may still allocate. Asked before each allocation, so that a made-up count costs nothing. */
export class MemoryBudget {
  #left: number;
  readonly #limit: number;

  constructor(limit = MAX_DECODED_BYTES) {
    this.#limit = limit;
    this.#left = limit;
  }

  /** @throws FarmError `model-too-large` */
  take(bytes: number): void {
    // Written so that NaN is refused, too.
    if (!(bytes >= 0 && bytes <= this.#left)) {
      throw new FarmError('model-too-large', {
        reason: `more than ${Math.round(this.#limit / 2 ** 20)} MiB decoded`,
      });
    }
    this.#left -= bytes;
  }
}

/** A file that says what cannot be. */
export function invalid(reason: string): FarmError {
  return new FarmError('model-invalid', { reason });
}
