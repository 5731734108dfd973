import { decodeImage } from '../../../kit/images/decode-image.ts';

/** Nobody has used the page for so long: work that stops it for a moment disturbs nobody, milliseconds. */
const QUIET_MS = 3000;
const SIGNS_OF_USE = ['pointerdown', 'pointermove', 'wheel', 'keydown', 'touchmove'] as const;

/** Resolves when nobody uses the page. Never, once `signal` is aborted. */
export function whenQuiet(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      clearTimeout(timer);
      listening.abort();
    };
    const begin = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        end();
        resolve();
      }, QUIET_MS);
    };
    const options = { capture: true, passive: true, signal: listening.signal };
    for (const type of SIGNS_OF_USE) addEventListener(type, begin, options);
    signal.addEventListener('abort', end, { signal: listening.signal });
    if (!signal.aborted) begin();
  });
}

/** Longest side of a cover, pixels: a quarter of a wall screen. */
const SIDE = 1280;
const QUALITY = 0.8;

/** A picture of the canvas as a cover. */
export async function shrinkCover(picture: Blob): Promise<Blob> {
  const image = await decodeImage(picture);
  try {
    const scale = Math.min(1, SIDE / Math.max(image.width, image.height));
    const [width, height] = [image.width, image.height].map((side) => Math.max(1, Math.round(side * scale)));
    return await image.encode(width ?? SIDE, height ?? SIDE, 'image/webp', QUALITY);
  } finally {
    image.close();
  }
}
