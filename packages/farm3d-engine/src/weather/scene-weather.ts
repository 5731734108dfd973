import { check, invalidArgument } from '../core/check.ts';
import { checkNumber, checkRange } from '../core/check-fields.ts';
import type { IDisposable } from '../core/disposer.ts';
import { TypedEmitter } from '../core/emitter.ts';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import type { ContextFrame, ViewerContext } from '../context/viewer-context.ts';
import type { ContinuousRequest } from '../render/continuous-frames.ts';
import { MORNING } from '../view/atmosphere.ts';
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
import type { DetailOptions } from './detail/detail-options.ts';
import type { SceneDetail } from './detail/scene-detail.ts';

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
  /** Effects of the medium and high tiers; false: none. Default: all. Their code is fetched when a tier has them. */
  readonly detail?: DetailOptions | false;
}

const DEFAULT_SECONDS = 2.5;
/** The sun moves a quarter of a degree in this time, milliseconds. */
const CLOCK_MS = 60_000;
/** During a transition the environment map is baked at this interval, seconds. */
const REBAKE_SECONDS = 0.4;
/** Wind that carries rain and snow, metres in 1/60 s to the east and south. */
const RAIN_WIND = [0.022, 0.008] as const;
const SNOW_WIND = [0.012, 0.006] as const;
/** A breeze, m/s: the wind factor 1; and the greatest factor. */
const BREEZE = 3.4;
const MOST_WIND = 2.6;
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
  readonly #context: ViewerContext;
  readonly #now: () => Date;
  readonly #look = new LookTransition(NO_WEATHER);
  readonly #clouds: CloudField;
  #rain: ParticleFall | undefined;
  #snow: ParticleFall | undefined;
  readonly #removers = new Map<ParticleFall, () => void>();
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
  /** Time of the last step of a transition, by the viewer's clock. */
  #changedMs = 0;
  /** Animation time of leaves, water and clouds, seconds. */
  #time = 0;
  readonly #detailOptions: DetailOptions | false;
  #detail: SceneDetail | undefined;
  #fetched: Promise<SceneDetail | undefined> | undefined;
  #wind: number | null = null;
  #ready: Promise<void> | undefined;

  /** @throws FarmError `disposed` */
  constructor(viewer: FarmViewer, options: SceneWeatherOptions = {}) {
    super({ change: true, time: true });
    const context = viewer.use({ detach: () => this.#restore() });
    this.#context = context;
    this.#now = options.now ?? (() => new Date());
    const { surroundings } = context;
    this.#clouds = new CloudField(CLOUDS, surroundings.sky.uniforms, surroundings.noise, context.seed);
    this.#clouds.opacity = 0;
    context.add(this.#clouds.mesh, { isBackdrop: true });
    context.onBeforeRender((frame) => this.#beforeFrame(frame));
    context.on('scene-changed', () => {
      if (this.#cover) context.rebakeEnvironment();
    });
    this.ambientMotion = options.ambientMotion ?? true;
    this.#detailOptions = options.detail ?? {};
    context.on('quality-changed', () => this.#followTier());
    this.#followTier();
  }

  /** Resolves when the effects of the present tier are there. Never rejects: without them the scene is plainer. */
  get ready(): Promise<void> {
    return this.#ready ?? Promise.resolve();
  }

  /** Whether leaves, water and clouds move without weather. They need continuous frames. */
  get ambientMotion(): boolean {
    return this.#frames !== undefined;
  }

  set ambientMotion(isMoving: boolean) {
    if (isMoving === this.ambientMotion || this.isDisposed) return;
    if (isMoving) this.#frames = this.#context.requestContinuousFrames();
    else {
      this.#frames?.end();
      this.#frames = undefined;
    }
  }

  /** Whether `dispose` was called. */
  get isDisposed(): boolean {
    return this.#context.isDetached;
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
    this.#setRange(range);
    this.#context.requestRender('weather');
  }

  /**
   * Changes to a weather. A call during a transition continues from its present state.
   * @returns resolves at the end of the transition, or when another call replaces it
   * @throws FarmError `disposed` or `invalid-argument`
   */
  set(kind: WeatherKind, options: SetWeatherOptions = {}): Promise<void> {
    this.#assertAlive();
    check(WEATHER_KINDS.includes(kind), 'kind', kind);
    for (const field of ['range', 'intensity', 'seconds'] as const) checkNumber(field, options[field]);
    if (options.range !== undefined) this.#setRange(options.range);
    this.#intensity = Math.min(1, Math.max(0, options.intensity ?? 1));
    this.#current = { kind, source: options.source ?? 'mock', range: this.#range };
    const arrived = this.#startTransition(LOOKS[kind], options.seconds);
    this.emit('change', { weather: this.#current });
    return arrived;
  }

  /** Returns to the default sky. The time of day stays. */
  clear(options: Pick<SetWeatherOptions, 'seconds'> = {}): Promise<void> {
    this.#assertAlive();
    checkNumber('seconds', options.seconds);
    this.#current = null;
    const arrived = this.#startTransition(NO_WEATHER, options.seconds);
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
    check(time === 'auto' || (time instanceof Date && !Number.isNaN(time.getTime())), 'time', time);
    if (!position) throw invalidArgument('position', position);
    checkRange('position.latitude', position.latitude, -90, 90);
    checkRange('position.longitude', position.longitude, -180, 180);
    const at = (date: Date) => sunPosition(date, position);
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
    this.#context.detach();
  }

  #restore(): void {
    clearInterval(this.#clockTimer);
    this.#dropCover();
    this.#settle();
    this.removeAllListeners();
    const { surroundings } = this.#context;
    surroundings.apply(MORNING);
    surroundings.setTime(0);
    this.#context.rebakeEnvironment();
    this.#context.refreshShadows();
  }

  /**
   * The measured wind, m/s, 0 … 60: leaves, grass, steam and rain follow it at the medium and high tiers. Null, as at first:
   * the wind of the weather's look.
   */
  get wind(): number | null {
    return this.#wind;
  }

  /** @throws FarmError `disposed` or `invalid-argument` */
  set wind(metresPerSecond: number | null) {
    this.#assertAlive();
    if (metresPerSecond !== null) checkRange('wind', metresPerSecond, 0, 60);
    this.#wind = metresPerSecond;
    this.#apply();
    this.#context.requestRender('weather');
  }

  #followTier(): void {
    if (this.#context.tier === 'low') {
      if (this.#detail) this.#showDetail();
    } else if (this.#detailOptions !== false) this.#ready = this.#raiseDetail(this.#detailOptions);
  }

  /** Not before the first frame, which it would delay; frames go on meanwhile. */
  async #raiseDetail(options: DetailOptions): Promise<void> {
    await this.#context.firstFrame;
    if (this.isDisposed) return;
    this.#fetched ??= fetchDetail(this.#context, options);
    const detail = await this.#fetched;
    if (!detail) {
      // Without the file (a page that was built anew meanwhile) the next change of the tier tries again.
      this.#fetched = undefined;
      return;
    }
    if (!detail.isOn) {
      // What falls and floats, too: the first drop and the first cloud compile no shader.
      this.#rain ??= this.#createFall('streak');
      this.#snow ??= this.#createFall('flake');
      await detail.prepare([this.#clouds.mesh, this.#rain.mesh, this.#snow.mesh]);
    }
    if (this.isDisposed) return;
    this.#detail = detail;
    this.#showDetail();
  }

  #showDetail(): void {
    const isOn = this.#context.tier !== 'low';
    this.#detail!.isOn = isOn;
    if (isOn) {
      this.#rain ??= this.#createFall('streak');
      this.#snow ??= this.#createFall('flake');
      this.#coverBase();
    }
    // Removes what only these tiers keep; during a transition, its end does.
    if (!this.#look.isRunning) this.#endTransition();
    else this.#apply();
  }

  #assertAlive(): void {
    if (this.isDisposed) throw new FarmError('disposed');
  }

  #setRange(range: number): void {
    checkRange('range', range, 1, 1_000);
    this.#range = range;
    if (this.#current) this.#current = { ...this.#current, range };
    if (this.#rain) this.#rain.range = range;
    if (this.#snow) this.#snow.range = range;
  }

  #startTransition(look: (typeof LOOKS)[WeatherKind], seconds = DEFAULT_SECONDS): Promise<void> {
    this.#settle();
    const isInstant = this.#context.tier === 'low' || this.#context.isReducedMotion;
    if (look.rain > 0) this.#rain ??= this.#createFall('streak');
    if (look.snow > 0) this.#snow ??= this.#createFall('flake');
    if (look.rain + look.snow > 0) this.#coverBase();
    this.#look.goTo(look, isInstant ? 0 : seconds);
    this.#sinceBake = 0;
    this.#changedMs = this.#context.clock.now();
    if (!this.#look.isRunning) {
      this.#endTransition();
      return Promise.resolve();
    }
    this.#context.requestRender('weather');
    return new Promise((resolve) => this.#settled.push(resolve));
  }

  #moveSun(position: SkyPosition | null): void {
    this.#sun = position;
    this.#apply();
    this.#context.rebakeEnvironment();
    this.#context.refreshShadows();
    this.#context.requestRender('weather');
    this.emit('time', { sun: position ?? MORNING_SUN, part: this.part });
  }

  #createFall(shape: 'streak' | 'flake'): ParticleFall {
    const isRain = shape === 'streak';
    const fall = new ParticleFall({
      count: isRain ? RAIN_PARTICLES.count : SNOW_PARTICLES.count,
      velocity: isRain ? SCENE_RAIN_VELOCITY : SCENE_SNOW_VELOCITY,
      range: this.#range,
      shape,
      seed: this.#context.seed,
    });
    fall.opacity = 0;
    this.#removers.set(fall, this.#context.add(fall.mesh, { isBackdrop: true }));
    return fall;
  }

  #removeFall(fall: ParticleFall | undefined): void {
    if (!fall) return;
    this.#removers.get(fall)?.();
    this.#removers.delete(fall);
  }

  /** The height map for shelter from rain; created with the first rain, kept until the sky is clear again. */
  #coverBase(): void {
    if (this.#cover) return;
    const { base, surroundings } = this.#context;
    const cover = new CoverMap();
    this.#cover = cover;
    this.#stopCover = surroundings.environment.alsoBake((renderer) => {
      cover.bake(renderer, base.group, base.box, surroundings.surface.coverBox);
    });
    surroundings.surface.cover = cover.texture;
    this.#context.rebakeEnvironment();
  }

  #stopCover: (() => void) | undefined;

  #dropCover(): void {
    this.#stopCover?.();
    this.#stopCover = undefined;
    this.#cover?.dispose();
    this.#cover = undefined;
    this.#context.surroundings.surface.cover = null;
  }

  #beforeFrame({ delta, camera, height }: ContextFrame): void {
    // Without continuous frames the animation stands still, so that equal states give equal frames.
    const moved = this.#context.isContinuous ? delta : 0;
    this.#time += moved;
    this.#context.surroundings.setTime(this.#time);
    if (this.#look.isRunning) {
      // By the clock: single frames have no meaningful delta.
      const now = this.#context.clock.now();
      const passed = Math.min((now - this.#changedMs) / 1_000, MAX_STEP);
      this.#changedMs = now;
      const hasArrived = this.#look.advance(passed);
      this.#sinceBake += passed;
      if (hasArrived) this.#endTransition();
      else {
        this.#apply();
        if (this.#sinceBake > REBAKE_SECONDS) {
          this.#sinceBake = 0;
          this.#context.rebakeEnvironment();
        }
        this.#context.requestRender('weather');
      }
    }
    const look = this.#look.now;
    this.#clouds.speed = look.cloudSpeed;
    this.#clouds.advance(moved);
    for (const fall of [this.#rain, this.#snow]) fall?.advance(moved, camera.position.y, height);
  }

  #endTransition(): void {
    const look = this.#look.now;
    const isDetailed = this.#detail?.isOn ?? false;
    if (look.rain === 0 && !isDetailed) {
      this.#removeFall(this.#rain);
      this.#rain = undefined;
    }
    if (look.snow === 0 && !isDetailed) {
      this.#removeFall(this.#snow);
      this.#snow = undefined;
    }
    if (look.rain + look.snow === 0 && !isDetailed) this.#dropCover();
    this.#apply();
    this.#context.rebakeEnvironment();
    this.#context.refreshShadows();
    this.#context.requestRender('weather');
    this.#settle();
  }

  #settle(): void {
    const waiting = this.#settled;
    this.#settled = [];
    for (const resolve of waiting) resolve();
  }

  /** Of the measured wind, or of the look. */
  #windFactor(ofLook: number): number {
    return this.#wind === null ? ofLook : Math.min(MOST_WIND, this.#wind / BREEZE);
  }

  /** Applies look and time of day. */
  #apply(): void {
    const look = this.#look.now;
    const isDefault = look === NO_WEATHER && this.#sun === null;
    const plain = isDefault ? MORNING : atmosphereOf(look, this.#sun ?? MORNING_SUN);
    const detail = this.#detail?.isOn ? this.#detail : undefined;
    const air = detail
      ? detail.grade({ ...plain, wind: this.#windFactor(plain.wind) }, this.#context.clock.now())
      : plain;
    this.#context.surroundings.apply(air);
    this.#clouds.opacity = look.clouds;
    this.#clouds.share = look.cloudShare;
    for (const [fall, strength, part] of [
      [this.#rain, 0.55, look.rain],
      [this.#snow, 0.95, look.snow],
    ] as const) {
      if (!fall) continue;
      // Streaks are brighter where a darker world is behind them. A count of 0 still compiles the shader.
      fall.opacity = detail && part === 0 ? 0.01 : Math.min(1, strength * part * (detail ? 1.5 : 1));
      const [east, south] = fall === this.#rain ? RAIN_WIND : SNOW_WIND;
      fall.wind.set(east, south).multiplyScalar(air.wind / plain.wind);
      fall.count = part === 0 ? 0 : fall.capacity * this.#intensity;
      // Drops are a little brighter than the fog.
      fall.tint.copy(air.haze).lerp(air.cloudLit, fall === this.#snow ? 0.85 : 0.45);
    }
  }
}

async function fetchDetail(context: ViewerContext, options: DetailOptions): Promise<SceneDetail | undefined> {
  const code = await import('./detail/scene-detail.ts').catch(() => undefined);
  return code?.SceneDetail.create(context, options);
}
