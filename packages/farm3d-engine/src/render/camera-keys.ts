import { Disposer, type IDisposable } from '../core/disposer.ts';

/** Rotation per key press, radians; a quarter of it with Alt. */
export const KEY_ORBIT = Math.PI / 24;
/** Movement per key press, as a share of the camera's distance. */
export const KEY_PAN = 0.06;
/** Zoom factor per key press. */
export const KEY_ZOOM = 1.18;

/** Camera functions that keys call. */
export interface CameraKeyTarget {
  orbit(azimuth: number, polar: number): void;
  pan(right: number, up: number): void;
  zoom(factor: number): void;
  restore(): void;
  /** Fits the selection, or everything. */
  fit(): void;
}

/** `aria-keyshortcuts` of the canvas. */
export const CAMERA_KEY_SHORTCUTS =
  'ArrowLeft ArrowRight ArrowUp ArrowDown Shift+ArrowLeft Shift+ArrowRight Shift+ArrowUp Shift+ArrowDown + - Home F';

const ORBIT_KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Moves the camera by keys while the canvas has the focus: arrows orbit, with Shift they pan, + and − zoom, Home restores
 * the view, F fits the selection. Alt makes small steps.
 */
export class CameraKeys implements IDisposable {
  readonly #disposer = new Disposer();
  readonly #target: CameraKeyTarget;

  constructor(element: HTMLElement, target: CameraKeyTarget) {
    this.#target = target;
    this.#disposer.listen(element, 'keydown', (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      if (this.#press(event)) event.preventDefault();
    });
  }

  dispose(): void {
    this.#disposer.dispose();
  }

  #press({ key, shiftKey, altKey }: KeyboardEvent): boolean {
    const share = altKey ? 0.25 : 1;
    const orbit = ORBIT_KEYS[key];
    if (orbit && shiftKey) this.#target.pan(orbit[0] * KEY_PAN * share, -orbit[1] * KEY_PAN * share);
    else if (orbit) this.#target.orbit(orbit[0] * KEY_ORBIT * share, orbit[1] * KEY_ORBIT * share);
    else if (key === '+' || key === '=') this.#target.zoom(KEY_ZOOM ** share);
    else if (key === '-' || key === '_') this.#target.zoom(KEY_ZOOM ** -share);
    else if (key === 'Home') this.#target.restore();
    else if (key === 'f' || key === 'F') this.#target.fit();
    else return false;
    return true;
  }
}
