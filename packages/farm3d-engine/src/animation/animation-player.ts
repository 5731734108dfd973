import {
  type AnimationAction,
  type AnimationClip,
  AnimationMixer,
  LoopOnce,
  LoopRepeat,
  type Object3D,
} from 'three';
import { checkFinite } from '../core/check.ts';
import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';

/** Spec §9: "Animation fades 0.5 s, weight 1, time scale 1", seconds. */
const ANIMATION_FADE = 0.5;
/** Spec §9. */
const ANIMATION_WEIGHT = 1;
/** Spec §9. */
const ANIMATION_TIME_SCALE = 1;

/** Options of {@link AnimationPlayer.play}. */
export interface PlayOptions {
  /** Speed factor; negative plays backwards. Default 1. */
  readonly timeScale?: number;
  /** Weight when several clips play, 0 to 1. Default 1. */
  readonly weight?: number;
  /** Seconds until the clip has its full weight; 0: at once. Default 0.5. */
  readonly fadeIn?: number;
  /** Seconds in which clips that `exclusive` stops fade out; 0: at once. Default 0.5. */
  readonly fadeOut?: number;
  /** Fades out all other active clips and starts this one from its beginning. Default true. */
  readonly exclusive?: boolean;
  /** true: repeats; false: stops at the end and holds it. Default true. */
  readonly loop?: boolean;
}

/**
 * Plays the clips of one object. Time advances by `update`, which the viewer calls with every frame.
 * @example
 * viewer.animations('fan-1').play('spin', { timeScale: 0.5 });
 */
export class AnimationPlayer implements IDisposable {
  readonly #clips: readonly AnimationClip[];
  readonly #mixer: AnimationMixer;
  readonly #onWake: () => void;
  readonly #active = new Map<string, AnimationAction>();
  /** Actions that fade out, and the seconds left. */
  readonly #fadingOut = new Map<AnimationAction, number>();
  #isStale = false;

  /**
   * @param root parent of the nodes that the clips move
   * @param onWake called when `update` has to be called
   */
  constructor(root: Object3D, clips: readonly AnimationClip[], onWake: () => void = () => {}) {
    this.#clips = clips;
    this.#mixer = new AnimationMixer(root);
    this.#onWake = onWake;
  }

  /** Names of all clips in the file. */
  get clips(): readonly string[] {
    return this.#clips.map(({ name }) => name);
  }

  /** Names of the clips that play, without those that fade out. */
  get playing(): readonly string[] {
    return [...this.#active.keys()];
  }

  /** Whether `update` changes anything: a clip runs or fades, or a stop is not shown yet. */
  get isActive(): boolean {
    if (this.#isStale || this.#fadingOut.size > 0) return true;
    for (const action of this.#active.values()) if (action.isRunning() || isFading(action)) return true;
    return false;
  }

  /** Whether a clip holds the object away from its rest pose. */
  get isHolding(): boolean {
    return this.#active.size > 0 || this.#fadingOut.size > 0;
  }

  /** Whether a clip of this name exists. */
  has(name: string): boolean {
    return this.#clips.some((clip) => clip.name === name);
  }

  /**
   * Plays a clip; from its beginning if it is exclusive or does not play yet.
   * @throws FarmError `animation-missing` or `invalid-argument`
   */
  play(name: string, options: PlayOptions = {}): void {
    const clip = this.#clips.find((one) => one.name === name);
    if (!clip) throw new FarmError('animation-missing', { name });
    const {
      timeScale = ANIMATION_TIME_SCALE,
      weight = ANIMATION_WEIGHT,
      fadeIn = ANIMATION_FADE,
      fadeOut = ANIMATION_FADE,
      exclusive = true,
      loop = true,
    } = options;
    checkFinite({ timeScale, weight, fadeIn, fadeOut });
    const action = this.#mixer.clipAction(clip);
    if (exclusive) {
      for (const other of this.#active.values()) if (other !== action) this.#fadeOut(other, fadeOut);
    }
    this.#fadingOut.delete(action);
    this.#active.set(name, action);
    if (exclusive || !action.isRunning()) action.reset();
    action.setLoop(loop ? LoopRepeat : LoopOnce, Infinity);
    action.clampWhenFinished = true;
    action.timeScale = timeScale;
    action.weight = weight;
    action.enabled = true;
    // A clip played backwards from time 0 would end at once: start at its end.
    if (timeScale < 0 && action.time === 0) action.time = clip.duration;
    action.stopFading();
    if (fadeIn > 0) action.fadeIn(fadeIn);
    action.play();
    this.#wake();
  }

  /**
   * Fades a clip out and stops it. No effect if it does not play.
   * @param fadeOut seconds
   * @throws FarmError `invalid-argument`
   */
  stop(name: string, fadeOut: number = ANIMATION_FADE): void {
    checkFinite({ fadeOut });
    const action = this.#active.get(name);
    if (!action) return;
    this.#fadeOut(action, fadeOut);
    this.#wake();
  }

  /** Stops all clips at once and returns to the rest pose. */
  stopAll(): void {
    this.#active.clear();
    this.#fadingOut.clear();
    this.#mixer.stopAllAction();
    this.#wake();
  }

  /**
   * Advances the clips; the viewer calls it with every frame.
   * @param delta seconds, 0 or more
   */
  update(delta: number): void {
    checkFinite({ delta });
    this.#isStale = false;
    this.#mixer.update(delta);
    for (const [action, left] of this.#fadingOut) {
      if (left > delta) this.#fadingOut.set(action, left - delta);
      else {
        this.#fadingOut.delete(action);
        action.stop();
      }
    }
  }

  /** Stops all clips and releases them. The viewer calls it when the object is removed. */
  dispose(): void {
    this.#active.clear();
    this.#fadingOut.clear();
    this.#mixer.stopAllAction();
    this.#mixer.uncacheRoot(this.#mixer.getRoot());
  }

  #fadeOut(action: AnimationAction, fadeOut: number): void {
    this.#active.delete(action.getClip().name);
    if (fadeOut > 0 && action.getEffectiveWeight() > 0) {
      action.fadeOut(fadeOut);
      this.#fadingOut.set(action, fadeOut);
    } else action.stop();
  }

  #wake(): void {
    this.#isStale = true;
    this.#onWake();
  }
}

/** three does not expose a running fade: an effective weight that differs from the action's own weight indicates one. */
function isFading(action: AnimationAction): boolean {
  return action.enabled && Math.abs(action.getEffectiveWeight() - action.weight) > 1e-6;
}
