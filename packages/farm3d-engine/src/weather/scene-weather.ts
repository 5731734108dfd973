import { check } from '../core/check.ts';
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
import type { DetailOptions } from './detail/detail-options.ts';
import { CLOUDS, WEATHER_KINDS, type WeatherKind, type WeatherSource } from './kinds.ts';
import { inFog, LOOKS, NO_WEATHER } from './look.ts';
import { Precipitation } from './precipitation.ts';
import { dayPart, type DayPart, type GeoPosition, type SkyPosition } from './solar.ts';
import { SunClock } from './sun-clock.ts';
import { TierDetail } from './tier-detail.ts';
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
  /** Effects of the medium and high tiers; false: none. Default: all. Their code is fetched when a tier has them. */
  readonly detail?: DetailOptions | false;
}

const DEFAULT_SECONDS = 2.5;
/** During a transition the environment map is baked at this interval, seconds. */
const REBAKE_SECONDS = 0.4;
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
  readonly #clock: SunClock;
  readonly #look = new LookTransition(NO_WEATHER);
  readonly #clouds: CloudField;
  readonly #falling: Precipitation;
  readonly #detail: TierDetail;
  #current: CurrentWeather | null = null;
  #settled: (() => void)[] = [];
  #frames: ContinuousRequest | undefined;
  #sinceBake = 0;
  /** Time of the last step of a transition, by the viewer's clock. */
  #changedMs = 0;
  /** Animation time of leaves, water and clouds, seconds. */
  #time = 0;
  #wind: number | null = null;
  #visibility: number | null = null;

  /** @throws FarmError `disposed` */
  constructor(viewer: FarmViewer, options: SceneWeatherOptions = {}) {
    super({ change: true, time: true });
    const context = viewer.use({ detach: () => this.#restore() });
    this.#context = context;
    this.#clock = new SunClock(options.now ?? (() => new Date()), () => this.#moveSun());
    this.#falling = new Precipitation(context);
    const { surroundings } = context;
    this.#clouds = new CloudField(CLOUDS, surroundings.sky.uniforms, surroundings.noise, context.seed);
    this.#clouds.opacity = 0;
    context.add(this.#clouds.mesh, { isBackdrop: true });
    context.onBeforeRender((frame) => this.#beforeFrame(frame));
    this.ambientMotion = options.ambientMotion ?? true;
    this.#detail = new TierDetail(
      context,
      options.detail ?? {},
      () => [this.#clouds.mesh, ...this.#falling.meshes()],
      () => this.#followDetail(),
    );
    this.#detail.follow();
  }

  /** Resolves when the effects of the present tier are there. Never rejects: without them the scene is plainer. */
  get ready(): Promise<void> {
    return this.#detail.ready;
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
    return this.#clock.sun;
  }

  /** Day, dusk (or dawn) or night, by the position of the sun. */
  get part(): DayPart {
    return dayPart(this.sun ?? MORNING_SUN);
  }

  /** Range of rain and snow around the camera, metres. */
  get range(): number {
    return this.#falling.range;
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
    this.#falling.intensity = Math.min(1, Math.max(0, options.intensity ?? 1));
    this.#current = { kind, source: options.source ?? 'mock', range: this.range };
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
  setTime(time: Date | 'auto' | null, position?: GeoPosition): void {
    this.#assertAlive();
    this.#clock.set(time, position);
  }

  /** Removes particles, clouds, cover map and timers, and restores the default sky. A second call has no effect. */
  dispose(): void {
    this.#context.detach();
  }

  #restore(): void {
    this.#clock.stop();
    this.#falling.dropCover();
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

  /** How far one sees in fog, metres, 20 … 100,000. Null, as at first: as far as the weather's look lets. */
  get visibility(): number | null {
    return this.#visibility;
  }

  /** @throws FarmError `disposed` or `invalid-argument` */
  set visibility(metres: number | null) {
    this.#assertAlive();
    if (metres !== null) checkRange('visibility', metres, 20, 100_000);
    this.#visibility = metres;
    this.#apply();
    this.#context.rebakeEnvironment();
    this.#context.requestRender('weather');
  }

  #followDetail(): void {
    if (this.#detail.shown) this.#falling.raise({ rain: 1, snow: 1 });
    // Removes what only these tiers keep; during a transition, its end does.
    if (!this.#look.isRunning) this.#endTransition();
    else this.#apply();
  }

  #assertAlive(): void {
    if (this.isDisposed) throw new FarmError('disposed');
  }

  #setRange(range: number): void {
    checkRange('range', range, 1, 1_000);
    this.#falling.range = range;
    if (this.#current) this.#current = { ...this.#current, range };
  }

  #startTransition(look: (typeof LOOKS)[WeatherKind], seconds = DEFAULT_SECONDS): Promise<void> {
    this.#settle();
    const isInstant = this.#context.tier === 'low' || this.#context.isReducedMotion;
    this.#falling.raise(look);
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

  #moveSun(): void {
    this.#apply();
    this.#context.rebakeEnvironment();
    this.#context.refreshShadows();
    this.#context.requestRender('weather');
    this.emit('time', { sun: this.sun ?? MORNING_SUN, part: this.part });
  }

  #beforeFrame(frame: ContextFrame): void {
    // Without continuous frames the animation stands still, so that equal states give equal frames.
    const moved = this.#context.isContinuous ? frame.delta : 0;
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
    this.#clouds.speed = this.#look.now.cloudSpeed;
    this.#clouds.advance(moved);
    this.#falling.advance(moved, frame);
  }

  #endTransition(): void {
    if (!this.#detail.shown) this.#falling.settle(this.#look.now);
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
    const { now } = this.#look;
    const look = this.#visibility === null ? now : inFog(now, this.#visibility);
    const { sun } = this;
    const isDefault = look === NO_WEATHER && sun === null;
    const plain = isDefault ? MORNING : atmosphereOf(look, sun ?? MORNING_SUN);
    const detail = this.#detail.shown;
    const air = detail
      ? detail.grade({ ...plain, wind: this.#windFactor(plain.wind) }, this.#context.clock.now())
      : plain;
    this.#context.surroundings.apply(air);
    this.#clouds.opacity = look.clouds;
    this.#clouds.share = look.cloudShare;
    this.#falling.apply(look, air, air.wind / plain.wind, detail !== undefined);
  }
}
