import { type Material, MeshDepthMaterial, RGBADepthPacking } from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { createMaterial } from '../resources/material-factory.ts';
import type { Model } from '../resources/model.ts';
import type { MaterialData } from '../workers/model.contract.ts';
import { type InstanceUniforms, type InstanceVariant, makeInstanced } from './instance-shader.ts';
import { isFilm } from './surface.ts';

/**
 * Materials without textures that nobody uses are kept up to this number, with their compiled shaders: when the last object
 * of a kind is removed and the removal undone, compiling them again would stop the page.
 */
const MOST_IDLE = 32;

interface Shared {
  readonly material: Material;
  /** For the shadow map. */
  readonly depth: Material;
  users: number;
}

/**
 * Materials for instances, shared by all kinds that look alike: three sets all values again for each draw with another
 * material, which is most of the cost of a draw.
 */
export class InstanceMaterials implements IDisposable {
  readonly #uniforms: InstanceUniforms;
  readonly #shared = new Map<string, Shared>();
  /** Keys of unused materials, in the order of their release. */
  readonly #idle = new Set<string>();
  readonly #models = new WeakMap<Model, number>();
  #nextModel = 0;

  constructor(uniforms: InstanceUniforms) {
    this.#uniforms = uniforms;
  }

  /** @returns materials, and a function that releases them */
  acquire(
    model: Model,
    source: MaterialData,
    variant: InstanceVariant,
  ): { readonly material: Material; readonly depth: Material; readonly release: () => void } {
    const key = this.#keyOf(model, source, variant);
    const shared = this.#shared.get(key) ?? this.#make(model, source, variant);
    this.#shared.set(key, shared);
    shared.users++;
    this.#idle.delete(key);
    return {
      material: shared.material,
      depth: shared.depth,
      release: () => {
        if (--shared.users > 0) return;
        // A texture is its model's, which may be disposed.
        if (Object.keys(source.textures).length > 0) this.#drop(key);
        else this.#idle.add(key);
        const [oldest] = this.#idle;
        if (oldest !== undefined && this.#idle.size > MOST_IDLE) this.#drop(oldest);
      },
    };
  }

  dispose(): void {
    for (const { material, depth } of this.#shared.values()) {
      material.dispose();
      depth.dispose();
    }
    this.#shared.clear();
    this.#idle.clear();
  }

  #drop(key: string): void {
    const shared = this.#shared.get(key);
    this.#shared.delete(key);
    this.#idle.delete(key);
    shared?.material.dispose();
    shared?.depth.dispose();
  }

  #make(model: Model, source: MaterialData, variant: InstanceVariant): Shared {
    const material = createMaterial(source, (texture) => model.texture(texture));
    makeInstanced(material, this.#uniforms, variant);
    const depth = new MeshDepthMaterial({ depthPacking: RGBADepthPacking });
    makeInstanced(depth, this.#uniforms, variant);
    return { material, depth, users: 0 };
  }

  /** Textures belong to a model: materials with textures are shared inside it only. */
  #keyOf(model: Model, source: MaterialData, variant: InstanceVariant): string {
    const values = { ...source, name: isFilm(source) ? 'film' : '' };
    const isMapped = Object.keys(values.textures).length > 0;
    return JSON.stringify([values, variant, isMapped ? this.#idOf(model) : null]);
  }

  #idOf(model: Model): number {
    let id = this.#models.get(model);
    if (id === undefined) {
      id = this.#nextModel++;
      this.#models.set(model, id);
    }
    return id;
  }
}
