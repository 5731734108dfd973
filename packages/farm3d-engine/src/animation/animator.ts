import type { IDisposable } from '../core/disposer.ts';
import { IdMap } from '../core/id-map.ts';
import { FarmError } from '../core/errors.ts';
import type { EquipmentView } from '../view/equipment-view.ts';
import { AnimationPlayer } from './animation-player.ts';
import { type Drive, DriveMotion } from './drive.ts';
import { AnimatedModel } from './animated-model.ts';

/** Maximum updates per second of an animated object. */
const ANIMATION_STEPS_PER_SECOND = 30;
/** A step is due after three quarters of the interval, because screen frames are not exactly periodic. */
const STEP_SECONDS = 0.75 / ANIMATION_STEPS_PER_SECOND;

/** An object that is or was animated. */
interface Entry {
  readonly id: string;
  readonly animated: AnimatedModel;
  readonly pose: Float32Array;
  player: AnimationPlayer | undefined;
  drive: DriveMotion | undefined;
  /** Seconds that passed while it was not visible. */
  lag: number;
}

/** The last drive values of an id. */
interface DriveValues {
  readonly id: string;
  next: DriveValues | undefined;
  readonly drive: Drive;
}

/** Whether animation is allowed now. */
export interface AnimationConditions {
  /** Whether endless motion (fans, the alarm pulse) is animated. */
  readonly isContinuous: boolean;
  readonly isReducedMotion: boolean;
}

/**
 * Animates objects: clips that are played and parts that telemetry drives. Only visible objects are updated, at most {@link
 * ANIMATION_STEPS_PER_SECOND} times a second; an object at rest costs nothing.
 */
export class Animator implements IDisposable {
  readonly #equipment: EquipmentView;
  readonly #conditions: () => AnimationConditions;
  readonly #onWake: () => void;
  readonly #entries = new Map<string, Entry>();
  /** Entries that still move, or move without end. */
  readonly #active = new Set<Entry>();
  /** The last drive values of each id, placed or not. */
  readonly #driveValues = new IdMap<DriveValues>((id) => ({ id, next: undefined, drive: {} }));
  #since = 0;

  /** @param onWake called when `advance` has to be called */
  constructor(equipment: EquipmentView, conditions: () => AnimationConditions, onWake: () => void) {
    this.#equipment = equipment;
    this.#conditions = conditions;
    this.#onWake = onWake;
  }

  /** Number of objects that move. */
  get activeCount(): number {
    return this.#active.size;
  }

  /**
   * The player of an object; the same one until its model changes.
   * @throws FarmError `unknown-equipment` if the object is not placed or its model is not loaded
   */
  player(id: string): AnimationPlayer {
    const entry = this.#entryOf(id);
    if (!entry) throw new FarmError('unknown-equipment', { id });
    entry.player ??= new AnimationPlayer(entry.animated.root, entry.animated.clips, () => {
      // A player that is used after its object was removed has no effect.
      if (this.#entries.get(id) !== entry) return;
      this.#active.add(entry);
      this.#onWake();
    });
    return entry.player;
  }

  /** @returns whether a frame is needed */
  drive(id: string, drive: Drive): boolean {
    Object.assign(this.#driveValues.of(id).drive, drive);
    return this.#apply(id, drive);
  }

  /** The object has a new model: the last drive values are applied to it. */
  modelChanged(id: string): void {
    this.removed(id);
    const drive = this.#driveValues.get(id)?.drive;
    if (drive) this.#apply(id, drive);
  }

  /** The object was removed; its drive values are kept. */
  removed(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#active.delete(entry);
    entry.drive?.dispose();
    entry.player?.dispose();
    entry.animated.dispose();
  }

  /** Whether a visible object moves without end. */
  get isRotating(): boolean {
    for (const { id, drive } of this.#active) {
      if (drive?.isRotating && this.#equipment.isVisible(id)) return true;
    }
    return false;
  }

  /** Whether a visible object moves towards a target. */
  get isMoving(): boolean {
    for (const entry of this.#active) {
      if (isOnTheWay(entry) && this.#equipment.isVisible(entry.id)) return true;
    }
    return false;
  }

  /**
   * Advances time.
   * @param delta seconds
   * @returns whether more updates are needed, and whether the frame changed
   */
  advance(delta: number): { readonly isMoving: boolean; readonly isChanged: boolean } {
    if (this.#active.size === 0) {
      this.#since = 0;
      return { isMoving: false, isChanged: false };
    }
    this.#since += delta;
    if (this.#since < STEP_SECONDS) return { isMoving: this.isMoving, isChanged: false };
    const passed = this.#since;
    this.#since = 0;
    const { isContinuous } = this.#conditions();
    let isMoving = false;
    let isChanged = false;
    for (const entry of this.#active) {
      entry.lag += passed;
      if (!this.#equipment.isVisible(entry.id)) continue;
      const isRotating = entry.drive?.isRotating ?? false;
      if (isOnTheWay(entry) || (isRotating && isContinuous)) {
        this.#step(entry, isContinuous);
        isChanged = true;
      } else entry.lag = 0;
      if (isOnTheWay(entry)) isMoving = true;
      else if (!isRotating) this.#active.delete(entry);
    }
    return { isMoving, isChanged };
  }

  dispose(): void {
    for (const id of this.#entries.keys()) this.removed(id);
    this.#driveValues.clear();
  }

  #apply(id: string, drive: Drive): boolean {
    const { glow, spin, open } = drive;
    const isGlowing = glow !== undefined && this.#equipment.setGlow(id, glow);
    if ((spin === undefined && open === undefined) || !this.#equipment.joints(id)?.texels) return isGlowing;
    const entry = this.#entryOf(id)!;
    entry.drive ??= new DriveMotion(entry.animated);
    if (!entry.drive.set(drive, this.#conditions().isReducedMotion)) return isGlowing;
    this.#active.add(entry);
    return true;
  }

  #step(entry: Entry, mayRotate: boolean): void {
    const { id, animated, pose, player, drive } = entry;
    drive?.update(entry.lag, mayRotate);
    player?.update(entry.lag);
    entry.lag = 0;
    const joints = this.#equipment.joints(id);
    if (!joints || joints.texels === 0) return;
    const isHeld = (drive?.isHolding ?? false) || (player?.isHolding ?? false);
    if (isHeld) animated.write(joints, pose);
    // An object at rest needs no pose of its own.
    this.#equipment.setPose(id, isHeld ? pose : null);
  }

  #entryOf(id: string): Entry | undefined {
    const existing = this.#entries.get(id);
    if (existing) return existing;
    const model = this.#equipment.model(id);
    if (!model) return undefined;
    const entry: Entry = {
      id,
      animated: new AnimatedModel(model),
      pose: new Float32Array((this.#equipment.joints(id)?.texels ?? 0) * 4),
      player: undefined,
      drive: undefined,
      lag: 0,
    };
    this.#entries.set(id, entry);
    return entry;
  }
}

function isOnTheWay({ player, drive }: Entry): boolean {
  return (player?.isActive ?? false) || (drive?.isMoving ?? false);
}
