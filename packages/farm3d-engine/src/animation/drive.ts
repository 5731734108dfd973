import { type AnimationAction, type AnimationClip, AnimationMixer, type Object3D } from 'three';
import type { AnimatedModel } from './animated-model.ts';

/** Values for the moving parts of an object. Fields left out stay as they are. */
export interface Drive {
  /** Rotation speed of the clip `spin`, else of nodes `spin_…` about their Y axis; 1: the model's own speed, 0: stopped. */
  readonly spin?: number | undefined;
  /** How far it is open, 0 to 1 (clips `open` and `roll`). It moves there; the whole way takes 1.5 s. */
  readonly open?: number | undefined;
  /** Brightness of `glow_…` parts, 0 to 1; null: as in the model. */
  readonly glow?: number | null | undefined;
}

/** Time from closed to open, seconds. */
const OPEN_SECONDS = 1.5;
/** Revolutions per second of `spin_…` nodes without a clip, at speed 1. */
const REVOLUTIONS_PER_SECOND = 1;

const SPIN_CLIP = 'spin';
const OPEN_CLIPS = new Set(['open', 'roll']);
/** Tolerance at which a target is reached. */
const EPSILON = 1e-4;

/** Moves the driven parts of an animated model. */
export class DriveMotion {
  readonly #mixer: AnimationMixer;
  readonly #spin: readonly AnimationAction[];
  readonly #open: readonly AnimationAction[];
  /** Nodes that rotate without a clip. */
  readonly #rotatingNodes: readonly { readonly node: Object3D; readonly rest: readonly number[] }[];
  #speed = 0;
  #target: number | undefined;
  #opening = 0;
  #rotatedBy = 0;
  #isStale = false;

  constructor(animated: AnimatedModel) {
    this.#mixer = new AnimationMixer(animated.root);
    const pausedAction = (clip: AnimationClip) => {
      const action = this.#mixer.clipAction(clip);
      action.paused = true;
      return action;
    };
    const { clips, model } = animated;
    this.#spin = clips.filter(({ name }) => name === SPIN_CLIP).map(pausedAction);
    this.#open = clips.filter(({ name }) => OPEN_CLIPS.has(name)).map(pausedAction);
    const isClipped = (index: number) =>
      model.clips.some(
        ({ name, tracks }) =>
          (name === SPIN_CLIP || OPEN_CLIPS.has(name)) && tracks.some(({ node }) => node === index),
      );
    this.#rotatingNodes = model.nodes.flatMap(({ name, quaternion }, i) =>
      name.startsWith('spin_') && !isClipped(i) ? [{ node: animated.nodes[i]!, rest: quaternion }] : [],
    );
  }

  /** Whether it rotates without end. */
  get isRotating(): boolean {
    return this.#speed !== 0 && (this.#spin.length > 0 || this.#rotatingNodes.length > 0);
  }

  /** Whether it moves towards a target. */
  get isMoving(): boolean {
    return this.#isStale || (this.#target !== undefined && Math.abs(this.#target - this.#opening) > EPSILON);
  }

  /** Whether a node is away from its rest transform. */
  get isHolding(): boolean {
    return this.isRotating || this.#target !== undefined || this.#rotatedBy !== 0;
  }

  /** @param isAtOnce skips the motion. @returns whether a frame is needed */
  set(drive: Drive, isAtOnce: boolean): boolean {
    const { spin, open } = drive;
    const before = this.#isStale;
    if (spin !== undefined && Number.isFinite(spin) && spin !== this.#speed) {
      this.#speed = spin;
      this.#isStale = true;
    }
    if (open !== undefined && Number.isFinite(open) && this.#open.length > 0) {
      const target = Math.min(1, Math.max(0, open));
      if (target !== this.#target) {
        // The first value is shown at once: nothing should open while a page loads.
        if (isAtOnce || this.#target === undefined) this.#opening = target;
        this.#target = target;
        this.#isStale = true;
      }
    }
    return this.#isStale && !before;
  }

  /** @param delta seconds. @param mayRotate whether endless rotation is animated */
  update(delta: number, mayRotate: boolean): void {
    this.#isStale = false;
    if (this.#target !== undefined) {
      const step = delta / OPEN_SECONDS;
      const way = this.#target - this.#opening;
      this.#opening = Math.abs(way) <= step ? this.#target : this.#opening + Math.sign(way) * step;
      for (const action of this.#open) show(action, this.#opening * action.getClip().duration);
    }
    if (mayRotate) this.#rotatedBy += delta * this.#speed;
    if (this.#rotatedBy !== 0) {
      for (const action of this.#spin) {
        const { duration } = action.getClip();
        show(action, duration > 0 ? ((this.#rotatedBy % duration) + duration) % duration : 0);
      }
      const half = this.#rotatedBy * REVOLUTIONS_PER_SECOND * Math.PI;
      for (const { node, rest } of this.#rotatingNodes) {
        const [x = 0, y = 0, z = 0, w = 1] = rest;
        const [s, c] = [Math.sin(half), Math.cos(half)];
        // rest · (rotation about Y)
        node.quaternion.set(x * c - z * s, y * c + w * s, z * c + x * s, w * c - y * s);
      }
    }
    this.#mixer.update(0);
  }

  dispose(): void {
    this.#mixer.stopAllAction();
    this.#mixer.uncacheRoot(this.#mixer.getRoot());
  }
}

function show(action: AnimationAction, time: number): void {
  action.play();
  action.paused = true;
  action.time = time;
}
