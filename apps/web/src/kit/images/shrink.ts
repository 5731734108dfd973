/** Target size of an uploaded image, bytes (Spec §9: 300 KB; KB is 1024). */
export const TARGET_BYTES = 300 * 1024;
/** Share of the target that is close enough (Spec §9: accuracy 0.9). */
const ACCURACY = 0.9;
/** Quality of the first attempt (Spec §9: 0.8), and the lowest acceptable one for photographs. */
const QUALITY = 0.8;
const MIN_QUALITY = 0.35;
/** Attempts between both qualities. */
const TRIES = 5;
/** Only a file above ten times the target is scaled down before it is compressed (Spec §9). */
export const SCALED_ABOVE_BYTES = 10 * TARGET_BYTES;
/** Longest edge of an image that is scaled down first, pixels: a large screen, and the largest preview of the server. */
export const MAX_EDGE = 2048;
/** Factor for the edges when the lowest quality is still too large. */
const SCALE_STEP = 0.75;
/** Smallest longest edge, pixels, whatever the size in bytes. */
const MIN_EDGE = 320;

/** A decoded image, rotated by its EXIF orientation. */
export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  /** @param type requested; a browser that cannot encode it returns another */
  encode(width: number, height: number, type: string, quality: number): Promise<Blob>;
  close(): void;
}

export interface Shrunk {
  readonly blob: Blob;
  readonly width: number;
  readonly height: number;
  /** Whether it is the file itself. */
  readonly isOriginal: boolean;
}

/** Types that may be transparent. */
const hasAlpha = (type: string): boolean => type !== 'image/jpeg' && type !== 'image/bmp';

/**
 * Image of about {@link TARGET_BYTES}: by quality alone as far as that goes, then by size; above
 * {@link SCALED_ABOVE_BYTES} it is first scaled down to {@link MAX_EDGE}. A file that already fits is returned unchanged.
 * @param onProgress 0 … 1
 * @throws what `decode` throws for a file that is not an image
 */
export async function shrink(
  file: Blob,
  decode: (file: Blob) => Promise<DecodedImage>,
  onProgress: (ratio: number) => void = () => {},
): Promise<Shrunk> {
  const image = await decode(file);
  try {
    const { width, height } = image;
    const original: Shrunk = { blob: file, width, height, isOriginal: true };
    if (file.size <= TARGET_BYTES) return original;
    const type = hasAlpha(file.type) ? 'image/webp' : 'image/jpeg';
    let steps = 0;
    const encode = async (scale: number, quality: number): Promise<Shrunk> => {
      const size = {
        width: Math.max(1, Math.round(width * scale)),
        height: Math.max(1, Math.round(height * scale)),
      };
      const blob = await image.encode(size.width, size.height, type, quality);
      steps += 1;
      // The number of attempts is not known in advance.
      onProgress(1 - 0.8 ** steps);
      return { blob, ...size, isOriginal: false };
    };
    let scale = file.size > SCALED_ABOVE_BYTES ? Math.min(1, MAX_EDGE / Math.max(width, height)) : 1;
    for (;;) {
      const found = await bestAt(scale, encode);
      const isSmallest = Math.max(width, height) * scale * SCALE_STEP < MIN_EDGE;
      if (found.blob.size <= TARGET_BYTES || isSmallest) {
        // The original is already smaller.
        return found.blob.size >= file.size ? original : found;
      }
      scale *= SCALE_STEP;
    }
  } finally {
    image.close();
  }
}

/** Encodes at the best quality within the target; at the lowest quality when none fits. */
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
