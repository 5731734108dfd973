import { Box3, Vector3 } from 'three';
import { findFloor, findFloorAt, type FloorPlace } from './floor-finder.ts';
import { isKeyOfPage } from './key-owner.ts';
import { PlacementSession, type PlacementItem, type PlacementListener } from './placement-session.ts';
import type { ToolHost } from './tool-host.ts';

/** One press of an arrow key, metres; with Shift held the fine step. */
const STEP = 0.5;
const FINE_STEP = 0.1;

const STEPS: Readonly<Record<string, readonly [right: number, forward: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const _box = new Box3();
const _forward = new Vector3();

/**
 * Placing a device without a pointer: arrow keys move it over the floor as the camera sees it, Enter places it, Esc
 * cancels. It starts where the camera looks, or in the middle of the base model.
 */
export class KeyboardPlacement extends PlacementSession {
  /** Where the ghost stands, on the floor or beside it. */
  readonly #at = new Vector3();

  constructor(host: ToolHost, item: PlacementItem, listener: PlacementListener) {
    super(host, item, listener);
    const view = host.canvas.ownerDocument.defaultView ?? window;
    // Before anybody: the camera's own keys must not turn the view under the thing that is being placed.
    this.disposer.listen(view, 'keydown', (event: KeyboardEvent) => this.#press(event), { capture: true });
    this.#start();
  }

  #start(): void {
    const { host, ray } = this;
    host.camera.updateMatrixWorld();
    host.camera.getWorldPosition(ray.origin);
    host.camera.getWorldDirection(ray.direction);
    const seen = findFloor(host, ray);
    if (seen) {
      this.#stand(seen, seen.point.x, seen.point.z);
      return;
    }
    const middle = host.baseBounds(_box)?.getCenter(this.#at);
    if (middle) this.#moveTo(middle.x, middle.z);
    else this.show(null, 'off-base');
  }

  #press(event: KeyboardEvent): void {
    if (isKeyOfPage(event)) return;
    const step = STEPS[event.key];
    if (step) this.#step(step[0], step[1], event.shiftKey ? FINE_STEP : STEP);
    else if (event.key === 'Escape') this.cancel('escape');
    else if (event.key === 'Enter') {
      // What cannot be placed is told again, so that a screen reader says why.
      if (!event.repeat && !this.place()) this.#moveTo(this.#at.x, this.#at.z);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Along the world axis that is nearest to what is right or away on the screen: repeated steps come back exactly. */
  #step(right: number, forward: number, length: number): void {
    const { x, z } = this.host.camera.getWorldDirection(_forward);
    const isAlongX = Math.abs(x) > Math.abs(z);
    const ahead = isAlongX ? [Math.sign(x), 0] : [0, Math.sign(z) || -1];
    const [ax, az] = ahead as [number, number];
    this.#moveTo(
      this.#at.x + (ax * forward - az * right) * length,
      this.#at.z + (az * forward + ax * right) * length,
    );
  }

  #moveTo(x: number, z: number): void {
    this.#stand(findFloorAt(this.host, this.ray, x, z), x, z);
  }

  #stand(floor: FloorPlace | null, x: number, z: number): void {
    this.#at.set(x, floor?.point.y ?? this.#at.y, z);
    this.show(floor, floor ? null : 'off-base', this.#at);
  }
}
