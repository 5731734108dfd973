import { Animator } from '../animation/animator.ts';
import type { AnimationPlayer } from '../animation/animation-player.ts';
import type { Drive } from '../animation/drive.ts';
import type { IDisposable } from '../core/disposer.ts';
import type { ContinuousRequest } from '../render/continuous-frames.ts';
import type { EquipmentView } from '../view/equipment-view.ts';

/** Period of the alarm pulse, seconds: slow enough to look at, quick enough to be noticed at the edge of the view. */
const ALARM_PULSE_SECONDS = 1.2;

/** Access to frames. */
export interface MotionHost {
  isContinuous(): boolean;
  isReducedMotion(): boolean;
  requestContinuousFrames(): ContinuousRequest;
  wake(): void;
}

/**
 * All animation of equipment: clips, driven parts, the alarm pulse. Requests continuous frames only while a visible object
 * needs them.
 */
export class EquipmentMotion implements IDisposable {
  readonly #equipment: EquipmentView;
  readonly #host: MotionHost;
  readonly #animator: Animator;
  #frames: ContinuousRequest | undefined;
  #pulsed = 0;

  constructor(equipment: EquipmentView, host: MotionHost) {
    this.#equipment = equipment;
    this.#host = host;
    this.#animator = new Animator(
      equipment,
      () => ({ isContinuous: host.isContinuous(), isReducedMotion: host.isReducedMotion() }),
      () => host.wake(),
    );
  }

  /** @throws FarmError `unknown-equipment` */
  player(id: string): AnimationPlayer {
    return this.#animator.player(id);
  }

  /** @returns whether a frame is needed */
  drive(id: string, drive: Drive): boolean {
    return this.#animator.drive(id, drive);
  }

  modelChanged(id: string): void {
    this.#animator.modelChanged(id);
  }

  removed(id: string): void {
    this.#animator.removed(id);
  }

  /** @param deltaMs time since the last frame */
  advance(deltaMs: number): { readonly isMoving: boolean; readonly isChanged: boolean } {
    const { farmPulse } = this.#equipment.uniforms;
    if (this.#host.isContinuous() && this.#equipment.visibleAlarms > 0) {
      this.#pulsed = (this.#pulsed + deltaMs / 1000) % ALARM_PULSE_SECONDS;
      farmPulse.value = 0.5 + 0.5 * Math.cos((this.#pulsed / ALARM_PULSE_SECONDS) * 2 * Math.PI);
    } else {
      // A still frame shows an alarm at full brightness.
      this.#pulsed = 0;
      farmPulse.value = 1;
    }
    return this.#animator.advance(deltaMs / 1000);
  }

  /** After each frame: objects that became visible may need continuous frames. */
  drawn(): void {
    const isWanted = this.#equipment.visibleAlarms > 0 || this.#animator.isRotating;
    if (isWanted) this.#frames ??= this.#host.requestContinuousFrames();
    else {
      this.#frames?.end();
      this.#frames = undefined;
    }
    // A clip that became visible while it moves continues.
    if (this.#animator.isMoving) this.#host.wake();
  }

  dispose(): void {
    this.#frames?.end();
    this.#animator.dispose();
  }
}
