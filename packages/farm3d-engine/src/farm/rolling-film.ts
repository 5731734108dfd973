import { Quaternion, type Object3D } from 'three';
import { Disposer, type IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { FarmViewer } from '../engine/farm-viewer.ts';
import { FEATURE_HOST, type FeatureHost } from '../engine/feature-host.ts';
import { ROLLING_FILM_NODE } from '../view/base-view.ts';
import type { TrackData } from '../workers/model.contract.ts';

/** The clip of a greenhouse whose time is the opening of its film. */
const ROLLING_FILM_CLIP = 'roll';
/** Time from closed to open, seconds. */
const FULL_WAY_SECONDS = 4;
/** A longer pause (a hidden page) counts as this, seconds. */
const MAX_STEP = 0.1;

/**
 * The rolling film of the base model: six bays that open and close together.
 * @example
 * const film = new RollingFilm(viewer);
 * film.moveTo(telemetry.opening / 100);
 */
export class RollingFilm implements IDisposable {
  readonly #host: FeatureHost;
  readonly #disposer = new Disposer();
  #progress: number | undefined;
  #target: number | undefined;
  #movedMs = 0;
  #settled: (() => void)[] = [];

  /** @throws FarmError `disposed` */
  constructor(viewer: FarmViewer) {
    if (viewer.isDisposed) throw new FarmError('disposed');
    const host = viewer[FEATURE_HOST];
    this.#host = host;
    this.#disposer.add(host.own(() => this.dispose()));
    this.#disposer.add(host.onBeforeRender(() => this.#move()));
    // A new base model is at rest first.
    this.#disposer.add(host.on('scene-changed', () => this.#pose()));
  }

  /** Whether `dispose` was called. */
  get isDisposed(): boolean {
    return this.#disposer.isDisposed;
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
    if (this.#progress === undefined || this.#host.tier === 'low' || this.#host.isReducedMotion) {
      this.setProgress(progress);
      return Promise.resolve();
    }
    this.#settle();
    this.#target = progress;
    this.#movedMs = this.#host.clock.now();
    this.#host.requestRender('rolling-film');
    return new Promise((resolve) => this.#settled.push(resolve));
  }

  /** The film stays as it is. */
  dispose(): void {
    if (this.isDisposed) return;
    this.#disposer.dispose();
    this.#settle();
  }

  #check(progress: number): void {
    if (this.isDisposed) throw new FarmError('disposed');
    if (!(progress >= 0 && progress <= 1))
      throw new FarmError('invalid-argument', { reason: String(progress) });
  }

  #settle(): void {
    const waiting = this.#settled;
    this.#settled = [];
    for (const resolve of waiting) resolve();
  }

  #move(): void {
    if (this.#target === undefined || this.#progress === undefined) return;
    const now = this.#host.clock.now();
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

  #bays(): Object3D[] {
    const bays: Object3D[] = [];
    this.#host.base.group.traverse((object) => {
      if (object.name === ROLLING_FILM_NODE) bays.push(object);
    });
    return bays;
  }

  #pose(): void {
    const { model } = this.#host.base;
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
    this.#host.refreshShadows();
    this.#host.requestRender('rolling-film');
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
