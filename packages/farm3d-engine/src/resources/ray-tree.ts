// Packages that read the source have no other way to these types: a module of the library cannot be declared by an import.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./three-mesh-bvh-cast.d.ts" />
import { BufferAttribute, BufferGeometry, type Intersection, type Ray, type Side, Vector3 } from 'three';
import { raycast } from 'three-mesh-bvh/src/core/cast/raycast.generated.js';
import { raycastFirst } from 'three-mesh-bvh/src/core/cast/raycastFirst.generated.js';
import { buildHierarchy, type Hierarchy } from '../workers/hierarchy.ts';

/**
 * Maximum triangles for which the main thread builds a tree itself if a ray needs it before the worker's is there: a few
 * milliseconds. For larger primitives their box is used until then.
 */
export const BUILT_ON_PAGE = 20_000;

/** A hit of a ray, in the space of the primitive. */
export type RayHit = Pick<Intersection, 'distance' | 'point' | 'face'>;

/**
 * The ray tree (BVH) of a primitive. A model is shown before its trees are built: the worker sends them afterwards, with
 * their own order of triangles, so that the drawn index stays as it is.
 */
export class RayTree {
  readonly #geometry: BufferGeometry;
  #tree: { readonly _roots: readonly ArrayBuffer[]; readonly geometry: BufferGeometry } | undefined;
  #isExpected: boolean;

  /** @param isExpected whether a worker will call {@link give} */
  constructor(geometry: BufferGeometry, isExpected: boolean) {
    this.#geometry = geometry;
    this.#isExpected = isExpected;
  }

  /** Sets the worker's tree, or null if none will come. */
  give(hierarchy: Hierarchy | null): void {
    this.#isExpected = false;
    if (!hierarchy || this.#tree) return;
    // Never drawn: it is not uploaded.
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.#geometry.getAttribute('position'));
    geometry.setIndex(new BufferAttribute(hierarchy.index, 1));
    this.#tree = { _roots: [hierarchy.root], geometry };
  }

  /** The nearest hit; of a large primitive without a tree, where the ray enters its box. */
  raycastFirst(ray: Ray, side: Side): RayHit | null {
    if (!this.#tree && this.#isExpected && this.#triangles > BUILT_ON_PAGE) return this.#boxHit(ray);
    return raycastFirst(this.#requireTree(), 0, side, ray, 0, Infinity);
  }

  /** All hits, unordered; always exact. */
  raycast(ray: Ray, side: Side): RayHit[] {
    const hits: Intersection[] = [];
    raycast(this.#requireTree(), 0, side, ray, hits, 0, Infinity);
    return hits;
  }

  get #triangles(): number {
    return this.#geometry.index!.count / 3;
  }

  #requireTree() {
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
