import type { Box3, Ray, Vector3 } from 'three';

/** A hit of a ray with a child scene's base model. */
export interface ChildHit {
  readonly distance: number;
  readonly point: Vector3;
  readonly normal: Vector3;
  readonly parentId: string;
}

/** Ray tests for the base models of child scenes. */
export interface ChildBaseRays {
  /** The nearest child scene on a ray. */
  raycast(ray: Ray, maxDistance?: number): { readonly id: string; readonly distance: number } | null;
  /** All hits of a ray, unordered. */
  crossings(ray: Ray): ChildHit[];
  /** World box of a child scene's base model; null without a model. */
  boxOf(id: string, target: Box3): Box3 | null;
}
