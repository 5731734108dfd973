import { FarmError } from '../core/errors.ts';

/** Maximum file size, bytes. */
export const MAX_FILE_BYTES = 256 * 2 ** 20;

/**
 * Maximum memory of one model's vertices, indices and animations after decoding, bytes. A hostile file may declare any
 * size.
 */
const MAX_DECODED_BYTES = 512 * 2 ** 20;

/** Maximum nodes, with each instance of EXT_mesh_gpu_instancing counted. */
export const MAX_NODES = 100_000;

/** Maximum nesting of nodes: three traverses trees recursively. */
export const MAX_DEPTH = 512;

/** Maximum image size, pixels: 8192 × 8192. */
export const MAX_PIXELS = 2 ** 26;

/** Memory that one model may still allocate. Checked before each allocation. */
export class MemoryBudget {
  #left: number;
  readonly #limit: number;

  constructor(limit = MAX_DECODED_BYTES) {
    this.#limit = limit;
    this.#left = limit;
  }

  /** @throws FarmError `model-too-large` */
  take(bytes: number): void {
    // Written so that NaN is rejected too.
    if (!(bytes >= 0 && bytes <= this.#left)) {
      throw new FarmError('model-too-large', {
        reason: `more than ${Math.round(this.#limit / 2 ** 20)} MiB decoded`,
      });
    }
    this.#left -= bytes;
  }
}

/** Error for inconsistent data in a file. */
export function invalid(reason: string): FarmError {
  return new FarmError('model-invalid', { reason });
}
