import type { Object3D } from 'three';
import type { ContextFrame, ViewerContext } from '../context/viewer-context.ts';
import type { Atmosphere } from '../view/atmosphere.ts';
import { CoverMap } from './cover-map.ts';
import {
  RAIN_PARTICLES,
  SCENE_RAIN_VELOCITY,
  SCENE_RANGE,
  SCENE_SNOW_VELOCITY,
  SNOW_PARTICLES,
} from './kinds.ts';
import type { WeatherLook } from './look.ts';
import { ParticleFall } from './particle-fall.ts';

type Part = 'rain' | 'snow';

/** Wind that carries particles, metres in 1/60 s to the east and south; and their opacity. */
const RAIN_WIND = [0.022, 0.008] as const;
const SNOW_WIND = [0.012, 0.006] as const;
const OPACITY = { rain: 0.55, snow: 0.95 } as const;

/** Rain and snow of a scene, and what is sheltered from them. */
export class Precipitation {
  readonly #context: ViewerContext;
  readonly #falls = new Map<Part, { readonly fall: ParticleFall; readonly remove: () => void }>();
  /** Created with the first rain or snow, kept until the sky is clear again. */
  #cover: { readonly dispose: () => void } | undefined;
  #range = SCENE_RANGE;
  /** Share of the particles that is drawn, 0 … 1. */
  intensity = 1;

  constructor(context: ViewerContext) {
    this.#context = context;
    context.on('scene-changed', () => {
      if (this.#cover) context.rebakeEnvironment();
    });
  }

  /** Range around the camera, metres. Nothing is allocated. */
  get range(): number {
    return this.#range;
  }

  set range(range: number) {
    this.#range = range;
    for (const { fall } of this.#falls.values()) fall.range = range;
  }

  /** Creates what a look needs. */
  raise({ rain, snow }: Pick<WeatherLook, Part>): void {
    if (rain > 0) this.#raiseFall('rain');
    if (snow > 0) this.#raiseFall('snow');
    if (rain + snow > 0) this.#coverBase();
  }

  /** What falls, for its shaders, before anything does. */
  meshes(): readonly Object3D[] {
    return (['rain', 'snow'] as const).map((part) => this.#raiseFall(part).mesh);
  }

  /** Removes what a look does not need. */
  settle({ rain, snow }: WeatherLook): void {
    if (rain === 0) this.#removeFall('rain');
    if (snow === 0) this.#removeFall('snow');
    if (rain + snow === 0) this.dropCover();
  }

  advance(moved: number, { camera, height }: ContextFrame): void {
    for (const { fall } of this.#falls.values()) fall.advance(moved, camera.position.y, height);
  }

  /**
   * @param windFactor of the wind of the look
   * @param isDetailed with the effects of the medium and high tiers
   */
  apply(look: WeatherLook, air: Atmosphere, windFactor: number, isDetailed: boolean): void {
    for (const [part, { fall }] of this.#falls) {
      const share = look[part];
      // Streaks are brighter where a darker world is behind them. A count of 0 still compiles the shader.
      fall.opacity =
        isDetailed && share === 0 ? 0.01 : Math.min(1, OPACITY[part] * share * (isDetailed ? 1.5 : 1));
      const [east, south] = part === 'rain' ? RAIN_WIND : SNOW_WIND;
      fall.wind.set(east, south).multiplyScalar(windFactor);
      fall.count = share === 0 ? 0 : fall.capacity * this.intensity;
      // Drops are a little brighter than the fog.
      fall.tint.copy(air.haze).lerp(air.cloudLit, part === 'snow' ? 0.85 : 0.45);
    }
  }

  dropCover(): void {
    this.#cover?.dispose();
    this.#cover = undefined;
  }

  #raiseFall(part: Part): ParticleFall {
    const present = this.#falls.get(part)?.fall;
    if (present) return present;
    const isRain = part === 'rain';
    const fall = new ParticleFall({
      count: isRain ? RAIN_PARTICLES.count : SNOW_PARTICLES.count,
      velocity: isRain ? SCENE_RAIN_VELOCITY : SCENE_SNOW_VELOCITY,
      range: this.#range,
      shape: isRain ? 'streak' : 'flake',
      seed: this.#context.seed,
    });
    fall.opacity = 0;
    this.#falls.set(part, { fall, remove: this.#context.add(fall.mesh, { isBackdrop: true }) });
    return fall;
  }

  #removeFall(part: Part): void {
    this.#falls.get(part)?.remove();
    this.#falls.delete(part);
  }

  #coverBase(): void {
    if (this.#cover) return;
    const { base, surroundings } = this.#context;
    const { surface, environment } = surroundings;
    const cover = new CoverMap();
    const stop = environment.alsoBake((renderer) => {
      cover.bake(renderer, base.group, base.box, surface.coverBox);
    });
    surface.cover = cover.texture;
    this.#cover = {
      dispose: () => {
        stop();
        cover.dispose();
        surface.cover = null;
      },
    };
    this.#context.rebakeEnvironment();
  }
}
