/**
 * Two functions of three-mesh-bvh (0.9.17) that its index only exposes through the class MeshBVH, which includes all
 * queries and the builder: eight times the bytes that picking needs. Only the types used here.
 */
declare module 'three-mesh-bvh/src/core/cast/raycast.generated.js' {
  import type { BufferGeometry, Intersection, Ray, Side } from 'three';
  export function raycast(
    tree: { readonly _roots: readonly ArrayBuffer[]; readonly geometry: BufferGeometry },
    root: number,
    side: Side,
    ray: Ray,
    intersections: Intersection[],
    near: number,
    far: number,
  ): void;
}

declare module 'three-mesh-bvh/src/core/cast/raycastFirst.generated.js' {
  import type { BufferGeometry, Intersection, Ray, Side } from 'three';
  export function raycastFirst(
    tree: { readonly _roots: readonly ArrayBuffer[]; readonly geometry: BufferGeometry },
    root: number,
    side: Side,
    ray: Ray,
    near: number,
    far: number,
  ): Intersection | null;
}
