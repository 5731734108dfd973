import {
  type AnimationAction,
  type AnimationClip,
  AnimationMixer,
  LoopOnce,
  LoopRepeat,
  type Object3D,
} from 'three';
import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';

/** Spec §9: "Animation fades 0.5 s, weight 1, time scale 1", seconds. */
const ANIMATION_FADE = 0.5;
/** Spec §9. */
const ANIMATION_WEIGHT = 1;
/** Spec §9. */
const ANIMATION_TIME_SCALE = 1;

/** How a clip is played. */
export interface PlayOptions {
  /** Speed; 2 is twice as fast, negative runs backwards. Default 1. */
  readonly timeScale?: number;
  /** How much of the clip shows when several play, 0 to 1. Default 1. */
  readonly weight?: number;
  /** Seconds until the clip has its whole weight. Default 0.5; 0: at once. */
  readonly fadeIn?: number;
  /** Seconds in which what `exclusive` ends fades away. Default 0.5; 0: at once. */
  readonly fadeOut?: number;
  /** Fades out and stops every other active clip, and starts this one from its beginning. Default true. */
  readonly exclusive?: boolean;
  /** Whether the clip begins again at its end, or stays there. Default true. */
  readonly loop?: boolean;
}

/**
 * Plays the named clips of one thing. Time is what `update` is given: the viewer gives the time of its frames, a test
 * any it likes.
 * @example
 * viewer.animations('fan-1').play('spin', { timeScale: 0.5 });
 */
export class AnimationPlayer implements IDisposable {
  readonly #clips: readonly AnimationClip[];
  readonly #mixer: AnimationMixer;
  readonly #onWake: () => void;
  readonly #active = new Map<string, AnimationAction>();
  /** What fades away, and the seconds left to it. */
  readonly #leaving = new Map<AnimationAction, number>();
  #isStale = false;

  /**
   * @param root of the objects that the clips move
   * @param onWake called when there is something to show: `update` should follow
   */
  constructor(root: Object3D, clips: readonly AnimationClip[], onWake: () => void = () => {}) {
    this.#clips = clips;
    this.#mixer = new AnimationMixer(root);
    this.#onWake = onWake;
  }

  /** Names of all clips, as in the file. */
  get clips(): readonly string[] {
    return this.#clips.map(({ name }) => name);
  }

  /** Names of the clips that play now, those that fade away left out. */
  get playing(): readonly string[] {
    return [...this.#active.keys()];
  }

  /** Whether anything changes with time: a clip runs or fades, or was stopped and not shown so yet. */
  get isActive(): boolean {
    if (this.#isStale || this.#leaving.size > 0) return true;
    for (const action of this.#active.values()) if (action.isRunning() || isFading(action)) return true;
    return false;
  }

  /** Whether anything holds the thing out of its rest: a clip that plays, or stands at its end. */
  get isHolding(): boolean {
    return this.#active.size > 0 || this.#leaving.size > 0;
  }

  /** Whether there is a clip of this name. */
  has(name: string): boolean {
    return this.#clips.some((clip) => clip.name === name);
  }

  /**
   * Plays a clip, from its beginning when it is exclusive or does not play yet.
   * @throws FarmError `animation-missing`
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
    const action = this.#mixer.clipAction(clip);
    if (exclusive) {
      for (const other of this.#active.values()) if (other !== action) this.#leave(other, fadeOut);
    }
    this.#leaving.delete(action);
    this.#active.set(name, action);
    if (exclusive || !action.isRunning()) action.reset();
    action.setLoop(loop ? LoopRepeat : LoopOnce, Infinity);
    action.clampWhenFinished = true;
    action.timeScale = timeScale;
    action.weight = weight;
    action.enabled = true;
    // Backwards from the beginning is over at once.
    if (timeScale < 0 && action.time === 0) action.time = clip.duration;
    action.stopFading();
    if (fadeIn > 0) action.fadeIn(fadeIn);
    action.play();
    this.#wake();
  }

  /**
   * Fades a clip away and stops it. Harmless when it does not play.
   * @param fadeOut seconds
   */
  stop(name: string, fadeOut: number = ANIMATION_FADE): void {
    const action = this.#active.get(name);
    if (!action) return;
    this.#leave(action, fadeOut);
    this.#wake();
  }

  /** Stops every clip at once and puts it back to its beginning: the thing is at rest again. */
  stopAll(): void {
    this.#active.clear();
    this.#leaving.clear();
    this.#mixer.stopAllAction();
    this.#wake();
  }

  /**
   * Moves the clips on; the viewer calls it with every frame.
   * @param delta seconds, 0 or more
   */
  update(delta: number): void {
    this.#isStale = false;
    this.#mixer.update(delta);
    for (const [action, left] of this.#leaving) {
      if (left > delta) this.#leaving.set(action, left - delta);
      else {
        this.#leaving.delete(action);
        action.stop();
      }
    }
  }

  /** Stops everything and forgets the clips. Called by the viewer when the thing goes. */
  dispose(): void {
    this.#active.clear();
    this.#leaving.clear();
    this.#mixer.stopAllAction();
    this.#mixer.uncacheRoot(this.#mixer.getRoot());
  }

  #leave(action: AnimationAction, fadeOut: number): void {
    this.#active.delete(action.getClip().name);
    if (fadeOut > 0 && action.getEffectiveWeight() > 0) {
      action.fadeOut(fadeOut);
      this.#leaving.set(action, fadeOut);
    } else action.stop();
  }

  #wake(): void {
    this.#isStale = true;
    this.#onWake();
  }
}

/** Three keeps the fade to itself; a weight that is not the action's own says that one runs. */
function isFading(action: AnimationAction): boolean {
  return action.enabled && Math.abs(action.getEffectiveWeight() - action.weight) > 1e-6;
}
