import { decodeImage } from '../../../kit/images/decode-image.ts';

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
