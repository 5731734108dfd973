import { buildHierarchy, type Hierarchy } from './hierarchy.ts';
import type { NumericArray, PrimitiveData } from './model.contract.ts';

/** Geometry waiting for its tree is kept twice, here and on the page: beyond this the trees come first, bytes. */
export const MAX_WAITING_BYTES = 64 * 2 ** 20;

/** So long without a job a worker counts as idle: models come in bursts, with a download between two of them. Milliseconds. */
const IDLE_MS = 60;

interface Waiting {
  readonly job: number;
  readonly primitive: number;
  readonly positions: Float32Array<ArrayBuffer>;
  readonly index: Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
}

/**
 * Ray trees of models that have been handed over already: made one by one while the worker has nothing else to do, so
 * that every waiting model shows first.
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

  /** A job is here: trees wait. */
  enter(): void {
    this.#jobs++;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** It is gone again. */
  leave(): void {
    this.#jobs--;
    this.#goOn(IDLE_MS);
  }

  /** Keeps copies: the model's own arrays go to the page. */
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
    // One a turn: a model that is asked for meanwhile goes first.
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
