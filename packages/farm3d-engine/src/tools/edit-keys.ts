import { Disposer, type IDisposable } from '../core/disposer.ts';
import type { Vec3 } from '../core/vec3.ts';
import { stepsOf } from './camera-steps.ts';
import { isArrowOfPage } from './key-owner.ts';
import type { ViewerContext } from '../context/viewer-context.ts';

/** Editing functions that keys call. */
export interface EditKeyTarget {
  /** Whether there is a selection that can be edited; else keys move the camera. */
  isReady(): boolean;
  /** Moves the selection, in steps of the grid. */
  nudge(steps: Vec3, isFine: boolean): void;
  /** Rotates the selection about the vertical axis. @param steps positive: counter-clockwise seen from above */
  rotate(steps: number, isFine: boolean): void;
  /** Scales the selection. @param steps positive: larger */
  scale(steps: number): void;
  /** @returns whether editing is on */
  selectAll(): boolean;
  copy(): void;
  paste(withPosition: boolean): void;
  /** Enter: commits what is running. @returns whether something was running */
  commit(): boolean;
  /** Escape without a running transform. @returns whether something was selected */
  deselect(): boolean;
}

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
 * Editing by keys, unless the focus is in a field, dialog, list or menu: arrows move the selection over the ground relative
 * to the camera, PageUp and PageDown raise and lower it, `[` and `]` rotate it, all finely with Shift; + and − scale it;
 * Ctrl+A selects everything, Ctrl+C and Ctrl+V copy a transform (with Shift the position as well), Enter commits, Escape
 * deselects. With Alt, and without a selection, keys move the camera.
 */
export class EditKeys implements IDisposable {
  readonly #disposer = new Disposer();
  readonly #context: ViewerContext;
  readonly #target: EditKeyTarget;

  constructor(context: ViewerContext, target: EditKeyTarget) {
    this.#context = context;
    this.#target = target;
    const view = context.canvas.ownerDocument.defaultView ?? window;
    // Before the camera's keys; sessions that listen in the same phase have set defaultPrevented.
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
    // Enter presses the focused button.
    if (key === 'Enter') return !isOnControl(event) && this.#target.commit();
    if (key === 'Escape') return this.#target.deselect();
    if (!this.#target.isReady()) return false;
    const move = MOVES[key];
    const rotation = ROTATE_KEYS[event.code];
    const growth = SCALE_KEYS[key];
    if (move) this.#target.nudge(stepsOf(this.#context.camera, ...move), shiftKey);
    else if (rotation !== undefined) this.#target.rotate(rotation, shiftKey);
    else if (growth !== undefined) this.#target.scale(growth);
    else return false;
    return true;
  }

  #command({ key, shiftKey, view }: KeyboardEvent): boolean {
    const letter = key.toLowerCase();
    if (letter === 'a') return this.#target.selectAll();
    if (letter === 'v' && this.#target.isReady()) this.#target.paste(shiftKey);
    // If text is selected, the user wants to copy that.
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
