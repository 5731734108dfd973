import { Plane, Vector3 } from 'three';
import { CLICK_SLOP, type ClickGuard } from './click-guard.ts';
import { PlacementSession, type PlacementItem, type PlacementListener } from './placement-session.ts';
import { pointerRay } from './pointer-ray.ts';
import type { Snapping } from './snapping.ts';
import type { ViewerContext } from '../context/viewer-context.ts';

const _ground = new Plane(new Vector3(0, 1, 0), 0);
/** Maximum distance of the invalid ghost beside the base, metres: near the horizon it would jump. */
const MAX_GHOST_DISTANCE = 300;

/**
 * Placing by dragging from an HTML list. It begins after the first few pixels: a press without movement stays a click on
 * the list. Then the canvas captures the pointer, so that the list may scroll, hide or rerender meanwhile, and neither
 * camera nor list receives the moves.
 *
 * For touch, list items need `touch-action: none` (or `pan-x` in a row that scrolls sideways): the browser decides at the
 * first touch whether the finger scrolls, and a scroll cancels the placement.
 */
export class PointerPlacement extends PlacementSession {
  readonly #pointerId: number;
  readonly #pressedAt: { readonly x: number; readonly y: number };
  #isDragging = false;

  /** @param pointer the `pointerdown` of the list item, or a later event of the same press */
  constructor(
    context: ViewerContext,
    item: PlacementItem,
    listener: PlacementListener,
    pointer: PointerEvent,
    { clicks, snapping }: { readonly clicks: ClickGuard; readonly snapping: Snapping },
  ) {
    super(context, item, listener, snapping);
    this.#pointerId = pointer.pointerId;
    this.#pressedAt = { x: pointer.clientX, y: pointer.clientY };
    const { canvas } = context;
    const view = canvas.ownerDocument.defaultView ?? window;
    const isOwnPointer = (event: PointerEvent) => event.pointerId === this.#pointerId;
    const capture = { capture: true };
    this.disposer.listen(
      view,
      'pointermove',
      (event: PointerEvent) => isOwnPointer(event) && this.#move(event),
      capture,
    );
    this.disposer.listen(
      view,
      'pointerup',
      (event: PointerEvent) => {
        if (!isOwnPointer(event)) return;
        if (this.#isDragging) clicks.arm();
        this.#drop(event);
      },
      capture,
    );
    this.disposer.listen(
      view,
      'pointercancel',
      (event: PointerEvent) => isOwnPointer(event) && this.cancel('pointer-cancelled'),
      capture,
    );
    this.disposer.listen(
      canvas,
      'lostpointercapture',
      (event: PointerEvent) => isOwnPointer(event) && this.cancel('capture-lost'),
    );
    this.disposer.listen(
      view,
      'keydown',
      (event: KeyboardEvent) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        this.cancel('escape');
      },
      capture,
    );
    // The browser's own drag of an image, a text selection or the long-press menu would take the pointer.
    for (const type of ['dragstart', 'selectstart', 'contextmenu']) {
      this.disposer.listen(view, type, (event) => event.preventDefault(), capture);
    }
    // If the host waited for a move itself, this is a drag already.
    if (pointer.type !== 'pointerdown') this.#begin(pointer);
  }

  #move(event: PointerEvent): void {
    if (this.#isDragging) this.#follow(event);
    else if (Math.hypot(event.clientX - this.#pressedAt.x, event.clientY - this.#pressedAt.y) >= CLICK_SLOP) {
      this.#begin(event);
    }
  }

  #begin(event: PointerEvent): void {
    const { canvas } = this.context;
    this.#isDragging = true;
    this.disposer.add(this.context.holdCamera());
    try {
      canvas.setPointerCapture(this.#pointerId);
    } catch {
      // The press ended before this call.
      this.cancel('capture-lost');
      return;
    }
    this.disposer.add(() => {
      if (canvas.hasPointerCapture(this.#pointerId)) canvas.releasePointerCapture(this.#pointerId);
    });
    this.#follow(event);
  }

  #follow(event: PointerEvent): void {
    const { clientX, clientY } = event;
    const { context } = this;
    if (!isOverCanvas(context.canvas, clientX, clientY)) {
      this.show(null, 'outside-canvas');
      return;
    }
    const ray = pointerRay(context.canvas, context.camera, clientX, clientY);
    const point = this.find(ray, event);
    if (point) this.show(point, null);
    else this.show(null, this.missingTarget, groundPoint(ray));
  }

  #drop(event: PointerEvent): void {
    if (!this.#isDragging) {
      this.cancel('not-moved');
      return;
    }
    this.#follow(event);
    if (!this.place()) this.cancel(this.obstacle ?? 'host');
  }
}

function groundPoint(ray: {
  intersectPlane: (plane: Plane, target: Vector3) => Vector3 | null;
  origin: Vector3;
}) {
  const point = ray.intersectPlane(_ground, new Vector3());
  return point && point.distanceTo(ray.origin) <= MAX_GHOST_DISTANCE ? point : null;
}

/** Whether the canvas is the topmost element there: a panel over the scene is not a target. */
function isOverCanvas(canvas: HTMLElement, clientX: number, clientY: number): boolean {
  return (canvas.getRootNode() as Document | ShadowRoot).elementFromPoint(clientX, clientY) === canvas;
}
