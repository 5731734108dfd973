import { DataTexture, FloatType, NearestFilter, RGBAFormat } from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { POSE_ROW } from './instance-shader.ts';

/**
 * Poses of animated instances: blocks of texels in one texture, for all kinds. Instances at rest share the pose of their
 * kind.
 */
export class PoseStore implements IDisposable {
  readonly uniform: { value: DataTexture };
  #values = new Float32Array(POSE_ROW * 4);
  #rows = 1;
  #used = 0;
  /** Free blocks, by length. */
  readonly #free = new Map<number, number[]>();
  #isDirty = true;

  constructor() {
    this.uniform = { value: this.#texture() };
  }

  /** @param texels at least 1. @returns first texel of the block */
  allocate(texels: number): number {
    const freeBlock = this.#free.get(texels)?.pop();
    if (freeBlock !== undefined) return freeBlock;
    const start = this.#used;
    this.#used += texels;
    while (this.#used > this.#rows * POSE_ROW) this.#grow();
    return start;
  }

  release(start: number, texels: number): void {
    const list = this.#free.get(texels);
    if (list) list.push(start);
    else this.#free.set(texels, [start]);
  }

  /** @param values four per texel */
  write(start: number, values: Float32Array): void {
    this.#values.set(values, start * 4);
    this.#isDirty = true;
  }

  /** Uploads changes; call before each frame. */
  flush(): void {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    this.uniform.value.needsUpdate = true;
  }

  invalidate(): void {
    this.#isDirty = true;
  }

  dispose(): void {
    this.uniform.value.dispose();
  }

  #grow(): void {
    this.#rows *= 2;
    const values = new Float32Array(this.#rows * POSE_ROW * 4);
    values.set(this.#values);
    this.#values = values;
    this.uniform.value.dispose();
    this.uniform.value = this.#texture();
    this.#isDirty = true;
  }

  #texture(): DataTexture {
    const texture = new DataTexture(this.#values, POSE_ROW, this.#rows, RGBAFormat, FloatType);
    texture.minFilter = NearestFilter;
    texture.magFilter = NearestFilter;
    return texture;
  }
}
