import { writeFile } from 'node:fs/promises';
import { imageSize } from 'image-size';

/** Most pixels of an image: a decompression bomb has more. */
const IMAGE_MAX_PIXELS = 50_000_000;
const SIDE_MAX = 20_000;
/** Longest sides of previews; a request gets the next larger one, so that few are stored. */
export const PREVIEW_SIDES = [160, 320, 640, 1280, 2048] as const;
/** Images decoded at the same time, up to 200 MB each. */
const AT_ONCE = 2;
const QUALITY = 82;

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export const isImage = (mediaType: string): boolean => mediaType.startsWith('image/');

/** Reads the size from the header; null when the bytes are no image or have too many pixels. */
export function readImageSize(bytes: Uint8Array): ImageSize | null {
  try {
    const { width, height, orientation } = imageSize(bytes);
    if (width < 1 || height < 1 || width > SIDE_MAX || height > SIDE_MAX) return null;
    if (width * height > IMAGE_MAX_PIXELS) return null;
    // Orientations 5 to 8 are rotated by 90°.
    return (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return null;
  }
}

export function previewSide(requestedSide: number): number {
  return PREVIEW_SIDES.find((side) => side >= requestedSide) ?? 2048;
}

export function previewSize({ width, height }: ImageSize, side: number): ImageSize {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Makes previews, a few at a time. */
export class PreviewMaker {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * Writes a WebP of at most `side` pixels a side to `path`.
   * @throws when the image cannot be decoded
   */
  async make(bytes: Buffer, side: number, path: string): Promise<void> {
    await writeFile(path, await this.draw(bytes, side, 'webp'), { mode: 0o600, flag: 'wx' });
  }

  /**
   * An image of at most `side` pixels a side; a JPEG stands on white.
   * @throws when the image cannot be decoded
   */
  async draw(bytes: Buffer, side: number, type: 'webp' | 'jpeg'): Promise<Buffer> {
    if (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      // Loaded on demand: it is a native module of the platform, and the farm also runs without previews.
      const { createCanvas, loadImage } = await import('@napi-rs/canvas');
      const picture = await loadImage(bytes);
      const { width, height } = previewSize(picture, side);
      const canvas = createCanvas(width, height);
      const context = canvas.getContext('2d');
      if (type === 'jpeg') {
        context.fillStyle = '#fff';
        context.fillRect(0, 0, width, height);
      }
      context.imageSmoothingQuality = 'high';
      context.drawImage(picture, 0, 0, width, height);
      // The overloads of `encode` are by literal.
      return await (type === 'webp' ? canvas.encode('webp', QUALITY) : canvas.encode('jpeg', QUALITY));
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
