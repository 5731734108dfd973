import { type Box3, Matrix4, type Object3D, type Ray } from 'three';
import type { Model } from '../resources/model.ts';
import { type BaseCrossing, modelCrossings } from './base-view.ts';
import { raycastModel } from './pick-model.ts';

const _inverse = new Matrix4();

/** Ray tests for the base models of child scenes. */
export class ChildBases {
  readonly #frameOf: (id: string) => Object3D;
  readonly #models = new Map<string, Model>();

  constructor(frameOf: (id: string) => Object3D) {
    this.#frameOf = frameOf;
  }

  /** Sets the base model of a child scene; null removes it. */
  set(id: string, model: Model | null): void {
    if (model) this.#models.set(id, model);
    else this.#models.delete(id);
  }

  /** The base model of a child scene; null: it has none, or none yet. */
  modelOf(id: string): Model | null {
    return this.#models.get(id) ?? null;
  }

  /** The nearest child scene on a ray. */
  raycast(ray: Ray, maxDistance = Infinity): { readonly id: string; readonly distance: number } | null {
    let best: { id: string; distance: number } | null = null;
    for (const [id, model] of this.#models) {
      const { matrixWorld } = this.#frameOf(id);
      _inverse.copy(matrixWorld).invert();
      const distance = raycastModel(model, ray, matrixWorld, _inverse, best?.distance ?? maxDistance);
      if (distance !== null) best = { id, distance };
    }
    return best;
  }

  /** All hits of a ray, unordered. */
  crossings(ray: Ray): (BaseCrossing & { readonly parentId: string })[] {
    return [...this.#models].flatMap(([id, model]) =>
      modelCrossings(model, ray, this.#frameOf(id).matrixWorld).map((hit) => ({ ...hit, parentId: id })),
    );
  }

  /** World box of a child scene's base model; null without a model. */
  boxOf(id: string, target: Box3): Box3 | null {
    const model = this.#models.get(id);
    return model ? target.copy(model.box).applyMatrix4(this.#frameOf(id).matrixWorld) : null;
  }
}
