import { Quaternion, type Object3D } from 'three';
import { check } from '../core/check.ts';
import { checkRange } from '../core/check-fields.ts';
import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import type { ViewerContext } from '../context/viewer-context.ts';
import type { TrackData } from '../workers/model.contract.ts';
import type { LoadedModel } from '../context/context-parts.ts';

/** The clip of a greenhouse whose time is the opening of its film. */
const ROLLING_FILM_CLIP = 'roll';
/** Name of the node that is one bay of rolling film. */
const ROLLING_FILM_NODE = 'roll_film_bay';
/** Time from closed to open, seconds. */
const FULL_WAY_SECONDS = 4;
/** A longer pause (a hidden page) counts as this, seconds. */
const MAX_STEP = 0.1;

/** Options of {@link RollingFilm}. */
export interface RollingFilmOptions {
  /** The child scene whose base model has the film. Default null: the scene's own base model. */
  readonly parentId?: string | null;
}

/**
 * The rolling film of a base model: six bays that open and close together.
 * @example
 * const film = new RollingFilm(viewer);
 * film.moveTo(telemetry.opening / 100);
 */
export class RollingFilm implements IDisposable {
  readonly #context: ViewerContext;
  readonly #parentId: string | null;
  /** The base model that was posed last. */
  #posed: LoadedModel | null = null;
  #progress: number | undefined;
  #target: number | undefined;
  #movedMs = 0;
  #settled: (() => void)[] = [];

  /** @throws FarmError `disposed` */
  constructor(viewer: FarmViewer, { parentId = null }: RollingFilmOptions = {}) {
    check(parentId === null || typeof parentId === 'string', 'parentId', parentId);
    this.#parentId = parentId;
    this.#context = viewer.use({ detach: () => this.#settle() });
    this.#context.onBeforeRender(() => {
      // That of a child scene comes later than the scene.
      if (this.#model !== this.#posed) this.#pose();
      this.#move();
    });
    // A new base model is at rest first.
    this.#context.on('scene-changed', () => this.#pose());
  }

  /** Whether `dispose` was called. */
  get isDisposed(): boolean {
    return this.#context.isDetached;
  }

  /** Number of bays; 0 for a base model without film. */
  get bayCount(): number {
    return this.#bays().length;
  }

  /** 0: closed, 1: open; undefined: as in the model's file. */
  get progress(): number | undefined {
    return this.#progress;
  }

  /** Sets the opening at once. @throws FarmError `disposed` or `invalid-argument` */
  setProgress(progress: number): void {
    this.#check(progress);
    this.#target = undefined;
    this.#progress = progress;
    this.#pose();
    this.#settle();
  }

  /**
   * Moves to an opening; a new call replaces a running one. At once at the low tier and under reduced motion.
   * @returns resolves at the end of the motion, or when another call replaces it
   * @throws FarmError `disposed` or `invalid-argument`
   */
  moveTo(progress: number): Promise<void> {
    this.#check(progress);
    if (this.#progress === undefined || this.#context.tier === 'low' || this.#context.isReducedMotion) {
      this.setProgress(progress);
      return Promise.resolve();
    }
    this.#settle();
    this.#target = progress;
    this.#movedMs = this.#context.clock.now();
    this.#context.requestRender('rolling-film');
    return new Promise((resolve) => this.#settled.push(resolve));
  }

  /** The film stays as it is. */
  dispose(): void {
    this.#context.detach();
  }

  #check(progress: number): void {
    if (this.isDisposed) throw new FarmError('disposed');
    checkRange('progress', progress, 0, 1);
  }

  #settle(): void {
    const waiting = this.#settled;
    this.#settled = [];
    for (const resolve of waiting) resolve();
  }

  #move(): void {
    if (this.#target === undefined || this.#progress === undefined) return;
    const now = this.#context.clock.now();
    const step = Math.min(MAX_STEP, (now - this.#movedMs) / 1_000) / FULL_WAY_SECONDS;
    this.#movedMs = now;
    const rest = this.#target - this.#progress;
    const hasArrived = Math.abs(rest) <= step;
    this.#progress = hasArrived ? this.#target : this.#progress + Math.sign(rest) * step;
    this.#pose();
    if (!hasArrived) return;
    this.#target = undefined;
    this.#settle();
  }

  get #model(): LoadedModel | null {
    const { base } = this.#context;
    return this.#parentId === null ? (base.model ?? null) : this.#context.childBase(this.#parentId);
  }

  get #group(): Object3D {
    return this.#parentId === null ? this.#context.base.group : this.#context.frameOf(this.#parentId);
  }

  #bays(): Object3D[] {
    const bays: Object3D[] = [];
    this.#group.traverse((object) => {
      if (object.name === ROLLING_FILM_NODE) bays.push(object);
    });
    return bays;
  }

  #pose(): void {
    const model = this.#model;
    this.#posed = model;
    const clip = model?.clips.find(({ name }) => name === ROLLING_FILM_CLIP);
    if (!model || !clip || this.#progress === undefined) return;
    const at = this.#progress * clip.duration;
    for (const bay of this.#bays()) {
      for (const track of clip.tracks) {
        const object = bay.getObjectByName(model.nodes[track.node]!.name);
        if (object) sample(track, at, object);
      }
      for (const child of bay.children) child.updateMatrix();
      bay.updateMatrixWorld(true);
    }
    this.#context.refreshShadows();
    this.#context.requestRender('rolling-film');
  }
}

const _from = new Quaternion();
const _to = new Quaternion();

function sample({ path, times, values }: TrackData, at: number, object: Object3D): void {
  if (path === 'morphWeights') return;
  const after = Math.max(
    1,
    times.findIndex((time) => time >= at),
  );
  const before = after - 1;
  const span = times[after]! - times[before]!;
  const part = Math.min(1, Math.max(0, (at - times[before]!) / span));
  if (path === 'quaternion') {
    _from.fromArray(values, before * 4);
    object.quaternion.copy(_from.slerp(_to.fromArray(values, after * 4), part));
    return;
  }
  const mix = (axis: number) => values[before * 3 + axis]! * (1 - part) + values[after * 3 + axis]! * part;
  object[path].set(mix(0), mix(1), mix(2));
}
