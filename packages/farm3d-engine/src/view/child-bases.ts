import type { Box3, Ray, Vector3 } from 'three';

/** A place where a ray meets a child scene's base model. */
export interface ChildHit {
  readonly distance: number;
  readonly point: Vector3;
  readonly normal: Vector3;
  readonly parentId: string;
}

/** The base models of child scenes, for rays. What draws them lends this to the view. */
export interface ChildBaseRays {
  /** The nearest child scene on the ray. */
  raycast(ray: Ray, maxDistance?: number): { readonly id: string; readonly distance: number } | null;
  /** Every crossing of a ray with them, in no order. */
  crossings(ray: Ray): ChildHit[];
  /** World box of one; null while it has no model. */
  boxOf(id: string, target: Box3): Box3 | null;
}
