import type { FarmViewer, QualityChoice } from 'farm3d-engine';
import { withTexts } from '../../../platform/locale.ts';
import { showToast } from '../../../platform/toasts.ts';
import { t } from '../texts/zh-CN.ts';

/** A frame that keeps the page waiting for longer is slow, milliseconds. */
const SLOW_MS = 250;
/** So many slow frames in a row, and the machine is too weak for the quality. */
const SLOW_FRAMES = 4;

/**
 * Calls `onSlow` once when several frames in a row keep the page waiting. A frame has been drawn by the graphics card when
 * the page gets its next but one animation frame.
 * @returns the function that ends it
 */
export function watchFrames(
  viewer: Pick<FarmViewer, 'on'>,
  onSlow: () => void,
  nextFrame: (run: (now: number) => void) => void = requestAnimationFrame,
): () => void {
  let isWaiting = false;
  let slow = 0;
  const stop = viewer.on('render', () => {
    if (isWaiting) return;
    isWaiting = true;
    nextFrame((begin) =>
      nextFrame((end) => {
        isWaiting = false;
        // A hidden page gets no frames: that says nothing of the machine.
        slow = end - begin > SLOW_MS && document.visibilityState === 'visible' ? slow + 1 : 0;
        if (slow < SLOW_FRAMES) return;
        stop();
        onSlow();
      }),
    );
  });
  return stop;
}

/** Says that the machine is too slow for a quality, and offers to keep it. */
export async function reportSlowness(choice: QualityChoice, keep: () => void): Promise<void> {
  await withTexts(Promise.resolve());
  const quality = t(choice === 'high' ? 'status.quality.high' : 'status.quality.medium');
  showToast('warning', t('status.quality.slow', { quality }), 'scene.quality', {
    label: t('status.quality.keep', { quality }),
    run: keep,
  });
}
