import { useEffect, type RefObject } from 'react';
import { ZOOM_WHEEL, zoomBy, zoomTo, type ViewTransform } from './view-transform.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Changes a view by wheel, by dragging with one pointer, and by pinching with two. */
export function useViewGestures(
  stage: RefObject<HTMLElement | null>,
  change: (update: (view: ViewTransform) => ViewTransform) => void,
): void {
  useEffect(() => {
    const element = stage.current;
    if (!element) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    const pointers = new Map<number, Point>();
    const fromMiddle = (event: MouseEvent): Point => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
    };
    const move = (event: PointerEvent): void => {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const now = fromMiddle(event);
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      pointers.set(event.pointerId, now);
      if (!other) {
        change((view) => ({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y }));
        return;
      }
      const ratio = apart(now, other) / Math.max(1, apart(before, other));
      change((view) => zoomTo(view, view.scale * ratio, between(now, other)));
    };
    const end = (event: PointerEvent): void => void pointers.delete(event.pointerId);

    element.addEventListener(
      'wheel',
      (event) => {
        // The page under the viewer must not scroll; hence not passive.
        event.preventDefault();
        const at = fromMiddle(event);
        change((view) => zoomBy(view, event.deltaY < 0 ? ZOOM_WHEEL : -ZOOM_WHEEL, at));
      },
      { signal, passive: false },
    );
    element.addEventListener(
      'pointerdown',
      (event) => {
        element.setPointerCapture(event.pointerId);
        pointers.set(event.pointerId, fromMiddle(event));
      },
      { signal },
    );
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerup', end, { signal });
    element.addEventListener('pointercancel', end, { signal });
    return () => listening.abort();
  }, [stage, change]);
}
