/** Bytes that a picture is brought to before it is sent (Spec §9: 300 KB; KB is 1024). */
export const TARGET_BYTES = 300 * 1024;
/** How near below the target is near enough (Spec §9: accuracy 0.9). */
const ACCURACY = 0.9;
/** Quality of the first try (Spec §9: 0.8), and the least at which a photograph is still one. */
const QUALITY = 0.8;
const MIN_QUALITY = 0.35;
/** Tries between the two. */
const TRIES = 5;
/** Pixels of the longest edge: what a large screen shows, and the largest preview of the server. */
export const MAX_EDGE = 2048;
/** Where quality alone does not do, the edges shrink by this. */
const SCALE_STEP = 0.75;
/** Nothing becomes smaller than this, whatever its bytes. */
const MIN_EDGE = 320;

/** A picture unpacked, turned as its camera was held. */
export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  /** @param type wanted; a browser that cannot write it writes another */
  encode(width: number, height: number, type: string, quality: number): Promise<Blob>;
  close(): void;
}

export interface Shrunk {
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
  /** Whether it goes as it came. */
  readonly isOriginal: boolean;
}

/** Which types may have see-through parts, which JPEG has not. */
const hasAlpha = (type: string): boolean => type !== 'image/jpeg' && type !== 'image/bmp';

/**
 * A picture of at most {@link MAX_EDGE} and about {@link TARGET_BYTES}. One that is already so goes as it came.
 * @param onProgress 0 … 1
 * @throws what `unpack` throws for what is no picture
 */
export async function shrink(
  file: Blob,
  decode: (file: Blob) => Promise<DecodedImage>,
  onProgress: (ratio: number) => void = () => {},
): Promise<Shrunk> {
  const image = await decode(file);
  try {
    const { width, height } = image;
    const fits = Math.max(width, height) <= MAX_EDGE;
    const original: Shrunk = { blob: file, width, height, isOriginal: true };
    if (fits && file.size <= TARGET_BYTES) return original;
    const type = hasAlpha(file.type) ? 'image/webp' : 'image/jpeg';
    let steps = 0;
    const encode = async (scale: number, quality: number): Promise<Shrunk> => {
      const size = {
        width: Math.max(1, Math.round(width * scale)),
        height: Math.max(1, Math.round(height * scale)),
      };
      const blob = await image.encode(size.width, size.height, type, quality);
      steps += 1;
      // How many tries it takes is not known before; each comes nearer.
      onProgress(1 - 0.8 ** steps);
      return { blob, ...size, isOriginal: false };
    };
    let scale = Math.min(1, MAX_EDGE / Math.max(width, height));
    for (;;) {
      const found = await bestAt(scale, encode);
      const isSmallest = Math.max(width, height) * scale * SCALE_STEP < MIN_EDGE;
      if (found.blob.size <= TARGET_BYTES || isSmallest) {
        // What is packed better than this does not become better.
        return fits && found.blob.size >= file.size ? original : found;
      }
      scale *= SCALE_STEP;
    }
  } finally {
    image.close();
  }
}

/** The best quality that keeps to the target; the smallest there is when none does. */
async function bestAt(
  scale: number,
  encode: (scale: number, quality: number) => Promise<Shrunk>,
): Promise<Shrunk> {
  let best = await encode(scale, QUALITY);
  if (best.blob.size <= TARGET_BYTES) return best;
  best = await encode(scale, MIN_QUALITY);
  if (best.blob.size > TARGET_BYTES) return best;
  let [low, high] = [MIN_QUALITY, QUALITY];
  for (let i = 0; i < TRIES && best.blob.size < TARGET_BYTES * ACCURACY; i += 1) {
    const middle = (low + high) / 2;
    const now = await encode(scale, middle);
    if (now.blob.size > TARGET_BYTES) high = middle;
    else {
      low = middle;
      best = now;
    }
  }
  return best;
}
