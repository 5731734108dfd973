import { Disposer, type IDisposable } from '../core/disposer.ts';
import type { Vec3 } from '../core/vec3.ts';
import { stepsOf } from './camera-steps.ts';
import { isArrowOfPage } from './key-owner.ts';
import type { ToolHost } from './tool-host.ts';

/** What keys do to the things that are chosen. */
export interface EditKeyTarget {
  /** Whether anything is chosen and may be edited now; else the keys are the camera's. */
  isReady(): boolean;
  /** Moves them, world metres in steps of the grid. */
  nudge(steps: Vec3, isFine: boolean): void;
  /** Turns them about the vertical axis. @param steps positive: to the left, seen from above */
  rotate(steps: number, isFine: boolean): void;
  /** Scales them. @param steps positive: larger */
  scale(steps: number): void;
  selectAll(): void;
  copy(): void;
  paste(withPosition: boolean): void;
  /** Enter: keeps what is in progress. @returns whether there was anything */
  commit(): boolean;
  /** Esc with nothing in progress. @returns whether anything was chosen */
  deselect(): boolean;
}

/** Told to assistive technology as `aria-keyshortcuts`, by hosts that show them. */
const EDIT_KEY_SHORTCUTS =
  'ArrowLeft ArrowRight ArrowUp ArrowDown PageUp PageDown [ ] + - Enter Escape Control+A Control+C Control+V Control+Shift+V';

const MOVES: Readonly<Record<string, readonly [right: number, up: number, ahead: number]>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 0, 1],
  ArrowDown: [0, 0, -1],
  PageUp: [0, 1, 0],
  PageDown: [0, -1, 0],
};
const ROTATE_KEYS: Readonly<Record<string, number>> = { BracketLeft: 1, BracketRight: -1 };
const SCALE_KEYS: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1, _: -1 };

/**
 * Editing by keys, wherever the focus is but in a field, a dialog, a list or a menu: arrows move what is chosen over the
 * ground as the camera sees it, PageUp and PageDown raise and lower it, `[` and `]` turn it, all finely with Shift; + and −
 * scale it; Ctrl+A chooses everything, Ctrl+C and Ctrl+V copy a transform (with Shift the place as well), Enter keeps,
 * Esc lets go. With Alt, and while nothing is chosen, keys move the camera.
 */
export class EditKeys implements IDisposable {
  readonly #disposer = new Disposer();
  readonly #host: ToolHost;
  readonly #target: EditKeyTarget;

  constructor(host: ToolHost, target: EditKeyTarget) {
    this.#host = host;
    this.#target = target;
    const view = host.canvas.ownerDocument.defaultView ?? window;
    // Before the camera's own keys; sessions that listen in the same phase were asked first by defaultPrevented.
    this.#disposer.listen(
      view,
      'keydown',
      (event: KeyboardEvent) => {
        if (event.defaultPrevented || event.altKey || isArrowOfPage(event)) return;
        if (!this.#press(event)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      { capture: true },
    );
  }

  dispose(): void {
    this.#disposer.dispose();
  }

  #press(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey) return this.#command(event);
    // Enter presses the button that has the focus.
    if (key === 'Enter') return !isOnControl(event) && this.#target.commit();
    if (key === 'Escape') return this.#target.deselect();
    if (!this.#target.isReady()) return false;
    const move = MOVES[key];
    const turn = ROTATE_KEYS[event.code];
    const growth = SCALE_KEYS[key];
    if (move) this.#target.nudge(stepsOf(this.#host.camera, ...move), shiftKey);
    else if (turn !== undefined) this.#target.rotate(turn, shiftKey);
    else if (growth !== undefined) this.#target.scale(growth);
    else return false;
    return true;
  }

  #command({ key, shiftKey, view }: KeyboardEvent): boolean {
    const letter = key.toLowerCase();
    if (letter === 'a') this.#target.selectAll();
    else if (letter === 'v' && this.#target.isReady()) this.#target.paste(shiftKey);
    // Text that somebody has marked is what they mean to copy.
    else if (
      letter === 'c' &&
      this.#target.isReady() &&
      (view ?? window).getSelection()?.isCollapsed !== false
    )
      this.#target.copy();
    else return false;
    return true;
  }
}

function isOnControl(event: KeyboardEvent): boolean {
  const target = event.composedPath()[0];
  return (
    target instanceof HTMLElement && target.closest('button, a[href], summary, [role="button"]') !== null
  );
}
