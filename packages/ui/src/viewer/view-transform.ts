/** Scale added by a click on larger or smaller. Spec §9. */
export const ZOOM_CLICK = 0.2;
/** Scale added by one step of the wheel. Spec §9. */
export const ZOOM_WHEEL = 0.015;
/** Smallest scale. Spec §9: about 0.2. */
const SCALE_MIN = 0.2;
/** Largest scale; ours: beyond it there are only squares. */
const SCALE_MAX = 10;
/** Degrees of one turn. Spec §9. */
const TURN = 90;

/** How an image lies in the viewer: scale of the fitted image, turn, and shift. */
export interface ViewTransform {
  readonly scale: number;
  /** Degrees clockwise; not limited to one turn, so that the image turns the short way. */
  readonly angle: number;
  /** CSS px. */
  readonly x: number;
  readonly y: number;
}

export const WHOLE_IMAGE: ViewTransform = { scale: 1, angle: 0, x: 0, y: 0 };

/** Zoomed by adding `step` to the scale, within its limits; the point `at` (CSS px from the middle) stays in place. */
export function zoomBy(view: ViewTransform, step: number, at: Pick<ViewTransform, 'x' | 'y'>): ViewTransform {
  return zoomTo(view, view.scale + step, at);
}

/** Zoomed to a scale, within its limits; the point `at` (CSS px from the middle) stays in place. */
export function zoomTo(
  view: ViewTransform,
  wanted: number,
  at: Pick<ViewTransform, 'x' | 'y'>,
): ViewTransform {
  // Sums of 0.2 and 0.015 must not drift.
  const scale = Number(Math.min(SCALE_MAX, Math.max(SCALE_MIN, wanted)).toFixed(6));
  const ratio = scale / view.scale;
  return { ...view, scale, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
}

/** Turned by a quarter, clockwise for 1 and back for -1. */
export const turnBy = (view: ViewTransform, quarters: 1 | -1): ViewTransform => ({
  ...view,
  angle: view.angle + quarters * TURN,
});
