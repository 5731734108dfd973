import { Color, DirectionalLight, Group, HemisphereLight, SpotLight, Vector3, type Box3 } from 'three';
import type { Disposable } from '../core/disposer.ts';

/** Spec §9: "spot light color FFF5CE, intensity 7, distance 80", metres. */
export const SPOT_COLOR = '#FFF5CE';
export const SPOT_INTENSITY = 7;
export const SPOT_DISTANCE = 80;
/**
 * The specification's number is from before three's physical units (r155), where intensity did not fall with the
 * square of the distance. This factor, candela for one old unit, gives the accent the same weight over a greenhouse
 * seen from about 12 m above: 12² / π ≈ 46.
 */
export const SPOT_CANDELA_PER_UNIT = 46;

/** Towards the sun: low in the morning, from the left behind the first view. */
export const SUN_DIRECTION = new Vector3(-0.62, 0.44, 0.6).normalize();

/** Sun, sky light and the specification's spot light as an accent over the base. */
export class Lights implements Disposable {
  readonly group = new Group();
  readonly sun: DirectionalLight;
  readonly #sky: HemisphereLight;
  readonly #spot: SpotLight;

  constructor() {
    this.sun = new DirectionalLight(new Color('#ffd9a6'), 4.3);
    this.sun.position.copy(SUN_DIRECTION).multiplyScalar(60);
    this.#sky = new HemisphereLight(new Color('#a9cdf5'), new Color('#6f6846'), 0.75);
    this.#spot = new SpotLight(
      new Color(SPOT_COLOR),
      SPOT_INTENSITY * SPOT_CANDELA_PER_UNIT,
      SPOT_DISTANCE,
      0.75,
      0.9,
      2,
    );
    this.#spot.position.set(0, 12, 4);
    this.group.add(this.sun, this.sun.target, this.#sky, this.#spot, this.#spot.target);
  }

  /** Puts the accent over the base and fits the sun's shadow to it. */
  fit(box: Box3): void {
    const center = box.getCenter(new Vector3());
    const size = box.getSize(new Vector3());
    this.#spot.position.set(center.x, box.max.y + 9, center.z + size.z * 0.4);
    this.#spot.target.position.copy(center);
    this.sun.target.position.copy(center);
    this.sun.position.copy(SUN_DIRECTION).multiplyScalar(60).add(center);
    const reach = Math.max(size.x, size.z) * 0.5 + 14;
    const { camera } = this.sun.shadow;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.near = 1;
    camera.far = 160;
    camera.updateProjectionMatrix();
    this.sun.shadow.needsUpdate = true;
    this.group.updateMatrixWorld(true);
  }

  /** @param mapSize side of the shadow map in texels, 0 for no shadows. */
  setShadows(mapSize: number): void {
    const { shadow } = this.sun;
    this.sun.castShadow = mapSize > 0;
    if (mapSize === 0 || shadow.mapSize.x === mapSize) return;
    shadow.mapSize.set(mapSize, mapSize);
    shadow.map?.dispose();
    shadow.map = null;
    shadow.bias = -0.0002;
    shadow.normalBias = 0.03;
    shadow.radius = 3;
  }

  dispose(): void {
    this.sun.shadow.map?.dispose();
    this.group.removeFromParent();
  }
}
