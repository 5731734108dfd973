import { Disposer, type IDisposable } from '../core/disposer.ts';
import { TypedEmitter } from '../core/emitter.ts';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import { FEATURE_HOST, type FeatureFrame, type FeatureHost } from '../engine/feature-host.ts';
import type { ContinuousRequest } from '../render/continuous-frames.ts';
import { MORNING } from '../view/atmosphere.ts';
import { asBackdrop } from '../view/backdrop.ts';
import { atmosphereOf, MORNING_SUN } from './atmosphere-of.ts';
import { CloudField } from './cloud-field.ts';
import { CoverMap } from './cover-map.ts';
import {
  CLOUDS,
  RAIN_PARTICLES,
  SCENE_RAIN_VELOCITY,
  SCENE_RANGE,
  SCENE_SNOW_VELOCITY,
  SNOW_PARTICLES,
  WEATHER_KINDS,
  type WeatherKind,
  type WeatherSource,
} from './kinds.ts';
import { LOOKS, NO_WEATHER } from './look.ts';
import { ParticleFall } from './particle-fall.ts';
import { dayPart, type DayPart, type GeoPosition, type SkyPosition, sunPosition } from './solar.ts';
import { LookTransition } from './transition.ts';

/** The present weather of a scene. */
export interface CurrentWeather {
  /** Kind of weather. */
  readonly kind: WeatherKind;
  /** Whether it is measured or chosen by hand. */
  readonly source: WeatherSource;
  /** Range of rain and snow around the camera, metres. */
  readonly range: number;
}

/** Options of {@link SceneWeather.set}. */
export interface SetWeatherOptions {
  /** Source of the weather. Default `mock`. */
  readonly source?: WeatherSource;
  /** Width and depth of the box that rain and snow fall in, metres, 1 … 1000. Default: unchanged; 170 at first. */
  readonly range?: number;
  /** Share of the particles that is drawn, 0 … 1. Default 1. */
  readonly intensity?: number;
  /**
   * Duration of the transition, seconds; 0: at once. Default 2.5. Always at once at the low tier and under reduced motion.
   */
  readonly seconds?: number;
}

/** Events of a {@link SceneWeather}. */
export interface SceneWeatherEvents {
  /** The weather changed; null: the default sky. */
  change: { readonly weather: CurrentWeather | null };
  /** The sun moved: by `setTime`, or with the clock. */
  time: { readonly sun: SkyPosition; readonly part: DayPart };
}

/** Options of a {@link SceneWeather}. */
export interface SceneWeatherOptions {
  /** Clock of `setTime('auto')`. Default: the system clock. */
  readonly now?: () => Date;
  /** Whether leaves, water and clouds move without weather. Default true. */
  readonly ambientMotion?: boolean;
}

const DEFAULT_SECONDS = 2.5;
/** The sun moves a quarter of a degree in this time, milliseconds. */
const CLOCK_MS = 60_000;
/** During a transition the environment map is baked at this interval, seconds. */
const REBAKE_SECONDS = 0.4;
/** A longer pause (a hidden page) counts as this, seconds. */
const MAX_STEP = 0.1;

/**
 * Weather, time of day and ambient motion of a scene. `dispose` restores the scene.
 * @example
 * const weather = new SceneWeather(viewer);
 * weather.setTime('auto', { latitude: 31.2, longitude: 121.5 });
 * await weather.set('rain', { range: 170 });
 */
export class SceneWeather extends TypedEmitter<SceneWeatherEvents> implements IDisposable {
  readonly #host: FeatureHost;
  readonly #now: () => Date;
  readonly #disposer = new Disposer();
  readonly #look = new LookTransition(NO_WEATHER);
  readonly #clouds: CloudField;
  #rain: ParticleFall | undefined;
  #snow: ParticleFall | undefined;
  #cover: CoverMap | undefined;
  #current: CurrentWeather | null = null;
  #range = SCENE_RANGE;
  #intensity = 1;
  #sun: SkyPosition | null = null;
  #geoPosition: GeoPosition | undefined;
  #clockTimer: ReturnType<typeof setInterval> | undefined;
  #settled: (() => void)[] = [];
  #frames: ContinuousRequest | undefined;
  #sinceBake = 0;
  /** Time of the last step of a transition, by the host's clock. */
  #changedMs = 0;
  /** Animation time of leaves, water and clouds, seconds. */
  #time = 0;

