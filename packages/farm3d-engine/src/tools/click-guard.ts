import type { Disposer } from '../core/disposer.ts';

/** A press that moves less is a click, CSS pixels. */
export const CLICK_SLOP = 4;

/**
 * Swallows the click that the browser sends to the canvas at the end of a drag (Spec §4: a click right after a drag is
 * ignored). It belongs to the drag's own press, so the next press lets clicks through again.
 */
export class ClickGuard {
  #armed = false;

  constructor(canvas: HTMLElement, disposer: Disposer) {
    // On window, before anybody: the host may listen above the canvas.
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

  /** Call at the end of a drag that moved. */
  arm(): void {
    this.#armed = true;
  }
}
