import { type Box3, type Camera, type DataTexture, Fog, type Scene, Vector2 } from 'three';
import { Disposer, type Disposable } from '../core/disposer.ts';
import { type Atmosphere, MORNING } from './atmosphere.ts';
import { asBackdrop } from './backdrop.ts';
import { Environment } from './environment.ts';
import { Grass } from './grass.ts';
import { Ground, type Lane } from './ground.ts';
import type { GroundMarks } from './ground-marks.ts';
import { Lights } from './lights.ts';
import { createNoiseTexture } from './noise-texture.ts';
import { Sky } from './sky.ts';
import { createSurfaceState, type SurfaceState, useSurface } from './surface.ts';
import { Surroundings } from './surroundings.ts';

/** A low light would throw a painted shade without end: no longer than this for one metre of height. */
const LONGEST_CAST = 2.6;

/** What of a tier of quality the surroundings heed. */
export interface SettingQuality {
  /**
   * Side of the sun's shadow map in texels; 0 paints soft shades on the ground instead, and shows simpler trees.
   */
  readonly shadowMapSize: number;
  /** Tufts of grass before the eye. */
  readonly tufts: number;
}

/** What a farm stands in: sky, light, air, land and trees; and what hour and weather do to them. */
export class Setting implements Disposable {
  readonly sky: Sky;
  readonly lights: Lights;
  readonly ground: Ground;
  readonly environment: Environment;
  /** What hour and weather do to surfaces; whoever changes it asks for a frame. */
  readonly surface: SurfaceState = createSurfaceState();
  /** Clouds of all kinds are made of it. */
  readonly noise: DataTexture;
  readonly grass: Grass;
  readonly #surroundings: Surroundings;
  readonly #marks: GroundMarks;
  readonly #fog: Fog;
  readonly #scene: Scene;
  readonly #disposer = new Disposer();
  #air: Atmosphere = MORNING;
  #hasRealShadows = false;

  /**
   * @param seed of everything scattered by chance
   * @param marks whose painted shades follow the light
   */
  constructor(scene: Scene, seed: number, marks: GroundMarks) {
    this.#scene = scene;
    this.#marks = marks;
    this.noise = this.#disposer.own(createNoiseTexture(seed));
    this.sky = this.#disposer.own(new Sky(this.noise));
    this.ground = this.#disposer.own(new Ground(this.sky.uniforms));
    this.grass = this.#disposer.own(new Grass(seed, this.ground.land));
    this.#surroundings = this.#disposer.own(new Surroundings(seed, this.sky.uniforms));
    this.lights = this.#disposer.own(new Lights());
    this.environment = this.#disposer.own(new Environment(scene, this.sky));
    this.#fog = new Fog(this.sky.hazeColor);
    scene.fog = this.#fog;
    asBackdrop(this.grass.mesh);
    for (const object of [this.sky.mesh, this.ground.mesh, this.#surroundings.group])
      scene.add(asBackdrop(object));
    scene.add(this.lights.group);
    this.apply(MORNING);
  }

  /** What was applied last. */
  get air(): Atmosphere {
    return this.#air;
  }

  /** Takes over an hour and a weather. The environment is the caller's to bake anew, and the frame his to ask for. */
  apply(air: Atmosphere): void {
    this.#air = air;
    this.sky.apply(air);
    // The fog has the sky's own colour object, but keeps its own distances.
    this.#fog.color = this.sky.hazeColor;
    this.#fog.near = air.fogNear;
    this.#fog.far = air.fogFar;
    this.lights.apply(air);
    this.environment.intensity = air.environmentIntensity;
    this.#surroundings.apply(air);
    this.surface.mood.set(air.wet, air.snow, air.lamps, air.drops);
    this.surface.wind = air.wind;
    this.#paintShades();
  }

  /** After the base model has changed: light and land follow it. */
  setBase(box: Box3, lane: Lane | null): void {
    this.ground.setBase(box, lane);
    if (!box.isEmpty()) this.lights.fit(box);
    this.lights.apply(this.#air);
  }

  /** Takes over a tier of quality. */
  setQuality({ shadowMapSize: mapSize, tufts }: SettingQuality): void {
    this.grass.setTufts(tufts);
    // Left in the scene it would cost its shader, seen or not.
    if (tufts > 0) this.#scene.add(this.grass.mesh);
    else this.grass.mesh.removeFromParent();
    this.#surroundings.setDetail(mapSize > 0);
    this.#hasRealShadows = mapSize > 0;
    this.lights.setShadows(mapSize);
    this.#paintShades();
  }

  /** @param seconds of shown time, with which clouds, leaves and water move */
  setTime(seconds: number): void {
    this.surface.time = seconds;
    this.sky.time = seconds;
  }

  /** Makes this setting's surfaces the ones that are drawn, around this eye. Before each frame. */
  use({ matrixWorld: { elements: m } }: Camera): void {
    // The meadow lies before the eye, not around it: a camera sees a third of the circle.
    const ahead = 20 / Math.max(0.2, Math.hypot(m[8], m[10]));
    this.ground.land.farmFocus.value.set(m[12] - m[8] * ahead, m[14] - m[10] * ahead);
    useSurface(this.surface, this.noise);
  }

  dispose(): void {
    this.#disposer.dispose();
  }

  #paintShades(): void {
    const { lightDirection, lightIntensity, ambientIntensity } = this.#air;
    const cast = new Vector2(-lightDirection.x, -lightDirection.z).divideScalar(
      Math.max(0.05, lightDirection.y),
    );
    cast.clampLength(0, LONGEST_CAST);
    // Under a closed sky nothing throws a shade.
    const strength = this.#hasRealShadows ? 0 : Math.min(1, lightIntensity / (4 * ambientIntensity));
    if (strength < 0.08) cast.set(0, 0);
    this.ground.setPaintedShade(cast, strength);
    this.#marks.setPaintedShade(cast, strength);
  }
}
