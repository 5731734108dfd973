import { buildHierarchy, type Hierarchy } from './hierarchy.ts';
import type { NumericArray, PrimitiveData } from './model.contract.ts';

/** Geometry waiting for its tree is held twice, here and on the main thread: above this size trees have priority, bytes. */
export const MAX_WAITING_BYTES = 64 * 2 ** 20;

/** A worker without a job for this long is idle: models come in series, with downloads in between. Milliseconds. */
const IDLE_MS = 60;

interface Waiting {
  readonly job: number;
  readonly primitive: number;
  readonly positions: Float32Array<ArrayBuffer>;
  readonly index: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
}

/**
 * Builds ray trees of models that were returned already, one at a time while the worker is idle, so that models are shown
 * first.
 */
export class TreeQueue {
  readonly #send: (job: number, primitive: number, made: Hierarchy) => void;
  readonly #waiting: Waiting[] = [];
  #waitingBytes = 0;
  #jobs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (job: number, primitive: number, made: Hierarchy) => void) {
    this.#send = send;
  }

  /** A job started: trees wait. */
  enter(): void {
    this.#jobs++;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** The job ended. */
  leave(): void {
    this.#jobs--;
    this.#goOn(IDLE_MS);
  }

  /** Copies the data: the model's own arrays are transferred. */
  add(job: number, primitives: readonly PrimitiveData[]): void {
    for (const [primitive, { attributes, index, triangles }] of primitives.entries()) {
      if (triangles === 0) continue;
      const position = attributes.find(({ name }) => name === 'position')!.array;
      const entry = { job, primitive, positions: asFloats(position).slice(), index: index!.slice() };
      this.#waiting.push(entry);
      this.#waitingBytes += sizeOf(entry);
    }
    this.#goOn(IDLE_MS);
  }

  #goOn(delayMs: number): void {
    const isFull = this.#waitingBytes > MAX_WAITING_BYTES;
    if (this.#timer !== undefined || this.#waiting.length === 0 || (this.#jobs > 0 && !isFull)) return;
    // One per task: a new model has priority.
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        const next = this.#waiting.shift()!;
        this.#waitingBytes -= sizeOf(next);
        this.#send(next.job, next.primitive, buildHierarchy(next.positions, next.index));
        this.#goOn(0);
      },
      isFull ? 0 : delayMs,
    );
  }
}

function asFloats(array: NumericArray): Float32Array<ArrayBuffer> {
  return array instanceof Float32Array ? array : Float32Array.from(array);
}

function sizeOf({ positions, index }: Waiting): number {
  return positions.byteLength + index.byteLength;
}
