import { Color, DirectionalLight, Group, HemisphereLight, SpotLight, Vector3, type Box3 } from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { type Atmosphere, MORNING } from './atmosphere.ts';

/** Spec §9: "spot light color FFF5CE, intensity 7, distance 80", metres. */
const SPOT_COLOR = '#FFF5CE';
const SPOT_INTENSITY = 7;
const SPOT_DISTANCE = 80;
/**
 * The specification's number is from before three's physical units (r155), where intensity did not fall with the square of
 * the distance. This factor, candela per old unit, gives the spot light the same effect on a greenhouse from about 12 m
 * above: 12² / π ≈ 46.
 */
const SPOT_CANDELA_PER_UNIT = 46;
/** Factor at night, when the spot light stands for the lamps under the roof. */
const SPOT_AT_NIGHT = 1.5;
/** Factor by day, so that it does not compete with the sun. */
const SPOT_BY_DAY = 0.4;
/** Distance of the sun, metres: only relevant for its shadow camera. */
const SUN_DISTANCE = 60;

/** Sun or moon, sky light, and the specification's spot light over the base. */
export class Lights implements IDisposable {
  readonly group = new Group();
  /** The light that casts shadows; by night it is the moon. */
  readonly sun: DirectionalLight;
  readonly #sky: HemisphereLight;
  readonly #spot: SpotLight;
  readonly #direction = new Vector3();
  /** Of the sky, where surfaces do not reflect it. */
  readonly #above = new Color(0, 0, 0);
  readonly #below = new Color(0, 0, 0);
  #hasBase = false;

  constructor() {
    this.sun = new DirectionalLight();
    this.#sky = new HemisphereLight();
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
    this.apply(MORNING);
  }

  /** Direction to the light that casts shadows. */
  get direction(): Vector3 {
    return this.#direction;
  }

  apply(air: Atmosphere): void {
    this.sun.color.copy(air.lightColor);
    this.sun.intensity = air.lightIntensity;
    this.#sky.color.copy(air.skyLight).multiplyScalar(air.ambientIntensity).add(this.#above);
    this.#sky.groundColor.copy(air.groundLight).multiplyScalar(air.ambientIntensity).add(this.#below);
    const weight = SPOT_BY_DAY + (SPOT_AT_NIGHT - SPOT_BY_DAY) * air.lamps;
    this.#spot.intensity = this.#hasBase ? SPOT_INTENSITY * SPOT_CANDELA_PER_UNIT * weight : 0;
    if (this.#direction.equals(air.lightDirection)) return;
    this.#direction.copy(air.lightDirection);
    this.#aim();
  }

  /**
   * Adds the light of the sky from above and below, as radiance; black where surfaces reflect the sky. Takes effect with the
   * next {@link apply}.
   */
  setSky(above: Color, below: Color, intensity: number): void {
    // A map lights by its radiance alone, a light by the irradiance, which is π times as much.
    this.#above.copy(above).multiplyScalar(Math.PI * intensity);
    this.#below.copy(below).multiplyScalar(Math.PI * intensity);
  }

  /** Moves the spot light over the base and fits the sun's shadow to it. */
  fit(box: Box3): void {
    const center = box.getCenter(new Vector3());
    const size = box.getSize(new Vector3());
    this.#hasBase = true;
    this.#spot.position.set(center.x, box.max.y + 9, center.z + size.z * 0.4);
    this.#spot.target.position.copy(center);
    this.sun.target.position.copy(center);
    const halfSize = Math.max(size.x, size.z) * 0.5 + 14;
    const { camera } = this.sun.shadow;
    camera.left = camera.bottom = -halfSize;
    camera.right = camera.top = halfSize;
    camera.near = 1;
    camera.far = 160;
    camera.updateProjectionMatrix();
    this.#aim();
  }

  /** @param mapSize side of the shadow map, texels; 0: no shadows */
  setShadows(mapSize: number): void {
    const { shadow } = this.sun;
    this.sun.castShadow = mapSize > 0;
    if (mapSize === 0 || shadow.mapSize.x === mapSize) return;
    shadow.mapSize.set(mapSize, mapSize);
    shadow.map?.dispose();
    shadow.map = null;
    // Farther than the blur reaches on what the light grazes, or the surface would be striped by its own shadow.
    shadow.bias = -0.0006;
    shadow.normalBias = 0.04;
    shadow.radius = mapSize / 1_024;
  }

  dispose(): void {
    this.sun.shadow.map?.dispose();
    this.group.removeFromParent();
  }

  #aim(): void {
    this.sun.position.copy(this.#direction).multiplyScalar(SUN_DISTANCE).add(this.sun.target.position);
    this.sun.shadow.needsUpdate = true;
    this.group.updateMatrixWorld(true);
  }
}
