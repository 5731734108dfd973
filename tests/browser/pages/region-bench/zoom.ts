/** The region that is zoomed to: in the middle of the generated map. */
export const ZOOM_TO = 1_400;
/** Duration of the zoom, milliseconds: that of the engine. */
export const ZOOM_MS = 250;
