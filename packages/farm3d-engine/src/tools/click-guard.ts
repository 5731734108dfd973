import type { Disposer } from '../core/disposer.ts';

/** A press that moves less is a click, CSS pixels. */
export const CLICK_SLOP = 4;

/**
 * Stops the click event that the browser sends after a drag (Spec §4: a click right after a drag is ignored).
 * After the next press, clicks are delivered again.
 */
export class ClickGuard {
  #armed = false;

  constructor(canvas: HTMLElement, disposer: Disposer) {
    // On window, in the capture phase: before listeners of the host.
    const view = canvas.ownerDocument.defaultView ?? window;
    disposer.listen(
      view,
      'click',
      (event: MouseEvent) => {
        if (!this.#armed || !event.composedPath().includes(canvas)) return;
        this.#armed = false;
        event.stopPropagation();
        event.preventDefault();
      },
      { capture: true },
    );
    disposer.listen(view, 'pointerdown', () => (this.#armed = false), { capture: true });
  }

  /** Call at the end of a drag. */
  arm(): void {
    this.#armed = true;
  }
}
