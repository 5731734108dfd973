import { Frustum, Matrix4, type PerspectiveCamera } from 'three';
import type { CullView } from './kind-batch.ts';

/** A culling result is valid until the camera has moved this far, metres. */
const SLACK = 2;
/** … or rotated this far, radians: objects this far outside the viewport count as visible. */
const SLACK_ANGLE = 0.05;
/** A rotation moves at least one axis by this share of its angle. */
const MIN_SHARE = 0.8;

const _projection = new Matrix4();

/**
 * The camera used for culling: slightly larger than the real one, so that culling runs every few frames of a motion and not
 * in each.
 */
export class CullCamera {
  readonly view: CullView = {
    planes: new Float32Array(24),
    x: 0,
    y: 0,
    z: 0,
    pixels: 1,
    slack: SLACK,
    slackPerMetre: SLACK_ANGLE,
  };
  readonly #frustum = new Frustum();
  readonly #projection = new Matrix4();
  readonly #world = new Matrix4();
  #height = 0;

  /**
   * @param height of the viewport, CSS px
   * @returns whether culling has to run again
   */
  follow(camera: PerspectiveCamera, height: number): boolean {
    camera.updateMatrixWorld();
    if (
      height === this.#height &&
      camera.projectionMatrix.equals(this.#projection) &&
      isNear(camera.matrixWorld.elements, this.#world.elements)
    )
      return false;
    this.#height = height;
    this.#projection.copy(camera.projectionMatrix);
    this.#world.copy(camera.matrixWorld);
    _projection.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
    this.#frustum.setFromProjectionMatrix(_projection, camera.coordinateSystem, camera.reversedDepth);
    const { view } = this;
    for (const [i, { normal, constant }] of this.#frustum.planes.entries()) {
      normal.toArray(view.planes, i * 4);
      view.planes[i * 4 + 3] = constant;
    }
    const m = camera.matrixWorld.elements;
    view.x = m[12];
    view.y = m[13];
    view.z = m[14];
    view.pixels = height / (2 * Math.tan((camera.fov * Math.PI) / 360));
    return true;
  }
}

/** Whether everything visible from one pose lies within the tolerance of the other. */
function isNear(a: readonly number[], b: readonly number[]): boolean {
  const distance = (at: number) =>
    Math.hypot(a[at]! - b[at]!, a[at + 1]! - b[at + 1]!, a[at + 2]! - b[at + 2]!);
  if (distance(12) > SLACK) return false;
  return Math.max(distance(0), distance(4), distance(8)) < SLACK_ANGLE * MIN_SHARE;
}
