import { Frustum, Matrix4, type PerspectiveCamera } from 'three';
import type { CullView } from './kind-batch.ts';

/** A choice of what is drawn holds until the camera has moved this far, metres. */
const SLACK = 2;
/** … or turned this far, radians: what lies so far out of the picture is chosen as well. */
const SLACK_ANGLE = 0.05;
/** A turn moves the axis that it moves most by at least this share of its angle. */
const LEAST_SHARE = 0.8;

const _projection = new Matrix4();

/**
 * The camera that things are chosen by: the one that draws, seeing a little more. So while it moves, a choice is made
 * every few frames and not in each.
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
   * @param height of the picture, CSS px
   * @returns whether the camera has left the place that the last choice is good for
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

/** Whether two poses are so near that what one sees lies within the slack of the other. */
function isNear(a: readonly number[], b: readonly number[]): boolean {
  const apart = (at: number) => Math.hypot(a[at]! - b[at]!, a[at + 1]! - b[at + 1]!, a[at + 2]! - b[at + 2]!);
  if (apart(12) > SLACK) return false;
  return Math.max(apart(0), apart(4), apart(8)) < SLACK_ANGLE * LEAST_SHARE;
}
