import { Vector3 } from 'three';
import { FINE_STEP, STEP, stepsOf } from './camera-steps.ts';
import type { FloorPoint } from './floor-finder.ts';
import { isKeyOfPage } from './key-owner.ts';
import { PlacementSession, type PlacementItem, type PlacementListener } from './placement-session.ts';
import { roundTo, type Snapping } from './snapping.ts';
import type { ViewerContext } from '../context/viewer-context.ts';

/** Rounds off the error of added steps, metres. */
const NOISE = 1e-6;
/** Factor on the step for scenes, which are as large as a house. */
const SCENE_STEPS = 10;
/** No modifier keys at the start. */
const NO_KEYS = { ctrlKey: false, metaKey: false };

const STEPS: Readonly<Record<string, readonly [right: number, forward: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/**
 * Placing by keyboard: arrow keys move the item over the floor relative to the camera, Enter places it, Escape cancels. It
 * starts at the camera's target, or in the middle of the base model.
 */
export class KeyboardPlacement extends PlacementSession {
  /** Position of the ghost, on the floor or beside it. */
  readonly #at = new Vector3();

  constructor(context: ViewerContext, item: PlacementItem, listener: PlacementListener, snapping: Snapping) {
    super(context, item, listener, snapping);
    const view = context.canvas.ownerDocument.defaultView ?? window;
    // In the capture phase: the camera must not react to the same keys.
    this.disposer.listen(view, 'keydown', (event: KeyboardEvent) => this.#press(event), { capture: true });
    this.#start();
  }

  #start(): void {
    const { context, ray } = this;
    context.camera.updateMatrixWorld();
    context.camera.getWorldPosition(ray.origin);
    context.camera.getWorldDirection(ray.direction);
    const floorHit = this.find(ray, NO_KEYS);
    if (floorHit) {
      this.#standOn(floorHit, floorHit.point.x, floorHit.point.z);
      return;
    }
    const { box } = context.base;
    const middle = this.isScene ? this.#plotMiddle() : box.isEmpty() ? null : box.getCenter(this.#at);
    if (middle) this.#moveTo(middle.x, middle.z);
    else this.show(null, this.missingTarget);
  }

  #plotMiddle(): Vector3 | null {
    const { plot } = this.context;
    if (!plot) return null;
    const { low, high } = plot;
    return this.#at.set((low[0] + high[0]) / 2, plot.y, (low[1] + high[1]) / 2);
  }

  #press(event: KeyboardEvent): void {
    if (isKeyOfPage(event)) return;
    const step = STEPS[event.key];
    if (step) this.#step(step[0], step[1], this.#stepLength(event.shiftKey));
    else if (event.key === 'Escape') this.cancel('escape');
    else if (event.key === 'Enter') {
      // The obstacle is reported again, so that a screen reader announces it.
      if (!event.repeat && !this.place()) this.#moveTo(this.#at.x, this.#at.z);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #stepLength(isFine: boolean): number {
    if (this.gridStep !== null && !isFine) return this.gridStep;
    return (isFine ? FINE_STEP : STEP) * (this.isScene ? SCENE_STEPS : 1);
  }

  #step(right: number, forward: number, length: number): void {
    const { x, z } = stepsOf(this.context.camera, right, 0, forward);
    this.#moveTo(this.#at.x + x * length, this.#at.z + z * length);
  }

  #moveTo(x: number, z: number): void {
    const [atX, atZ] = [roundTo(x, NOISE), roundTo(z, NOISE)];
    this.#standOn(this.findAt(atX, atZ), atX, atZ);
  }

  #standOn(floor: FloorPoint | null, x: number, z: number): void {
    this.#at.set(x, floor?.point.y ?? this.#at.y, z);
    this.show(floor, floor ? null : this.missingTarget, this.#at);
  }
}
