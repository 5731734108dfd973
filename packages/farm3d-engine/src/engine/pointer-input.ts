import { Disposer, type IDisposable } from '../core/disposer.ts';

/** Maximum distance between press and release of a click, CSS px. */
const CLICK_DISTANCE = 4;
/** The same for a touch, whose centre moves while the finger is lifted. */
const TAP_DISTANCE = 10;
/** The pointer must rest this long before the object under it is picked, milliseconds. */
const HOVER_REST_MS = 60;

type PointerEventName = 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel' | 'pointerleave';

export interface PointerInputHandlers {
  click(event: PointerEvent): void;
  /** null: the pointer left the canvas. */
  rest(at: PointerEvent | null): void;
}

/** Distinguishes clicks from drags, and a resting pointer from a moving one. */
export class PointerInput implements IDisposable {
  readonly #disposer = new Disposer();
  readonly #handlers: PointerInputHandlers;
  #press: { id: number; x: number; y: number } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(canvas: HTMLElement, handlers: PointerInputHandlers) {
    this.#handlers = handlers;
    const listen = (type: PointerEventName, listener: (event: PointerEvent) => void) =>
      this.#disposer.listen(canvas, type, listener);
    listen('pointerdown', (event) => {
      this.#stopTimer();
      this.#press =
        event.isPrimary && event.button === 0
          ? { id: event.pointerId, x: event.clientX, y: event.clientY }
          : undefined;
    });
    listen('pointermove', (event) => {
      const press = this.#press;
      const slop = event.pointerType === 'touch' ? TAP_DISTANCE : CLICK_DISTANCE;
      if (press && Math.hypot(event.clientX - press.x, event.clientY - press.y) > slop)
        this.#press = undefined;
      this.#stopTimer();
      // Prevented: a tool handles the event and sets its own cursor.
      if (event.pointerType === 'touch' || event.buttons !== 0 || event.defaultPrevented) return;
      this.#timer = setTimeout(() => handlers.rest(event), HOVER_REST_MS);
    });
    listen('pointerup', (event) => {
      const press = this.#press;
      this.#press = undefined;
      if (press?.id === event.pointerId) this.#handlers.click(event);
    });
    listen('pointercancel', () => (this.#press = undefined));
    listen('pointerleave', () => {
      this.#stopTimer();
      handlers.rest(null);
    });
    this.#disposer.add(() => this.#stopTimer());
  }

  dispose(): void {
    this.#disposer.dispose();
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
