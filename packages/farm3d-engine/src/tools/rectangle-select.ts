import { Disposer, type IDisposable } from '../core/disposer.ts';
import { CLICK_SLOP, type ClickGuard } from './click-guard.ts';
import type { ViewerContext } from '../context/viewer-context.ts';

export interface RectangleListener {
  /** Whether this press may draw a rectangle. */
  accepts(event: PointerEvent): boolean;
  /** @param isAdding whether the ids are added to the selection */
  selected(ids: readonly string[], isAdding: boolean): void;
}

interface Drag {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
  readonly isAdding: boolean;
  readonly end: Disposer;
  frame: HTMLElement | undefined;
}

/**
 * Selection by a rectangle on the canvas. It begins after the first few pixels, so that a press without movement stays a
 * click; the camera is frozen meanwhile. Escape, pointercancel and a lost capture change nothing.
 */
export class RectangleSelect implements IDisposable {
  readonly #context: ViewerContext;
  readonly #listener: RectangleListener;
  readonly #clicks: ClickGuard;
  readonly #disposer = new Disposer();
  #drag: Drag | undefined;

  constructor(context: ViewerContext, listener: RectangleListener, clicks: ClickGuard) {
    this.#context = context;
    this.#listener = listener;
    this.#clicks = clicks;
    const { canvas } = context;
    // After the handles, which stop presses on them.
    this.#disposer.listen(canvas, 'pointerdown', (event: PointerEvent) => this.#press(event));
    this.#disposer.listen(canvas, 'pointermove', (event: PointerEvent) => this.#move(event));
    // On window: until the first few pixels the canvas has not captured the pointer, which may leave it.
    const view = canvas.ownerDocument.defaultView ?? window;
    this.#disposer.listen(view, 'pointerup', (event: PointerEvent) => this.#release(event));
    for (const type of ['pointercancel', 'lostpointercapture'] as const) {
      this.#disposer.listen(
        view,
        type,
        (event: PointerEvent) => event.pointerId === this.#drag?.pointerId && this.cancel(),
      );
    }
    this.#disposer.listen(
      view,
      'keydown',
      (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !this.isDrawing) return;
        event.preventDefault();
        event.stopPropagation();
        this.cancel();
      },
      { capture: true },
    );
  }

  /** Whether a rectangle is shown. */
  get isDrawing(): boolean {
    return this.#drag?.frame !== undefined;
  }

  /** Ends without a selection and releases the pointer. */
  cancel(): void {
    const drag = this.#drag;
    if (!drag) return;
    this.#drag = undefined;
    if (drag.frame) this.#clicks.arm();
    drag.end.dispose();
  }

  dispose(): void {
    this.cancel();
    this.#disposer.dispose();
  }

  #press(event: PointerEvent): void {
    if (this.#drag || event.button !== 0 || !event.isPrimary || !this.#listener.accepts(event)) return;
    const end = new Disposer();
    end.add(this.#context.holdCamera());
    this.#drag = {
      pointerId: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      isAdding: event.shiftKey || event.ctrlKey || event.metaKey,
      end,
      frame: undefined,
    };
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (event.pointerId !== drag?.pointerId) return;
    const hasMoved = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= CLICK_SLOP;
    if (!drag.frame && hasMoved) this.#begin(drag);
    if (drag.frame) this.#draw(drag, drag.frame, event);
  }

  #begin(drag: Drag): void {
    const { canvas, container } = this.#context;
    try {
      canvas.setPointerCapture(drag.pointerId);
    } catch {
      this.cancel();
      return;
    }
    drag.end.add(
      () => canvas.hasPointerCapture(drag.pointerId) && canvas.releasePointerCapture(drag.pointerId),
    );
    const frame = canvas.ownerDocument.createElement('div');
    frame.dataset['farm3d'] = 'rectangle';
    Object.assign(frame.style, {
      position: 'absolute',
      left: '0',
      top: '0',
      boxSizing: 'border-box',
      border: '1.5px solid rgb(46, 158, 91)',
      background: 'rgba(46, 158, 91, 0.16)',
      borderRadius: '3px',
      pointerEvents: 'none',
    });
    container.append(frame);
    drag.end.add(() => frame.remove());
    drag.frame = frame;
  }

  #draw({ x, y }: Drag, { style }: HTMLElement, { clientX, clientY }: PointerEvent): void {
    const { left, top } = this.#context.container.getBoundingClientRect();
    style.transform = `translate(${Math.min(x, clientX) - left}px, ${Math.min(y, clientY) - top}px)`;
    style.width = `${Math.abs(clientX - x)}px`;
    style.height = `${Math.abs(clientY - y)}px`;
  }

  #release(event: PointerEvent): void {
    const drag = this.#drag;
    if (event.pointerId !== drag?.pointerId) return;
    const isDrawn = drag.frame !== undefined;
    // Computed before the end is reported.
    const ids = isDrawn ? this.#context.pickRectangle(drag.x, drag.y, event.clientX, event.clientY) : [];
    this.cancel();
    if (isDrawn) this.#listener.selected(ids, drag.isAdding);
  }
}
