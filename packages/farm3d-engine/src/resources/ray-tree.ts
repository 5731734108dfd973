// Packages that read the source have no other way to these types: a module of the library cannot be declared by an import.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./three-mesh-bvh-cast.d.ts" />
import { BufferAttribute, BufferGeometry, type Intersection, type Ray, type Side, Vector3 } from 'three';
import { raycast } from 'three-mesh-bvh/src/core/cast/raycast.generated.js';
import { raycastFirst } from 'three-mesh-bvh/src/core/cast/raycastFirst.generated.js';
import { buildHierarchy, type Hierarchy } from '../workers/hierarchy.ts';

/**
 * Triangles that the page sorts into a tree by itself when somebody points at them before the worker has: a few
 * milliseconds. Of more than these the box answers until the tree is there.
 */
export const BUILT_ON_PAGE = 20_000;

/** What a ray meets, in the space of the primitive. */
export type RayHit = Pick<Intersection, 'distance' | 'point' | 'face'>;

/**
 * A primitive as rays see it. A model shows before its trees are made: they come from the worker afterwards, with an
 * order of triangles of their own, so that what is drawn stays as it is.
 */
export class RayTree {
  readonly #geometry: BufferGeometry;
  #tree: { readonly _roots: readonly ArrayBuffer[]; readonly geometry: BufferGeometry } | undefined;
  #isComing: boolean;

  /** @param isComing whether a worker is going to {@link give} it its tree */
  constructor(geometry: BufferGeometry, isComing: boolean) {
    this.#geometry = geometry;
    this.#isComing = isComing;
  }

  /** The worker's tree, or null when it is not going to come any more. */
  give(made: Hierarchy | null): void {
    this.#isComing = false;
    if (!made || this.#tree) return;
    // Never drawn: nothing of it goes to the graphics card.
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.#geometry.getAttribute('position'));
    geometry.setIndex(new BufferAttribute(made.index, 1));
    this.#tree = { _roots: [made.root], geometry };
  }

  /** The nearest crossing; of a large primitive whose tree is still to come, where the ray enters its box. */
  raycastFirst(ray: Ray, side: Side): RayHit | null {
    if (!this.#tree && this.#isComing && this.#triangles > BUILT_ON_PAGE) return this.#boxHit(ray);
    return raycastFirst(this.#made(), 0, side, ray, 0, Infinity);
  }

  /** Every crossing, in no order; always exact. */
  raycast(ray: Ray, side: Side): RayHit[] {
    const hits: Intersection[] = [];
    raycast(this.#made(), 0, side, ray, hits, 0, Infinity);
    return hits;
  }

  get #triangles(): number {
    return this.#geometry.index!.count / 3;
  }

  #made() {
    if (!this.#tree) {
      const position = this.#geometry.getAttribute('position').array as Float32Array;
      const index = this.#geometry.index!.array as Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;
      this.give(buildHierarchy(position, index));
    }
    return this.#tree!;
  }

  #boxHit(ray: Ray): RayHit | null {
    const point = ray.intersectBox(this.#geometry.boundingBox!, new Vector3());
    return point && { point, distance: point.distanceTo(ray.origin), face: null };
  }
}
