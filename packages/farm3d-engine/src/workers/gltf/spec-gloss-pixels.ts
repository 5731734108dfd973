import type { TextureImage } from '../model.contract.ts';
import { metalRoughOf, type Rgb } from './metal-rough.ts';

/** Factors of a material of specular and glossiness, linear. */
export interface SpecGlossFactors {
  readonly diffuse: Rgb;
  readonly specular: Rgb;
  readonly glossiness: number;
}

/** Both textures of a material as base colour and as metalness (blue) and roughness (green). */
export interface MetalRoughPixels {
  readonly color: TextureImage;
  readonly metalRough: TextureImage;
}

/** Linear values of the 256 of sRGB. */
const LINEAR = Float32Array.from({ length: 256 }, (_, i) => {
  const value = i / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});
/** Steps of the way back. */
const STEPS = 4096;
const SRGB = Uint8ClampedArray.from({ length: STEPS + 1 }, (_, i) => {
  const value = i / STEPS;
  return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
});

/**
 * Converts textures of specular and glossiness pixel by pixel, in the size of the second one. null for pictures in a format
 * of the graphics card, whose pixels cannot be read, and for a browser without OffscreenCanvas.
 */
export async function convertPixels(
  diffuse: TextureImage | null,
  specGloss: TextureImage,
  factors: SpecGlossFactors,
): Promise<MetalRoughPixels | null> {
  if ('mipmaps' in specGloss || (diffuse && 'mipmaps' in diffuse)) return null;
  if (typeof OffscreenCanvas === 'undefined') return null;
  const { width, height } = specGloss;
  const shine = pixelsOf(specGloss, width, height);
  const color = diffuse ? pixelsOf(diffuse, width, height) : new ImageData(width, height);
  if (!diffuse) color.data.fill(255);
  const [d, s] = [color.data, shine.data];
  const { diffuse: tint, specular, glossiness } = factors;
  for (let at = 0; at < s.length; at += 4) {
    const found = metalRoughOf(
      [LINEAR[d[at]!]! * tint[0], LINEAR[d[at + 1]!]! * tint[1], LINEAR[d[at + 2]!]! * tint[2]],
      [LINEAR[s[at]!]! * specular[0], LINEAR[s[at + 1]!]! * specular[1], LINEAR[s[at + 2]!]! * specular[2]],
    );
    for (let c = 0; c < 3; c++) d[at + c] = SRGB[Math.round(found.color[c]! * STEPS)]!;
    s[at] = 255;
    s[at + 1] = 255 - s[at + 3]! * glossiness;
    s[at + 2] = found.metalness * 255;
    s[at + 3] = 255;
  }
  const options = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' } as const;
  const [base, metalRough] = await Promise.all([
    createImageBitmap(color, options),
    createImageBitmap(shine, options),
  ]);
  return { color: base, metalRough };
}

function pixelsOf(image: ImageBitmap, width: number, height: number): ImageData {
  const pen = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
  pen.drawImage(image, 0, 0, width, height);
  return pen.getImageData(0, 0, width, height);
}
