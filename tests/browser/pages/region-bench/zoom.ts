import { pause, watch, type Watched } from '../watch.ts';

/** The region that is zoomed to: in the middle of the generated map. */
export const ZOOM_TO = 1_400;
/** Duration of the zoom, milliseconds: that of the engine. */
export const ZOOM_MS = 250;
/** A zoom that has not ended by then is slower than this: in software, frames of a whole map take seconds. */
const PATIENCE_MS = 15_000;

/** Measures the page while it zooms. */
export async function watchZoom(zoom: () => Promise<void>): Promise<Watched> {
  const { wallMs, worstGapMs, longTasks } = await watch(() => Promise.race([zoom(), pause(PATIENCE_MS)]));
  return { wallMs, worstGapMs, longTasks };
}
