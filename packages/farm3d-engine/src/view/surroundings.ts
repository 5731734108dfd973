import {
  type Box3,
  type Camera,
  type DataTexture,
  Fog,
  type Object3D,
  type Scene,
  Vector2,
  type WebGLRenderer,
} from 'three';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import { type Atmosphere, MORNING } from './atmosphere.ts';
import { asBackdrop } from './backdrop.ts';
import { Environment } from './environment.ts';
import { Grass } from './grass.ts';
import { Ground, type Lane } from './ground.ts';
import type { GroundMarks } from './ground-marks.ts';
import { Lights } from './lights.ts';
import { createNoiseTexture } from './noise-texture.ts';
import { Sky } from './sky.ts';
import { createSurfaceState, type SurfaceState, bindSurface } from './surface.ts';
import { Landscape } from './landscape.ts';

/** Longest painted shadow for one metre of height, metres: a low sun would cast an endless one. */
const MAX_SHADOW_LENGTH = 2.6;

/** The part of the quality settings that applies to the surroundings. */
export interface SurroundingsQuality {
  /**
   * Side of the sun's shadow map, texels. 0: soft shadows are painted on the ground instead, and trees are simpler.
   */
  readonly shadowMapSize: number;
  /** Number of grass tufts in front of the camera. */
  readonly tufts: number;
  /** Whether surfaces reflect the sky; else they are matt, and lit by its mean colours. */
  readonly reflections: boolean;
}

/** The surroundings of a farm: sky, lights, fog, ground, grass and landscape, all set from one {@link Atmosphere}. */
export class Surroundings implements IDisposable {
  readonly sky: Sky;
  readonly lights: Lights;
  readonly ground: Ground;
  readonly environment: Environment;
  /** Wetness, snow, lamps and wind on surfaces. Request a frame after a change. */
  readonly surface: SurfaceState = createSurfaceState();
  /** Noise texture of the clouds. */
  readonly noise: DataTexture;
  readonly grass: Grass;
  /** Ground, grass, hills and trees. */
  readonly land: readonly Object3D[];
  readonly #landscape: Landscape;
  readonly #marks: GroundMarks;
  readonly #fog: Fog;
  readonly #scene: Scene;
  readonly #disposer = new Disposer();
  #atmosphere: Atmosphere = MORNING;
  #hasRealShadows = false;

  /**
   * @param seed of all random placement
   * @param marks their painted shadows follow the light
   */
  constructor(scene: Scene, seed: number, marks: GroundMarks) {
    this.#scene = scene;
    this.#marks = marks;
    this.noise = this.#disposer.own(createNoiseTexture(seed));
    this.sky = this.#disposer.own(new Sky(this.noise));
    this.ground = this.#disposer.own(new Ground(this.sky.uniforms));
    this.grass = this.#disposer.own(new Grass(seed, this.ground.groundUniforms));
    this.#landscape = this.#disposer.own(new Landscape(seed, this.sky.uniforms));
    this.lights = this.#disposer.own(new Lights());
    this.environment = this.#disposer.own(new Environment(scene, this.sky));
    this.land = [this.ground.mesh, this.#landscape.group, this.grass.mesh];
    this.#fog = new Fog(this.sky.hazeColor);
    scene.fog = this.#fog;
    asBackdrop(this.grass.mesh);
    for (const object of [this.sky.mesh, this.ground.mesh, this.#landscape.group])
      scene.add(asBackdrop(object));
    scene.add(this.lights.group);
    this.apply(MORNING);
  }

  /** The atmosphere that was applied last. */
  get atmosphere(): Atmosphere {
    return this.#atmosphere;
  }

  /** Applies a time of day and a weather. The caller bakes the environment again and requests a frame. */
  apply(atmosphere: Atmosphere): void {
    this.#atmosphere = atmosphere;
    this.sky.apply(atmosphere);
    // The fog shares the colour object of the sky, but has its own distances.
    this.#fog.color = this.sky.hazeColor;
    this.#fog.near = atmosphere.fogNear;
    this.#fog.far = atmosphere.fogFar;
    this.lights.apply(atmosphere);
    this.environment.intensity = atmosphere.environmentIntensity;
    this.#landscape.apply(atmosphere);
    this.surface.mood.set(atmosphere.wet, atmosphere.snow, atmosphere.lamps, atmosphere.drops);
    this.surface.wind = atmosphere.wind;
    this.#paintShadows();
  }

  /** Fits light and ground to a new base model. */
  setBase(box: Box3, lane: Lane | null): void {
    this.ground.setBase(box, lane);
    if (!box.isEmpty()) this.lights.fit(box);
    this.lights.apply(this.#atmosphere);
  }

  /** Applies the settings of a quality tier. */
  setQuality({ shadowMapSize: mapSize, tufts, reflections }: SurroundingsQuality): void {
    this.environment.isReflected = reflections;
    this.grass.setTufts(tufts);
    // In the scene it would cost its shader even with no tufts.
    if (tufts > 0) this.#scene.add(this.grass.mesh);
    else this.grass.mesh.removeFromParent();
    this.#landscape.setDetail(mapSize > 0);
    this.#hasRealShadows = mapSize > 0;
    this.lights.setShadows(mapSize);
    this.#paintShadows();
  }

  /** Renders the sky into the environment map, or lights surfaces without one by the sky's mean colours. */
  bakeEnvironment(renderer: WebGLRenderer): void {
    this.environment.bake(renderer);
    const { above, below } = this.sky.meanLight();
    this.lights.setSky(above, below, this.#scene.environment ? 0 : this.#scene.environmentIntensity);
    this.lights.apply(this.#atmosphere);
  }

  /** @param seconds time of the animation of clouds, leaves and water */
  setTime(seconds: number): void {
    this.surface.time = seconds;
    this.sky.time = seconds;
  }

  /** Binds the surface uniforms of this viewer and centres the grass on the camera. Called before each frame. */
  beforeFrame({ matrixWorld: { elements: m } }: Camera): void {
    // The grass lies in front of the camera, not around it: a camera sees a third of the circle.
    const ahead = 20 / Math.max(0.2, Math.hypot(m[8], m[10]));
    this.ground.groundUniforms.farmFocus.value.set(m[12] - m[8] * ahead, m[14] - m[10] * ahead);
    bindSurface(this.surface, this.noise);
  }

  dispose(): void {
    this.#disposer.dispose();
  }

  #paintShadows(): void {
    const { lightDirection, lightIntensity, ambientIntensity } = this.#atmosphere;
    const cast = new Vector2(-lightDirection.x, -lightDirection.z).divideScalar(
      Math.max(0.05, lightDirection.y),
    );
    cast.clampLength(0, MAX_SHADOW_LENGTH);
    // Under an overcast sky nothing casts a shadow.
    const strength = this.#hasRealShadows ? 0 : Math.min(1, lightIntensity / (4 * ambientIntensity));
    if (strength < 0.08) cast.set(0, 0);
    this.ground.setPaintedShade(cast, strength);
    this.#marks.setPaintedShade(cast, strength);
  }
}
