import type { IDisposable } from '../core/disposer.ts';
import { FarmError } from '../core/errors.ts';
import type { EquipmentView } from '../view/equipment-view.ts';
import { AnimationPlayer } from './animation-player.ts';
import { type Drive, DriveMotion } from './drive.ts';
import { AnimatedModel } from './animated-model.ts';

/** Most steps a second of anything that moves inside things. */
const ANIMATION_STEPS_PER_SECOND = 30;
/** A step that is due within a quarter of the interval is due: a screen's frames do not come on the dot. */
const STEP_SECONDS = 0.75 / ANIMATION_STEPS_PER_SECOND;

/** One thing that moves inside, or did. */
interface Entry {
  readonly id: string;
  readonly animated: AnimatedModel;
  readonly pose: Float32Array;
  player: AnimationPlayer | undefined;
  drive: DriveMotion | undefined;
  /** Seconds that passed unseen. */
  lag: number;
}

/** Whether and how things may move now. */
export interface AnimationConditions {
  /** Whether what moves without end (fans, an alarm's pulse) is shown moving. */
  readonly isContinuous: boolean;
  readonly isReducedMotion: boolean;
}

/**
 * Moves what is inside things: clips that are played, parts that telemetry drives. Only what is in the picture is moved,
 * at most {@link ANIMATION_STEPS_PER_SECOND} times a second, and what has come to rest costs nothing.
 */
export class Animator implements IDisposable {
  readonly #equipment: EquipmentView;
  readonly #conditions: () => AnimationConditions;
  readonly #onWake: () => void;
  readonly #entries = new Map<string, Entry>();
  /** Those that are not where they should be yet, or never will. */
  readonly #active = new Set<Entry>();
  /** What was told of each thing, placed or not. */
  readonly #told = new Map<string, Drive>();
  #since = 0;

  /** @param onWake called when something has to be shown: `advance` should follow */
  constructor(equipment: EquipmentView, conditions: () => AnimationConditions, onWake: () => void) {
    this.#equipment = equipment;
    this.#conditions = conditions;
    this.#onWake = onWake;
  }

  /** Things that are on their way somewhere, or move without end. */
  get activeCount(): number {
    return this.#active.size;
  }

  /**
   * The player of a thing; the same one as long as its model is.
   * @throws FarmError `unknown-equipment` when the thing is not placed or has no model yet
   */
  player(id: string): AnimationPlayer {
    const entry = this.#entryOf(id);
    if (!entry) throw new FarmError('unknown-equipment', { id });
    entry.player ??= new AnimationPlayer(entry.animated.root, entry.animated.clips, () => {
      // A player that somebody kept after its thing was gone moves nothing.
      if (this.#entries.get(id) !== entry) return;
      this.#active.add(entry);
      this.#onWake();
    });
    return entry.player;
  }

  /** @returns whether there is something new to show. */
  drive(id: string, drive: Drive): boolean {
    this.#told.set(id, { ...this.#told.get(id), ...drive });
    return this.#apply(id, drive);
  }

  /** A thing got its shape, or another one: what was told before holds for it. */
  modelChanged(id: string): void {
    this.removed(id);
    const told = this.#told.get(id);
    if (told) this.#apply(id, told);
  }

  /** A thing is gone; what was told of it stays known. */
  removed(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#active.delete(entry);
    entry.drive?.dispose();
    entry.player?.dispose();
    entry.animated.dispose();
  }

  /** Whether anything in the picture turns on without end. */
  get isTurning(): boolean {
    for (const { id, drive } of this.#active) {
      if (drive?.isTurning && this.#equipment.isVisible(id)) return true;
    }
    return false;
  }

  /** Whether anything in the picture is on its way to somewhere. */
  get isMoving(): boolean {
    for (const entry of this.#active) {
      if (isOnTheWay(entry) && this.#equipment.isVisible(entry.id)) return true;
    }
    return false;
  }

  /**
   * Lets time pass.
   * @param delta seconds
   * @returns whether more has to follow, and whether the picture changed
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
      const isTurning = entry.drive?.isTurning ?? false;
      if (isOnTheWay(entry) || (isTurning && isContinuous)) {
        this.#step(entry, isContinuous);
        isChanged = true;
      } else entry.lag = 0;
      if (isOnTheWay(entry)) isMoving = true;
      else if (!isTurning) this.#active.delete(entry);
    }
    return { isMoving, isChanged };
  }

  dispose(): void {
    for (const id of this.#entries.keys()) this.removed(id);
    this.#told.clear();
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

  #step(entry: Entry, mayTurn: boolean): void {
    const { id, animated, pose, player, drive } = entry;
    drive?.update(entry.lag, mayTurn);
    player?.update(entry.lag);
    entry.lag = 0;
    const joints = this.#equipment.joints(id);
    if (!joints || joints.texels === 0) return;
    const isHeld = (drive?.isHolding ?? false) || (player?.isHolding ?? false);
    if (isHeld) animated.write(joints, pose);
    // At rest it needs no pose of its own.
    this.#equipment.setPose(id, isHeld ? pose : null);
  }

  #entryOf(id: string): Entry | undefined {
    const known = this.#entries.get(id);
    if (known) return known;
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