  /** @throws FarmError `disposed` */
  constructor(viewer: FarmViewer, options: SceneWeatherOptions = {}) {
    super({ change: true, time: true });
    if (viewer.isDisposed) throw new FarmError('disposed');
    const host = viewer[FEATURE_HOST];
    this.#host = host;
    this.#now = options.now ?? (() => new Date());
    const { surroundings } = host;
    this.#clouds = this.#disposer.own(
      new CloudField(CLOUDS, surroundings.sky.uniforms, surroundings.noise, host.seed),
    );
    this.#clouds.opacity = 0;
    host.scene.add(asBackdrop(this.#clouds.mesh));
    this.#disposer.add(host.own(() => this.dispose()));
    this.#disposer.add(host.onBeforeRender((frame) => this.#beforeFrame(frame)));
    this.#disposer.add(
      host.on('scene-changed', () => {
        if (this.#cover) host.rebakeEnvironment();
      }),
    );
    this.#disposer.add(() => clearInterval(this.#clockTimer));
    this.#disposer.add(() => this.#frames?.end());
    if (options.ambientMotion ?? true) this.#frames = host.requestContinuousFrames();
  }

  /** Whether `dispose` was called. */
  get isDisposed(): boolean {
    return this.#disposer.isDisposed;
  }

  /** The present weather; null: the default sky. */
  get current(): CurrentWeather | null {
    return this.#current;
  }

  /** Position of the sun; null: the default morning. */
  get sun(): SkyPosition | null {
    return this.#sun;
  }

  /** Day, dusk (or dawn) or night, by the position of the sun. */
  get part(): DayPart {
    return dayPart(this.#sun ?? MORNING_SUN);
  }

  /** Range of rain and snow around the camera, metres. */
  get range(): number {
    return this.#range;
  }

  /** Sets the range at once; nothing is allocated. @throws FarmError `invalid-argument` */
  setRange(range: number): void {
    this.#assertAlive();
    this.#takeRange(range);
    this.#host.requestRender('weather');
  }

  /**
   * Changes to a weather. A call during a transition continues from its present state.
   * @returns resolves at the end of the transition, or when another call replaces it
   * @throws FarmError `disposed` or `invalid-argument`
   */
  set(kind: WeatherKind, options: SetWeatherOptions = {}): Promise<void> {
    this.#assertAlive();
    if (!WEATHER_KINDS.includes(kind)) throw new FarmError('invalid-argument', { reason: kind });
    if (options.range !== undefined) this.#takeRange(options.range);
    this.#intensity = Math.min(1, Math.max(0, options.intensity ?? 1));
    this.#current = { kind, source: options.source ?? 'mock', range: this.#range };
    const arrived = this.#go(LOOKS[kind], options.seconds);
    this.emit('change', { weather: this.#current });
    return arrived;
  }

  /** Returns to the default sky. The time of day stays. */
  clear(options: Pick<SetWeatherOptions, 'seconds'> = {}): Promise<void> {
    this.#assertAlive();
    this.#current = null;
    const arrived = this.#go(NO_WEATHER, options.seconds);
    this.emit('change', { weather: null });
    return arrived;
  }

  /**
   * Sets the sun for a time and a position on earth.
   * @param time `auto`: follows the clock, once a minute; null: the default morning
   * @param position degrees; required once, then kept
   * @throws FarmError `disposed` or `invalid-argument`
   */
  setTime(time: Date | 'auto' | null, position: GeoPosition | undefined = this.#geoPosition): void {
    this.#assertAlive();
    clearInterval(this.#clockTimer);
    this.#clockTimer = undefined;
    if (time === null) {
      this.#moveSun(null);
      return;
    }
    if (!position) throw new FarmError('invalid-argument', { reason: 'latitude, longitude' });
    const at = (date: Date) => {
      try {
        return sunPosition(date, position);
      } catch (error) {
        throw new FarmError('invalid-argument', { reason: (error as Error).message }, { cause: error });
      }
    };
    const sun = at(time === 'auto' ? this.#now() : time);
    this.#geoPosition = position;
    if (time === 'auto') {
      this.#clockTimer = setInterval(() => {
        if (!document.hidden) this.#moveSun(at(this.#now()));
      }, CLOCK_MS);
    }
    this.#moveSun(sun);
  }

  /** Removes particles, clouds, cover map and timers, and restores the default sky. A second call has no effect. */
  dispose(): void {
    if (this.isDisposed) return;
    this.#disposer.dispose();
    this.#rain?.dispose();
    this.#snow?.dispose();
    this.#dropCover();
    this.#settle();
    this.removeAllListeners();
    const { surroundings } = this.#host;
    surroundings.apply(MORNING);
    surroundings.setTime(0);
    if (this.#host.isDisposed) return;
    this.#host.rebakeEnvironment();
    this.#host.refreshShadows();
    this.#host.requestRender('weather');
  }

  #assertAlive(): void {
    if (this.isDisposed) throw new FarmError('disposed');
  }

  #takeRange(range: number): void {
    if (!(range >= 1 && range <= 1_000)) throw new FarmError('invalid-argument', { reason: String(range) });
    this.#range = range;
    if (this.#current) this.#current = { ...this.#current, range };
    if (this.#rain) this.#rain.range = range;
    if (this.#snow) this.#snow.range = range;
  }

  #go(look: (typeof LOOKS)[WeatherKind], seconds = DEFAULT_SECONDS): Promise<void> {
    this.#settle();
    const isInstant = this.#host.tier === 'low' || this.#host.isReducedMotion;
    if (look.rain > 0) this.#rain ??= this.#createFall('streak');
    if (look.snow > 0) this.#snow ??= this.#createFall('flake');
    if (look.rain + look.snow > 0) this.#coverBase();
    this.#look.goTo(look, isInstant ? 0 : seconds);
    this.#sinceBake = 0;
    this.#changedMs = this.#host.clock.now();
    if (!this.#look.isRunning) {
      this.#arrive();
      return Promise.resolve();
    }
    this.#host.requestRender('weather');
    return new Promise((resolve) => this.#settled.push(resolve));
  }

  #moveSun(position: SkyPosition | null): void {
    this.#sun = position;
    this.#apply();
    this.#host.rebakeEnvironment();
    this.#host.refreshShadows();
    this.#host.requestRender('weather');
    this.emit('time', { sun: position ?? MORNING_SUN, part: this.part });
  }

  #createFall(shape: 'streak' | 'flake'): ParticleFall {
    const isRain = shape === 'streak';
    const fall = new ParticleFall({
      count: isRain ? RAIN_PARTICLES.count : SNOW_PARTICLES.count,
      velocity: isRain ? SCENE_RAIN_VELOCITY : SCENE_SNOW_VELOCITY,
      range: this.#range,
      shape,
      seed: this.#host.seed,
    });
    fall.wind.set(isRain ? 0.022 : 0.012, isRain ? 0.008 : 0.006);
    fall.opacity = 0;
    this.#host.scene.add(asBackdrop(fall.mesh));
    return fall;
  }

  /** The height map for shelter from rain; created with the first rain, kept until the sky is clear again. */
  #coverBase(): void {
    if (this.#cover) return;
    const { base, environment, surroundings } = this.#host;
    const cover = new CoverMap();
    this.#cover = cover;
    this.#stopCover = environment.alsoBake((renderer) => {
      cover.bake(renderer, base.group, base.box, surroundings.surface.coverBox);
    });
    surroundings.surface.cover = cover.texture;
    this.#host.rebakeEnvironment();
  }

  #stopCover: (() => void) | undefined;

  #dropCover(): void {
    this.#stopCover?.();
    this.#stopCover = undefined;
    this.#cover?.dispose();
    this.#cover = undefined;
    this.#host.surroundings.surface.cover = null;
  }

  #beforeFrame({ delta, camera, height }: FeatureFrame): void {
    // Without continuous frames the animation stands still, so that equal states give equal frames.
    const moved = this.#host.isContinuous ? delta : 0;
    this.#time += moved;
    this.#host.surroundings.setTime(this.#time);
    if (this.#look.isRunning) {
      // By the clock: single frames have no meaningful delta.
      const now = this.#host.clock.now();
      const passed = Math.min((now - this.#changedMs) / 1_000, MAX_STEP);
      this.#changedMs = now;
      const hasArrived = this.#look.advance(passed);
      this.#sinceBake += passed;
      if (hasArrived) this.#arrive();
      else {
        this.#apply();
        if (this.#sinceBake > REBAKE_SECONDS) {
          this.#sinceBake = 0;
          this.#host.rebakeEnvironment();
        }
        this.#host.requestRender('weather');
      }
    }
    const look = this.#look.now;
    this.#clouds.speed = look.cloudSpeed;
    this.#clouds.advance(moved);
    for (const fall of [this.#rain, this.#snow]) fall?.advance(moved, camera.position.y, height);
  }

  #arrive(): void {
    const look = this.#look.now;
    if (look.rain === 0) {
      this.#rain?.dispose();
      this.#rain = undefined;
    }
    if (look.snow === 0) {
      this.#snow?.dispose();
      this.#snow = undefined;
    }
    if (look.rain + look.snow === 0) this.#dropCover();
    this.#apply();
    this.#host.rebakeEnvironment();
    this.#host.refreshShadows();
    this.#host.requestRender('weather');
    this.#settle();
  }

  #settle(): void {
    const waiting = this.#settled;
    this.#settled = [];
    for (const resolve of waiting) resolve();
  }

  /** Applies look and time of day. */
  #apply(): void {
    const look = this.#look.now;
    const isDefault = look === NO_WEATHER && this.#sun === null;
    const air = isDefault ? MORNING : atmosphereOf(look, this.#sun ?? MORNING_SUN);
    this.#host.surroundings.apply(air);
    this.#clouds.opacity = look.clouds;
    this.#clouds.share = look.cloudShare;
    for (const [fall, strength, part] of [
      [this.#rain, 0.55, look.rain],
      [this.#snow, 0.95, look.snow],
    ] as const) {
      if (!fall) continue;
      fall.opacity = strength * part;
      fall.count = fall.capacity * this.#intensity;
      // Drops are a little brighter than the fog.
      fall.tint.copy(air.haze).lerp(air.cloudLit, fall === this.#snow ? 0.85 : 0.45);
    }
  }
}
