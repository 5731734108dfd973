import { Box3, Plane, Vector3, type Ray } from 'three';
import type { BaseHit, ViewerContext } from '../context/viewer-context.ts';

/** A point on the floor of a base model, in world coordinates. */
export interface FloorPoint {
  readonly point: Vector3;
  /** The child scene whose floor it is; null: the scene's own base model. */
  readonly parentId: string | null;
}

/** Steepest floor for a device: cosine of 45°. */
const MIN_UP = Math.SQRT1_2;
/** Range of floors around the foot of the base model; what is higher is a bench, a leaf or the roof. Metres. */
const BELOW_FOOT = 0.3;
const ABOVE_FOOT = 0.6;

/** Higher than every base model, metres. */
const HIGHEST_ROOF = 100;

const _plane = new Plane();
const _up = new Vector3(0, 1, 0);
const _foot = new Vector3();
const _bounds = new Box3();

/**
 * Where the ray hits the floor of a base model, or null.
 * From outside, the ray passes film and leaves first: the floor is the last surface on its way that faces up near the foot
 * of the model. A model without a floor has one at the level of its foot, within its bounds: those of the whole file, the
 * yard around a greenhouse too. Elsewhere it is the plot.
 */
export function findFloor(context: ViewerContext, ray: Ray): FloorPoint | null {
  const bounds = boundsOf(context);
  const hits = context.castBase(ray);
  const level = bounds ? footLevel(context, null, bounds) : 0;
  const floor = hits.findLast((hit) =>
    isFloor(hit, hit.parentId === null ? level : footLevel(context, hit.parentId, null)),
  );
  if (floor) return { point: floor.point.clone(), parentId: floor.parentId };
  // A plot is ground too: devices stand beside the greenhouses on it.
  if (!bounds) return findPlot(context, ray);
  const point = ray.intersectPlane(
    _plane.setFromNormalAndCoplanarPoint(_up, _foot.set(0, level, 0)),
    new Vector3(),
  );
  if (!point || !within(bounds, point)) return findPlot(context, ray);
  return { point, parentId: null };
}

/** The floor below or above a point, or null beside the base model. */
export function findFloorAt(context: ViewerContext, ray: Ray, x: number, z: number): FloorPoint | null {
  const bounds = boundsOf(context);
  // Child scenes have floors as well, also without a base model around them.
  ray.origin.set(x, Math.max(bounds?.max.y ?? 0, HIGHEST_ROOF) + 1, z);
  ray.direction.set(0, -1, 0);
  return findFloor(context, ray);
}

/** Where the ray hits the plot, or null. */
export function findPlot(context: ViewerContext, ray: Ray): FloorPoint | null {
  const { plot } = context;
  if (!plot) return null;
  const point = ray.intersectPlane(
    _plane.setFromNormalAndCoplanarPoint(_up, _foot.set(0, plot.y, 0)),
    new Vector3(),
  );
  return point && plot.contains(point.x, point.z) ? { point, parentId: null } : null;
}

/** The base model with everything in its file; null without one. */
function boundsOf({ base: { box, model } }: ViewerContext): Box3 | null {
  if (box.isEmpty()) return null;
  return model ? _bounds.copy(box).union(model.box) : box;
}

function isFloor(hit: BaseHit, level: number): boolean {
  return hit.normal.y >= MIN_UP && hit.point.y >= level - BELOW_FOOT && hit.point.y <= level + ABOVE_FOOT;
}

/** Height of the foot of the model: its origin, unless the whole model is above or below it. */
function footLevel(context: ViewerContext, parentId: string | null, bounds: Box3 | null): number {
  const { y } = context.frameOf(parentId).getWorldPosition(_foot);
  return bounds ? Math.min(Math.max(y, bounds.min.y), bounds.max.y) : y;
}

function within(bounds: Box3, { x, z }: Vector3): boolean {
  return x >= bounds.min.x && x <= bounds.max.x && z >= bounds.min.z && z <= bounds.max.z;
}
