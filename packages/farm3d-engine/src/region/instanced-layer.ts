import {
  type BufferAttribute,
  DynamicDrawUsage,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Mesh,
  type RawShaderMaterial,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';

/** Geometry shared by all instances. */
export interface InstanceShape {
  readonly attributes: Readonly<Record<string, BufferAttribute>>;
  readonly index?: BufferAttribute;
}

/**
 * Instances of one geometry in one draw call: their attributes are rows of a growing array, 4 floats per column. Removing
 * an instance moves the last one into its place.
 */
export class InstancedLayer implements IDisposable {
  readonly mesh: Mesh<InstancedBufferGeometry, RawShaderMaterial>;
  readonly #shape: InstanceShape;
  readonly #columns: readonly string[];
  #arrays: Float32Array<ArrayBuffer>[];
  #attributes: InstancedBufferAttribute[] = [];
  #count = 0;
  #capacity = 64;

  /** @param columns names of the vec4 attributes of an instance */
  constructor(shape: InstanceShape, columns: readonly string[], material: RawShaderMaterial) {
    this.#shape = shape;
    this.#columns = columns;
    this.#arrays = columns.map(() => new Float32Array(this.#capacity * 4));
    this.mesh = new Mesh(this.#geometry(), material);
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  get count(): number {
    return this.#count;
  }

  /** @returns index of the new instance */
  add(): number {
    if (this.#count === this.#capacity) this.#reserve(this.#capacity * 2);
    const at = this.#count++;
    this.#show();
    return at;
  }

  /** @returns index of the last instance, which was moved to `at` (the same if it was the last itself) */
  remove(at: number): number {
    const last = --this.#count;
    for (const array of this.#arrays) array.copyWithin(at * 4, last * 4, last * 4 + 4);
    this.#show();
    this.changed();
    return last;
  }

  clear(): void {
    this.#count = 0;
    this.#show();
  }

  write(at: number, column: number, x: number, y: number, z: number, w: number): void {
    const array = this.#arrays[column]!;
    array[at * 4] = x;
    array[at * 4 + 1] = y;
    array[at * 4 + 2] = z;
    array[at * 4 + 3] = w;
  }

  read(at: number, column: number, component: number): number {
    return this.#arrays[column]![at * 4 + component]!;
  }

  set(at: number, column: number, component: number, value: number): void {
    this.#arrays[column]![at * 4 + component] = value;
  }

  /** Call after writes: the next frame uploads them. */
  changed(): void {
    for (const attribute of this.#attributes) {
      attribute.clearUpdateRanges();
      attribute.addUpdateRange(0, this.#count * 4);
      attribute.needsUpdate = true;
    }
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }

  #show(): void {
    this.mesh.geometry.instanceCount = this.#count;
    this.mesh.visible = this.#count > 0;
  }

  #reserve(capacity: number): void {
    this.#capacity = capacity;
    this.#arrays = this.#arrays.map((array) => {
      const larger = new Float32Array(capacity * 4);
      larger.set(array);
      return larger;
    });
    this.mesh.geometry.dispose();
    this.mesh.geometry = this.#geometry();
  }

  #geometry(): InstancedBufferGeometry {
    const geometry = new InstancedBufferGeometry();
    for (const [name, attribute] of Object.entries(this.#shape.attributes)) {
      geometry.setAttribute(name, attribute);
    }
    if (this.#shape.index) geometry.setIndex(this.#shape.index);
    this.#attributes = this.#columns.map((name, i) => {
      const attribute = new InstancedBufferAttribute(this.#arrays[i]!, 4).setUsage(DynamicDrawUsage);
      geometry.setAttribute(name, attribute);
      return attribute;
    });
    geometry.instanceCount = this.#count;
    return geometry;
  }
}
