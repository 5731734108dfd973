import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestEntry } from '@farm3d/models';
import { type EngineDriver, layoutOf, placed } from '../browser/engine-driver.ts';

// Renders the image of one model with the engine. Every image is stale if this file or the engine's
// render/portrait-camera.ts changes: code that only selects models is in products.ts.

export const STUDIO_FILES: readonly string[] = [
  import.meta.filename,
  join(import.meta.dirname, '../../packages/farm3d-engine/src/render/portrait-camera.ts'),
];

/** Sources that determine the images, for their digest. */
export const studioText = (): string => STUDIO_FILES.map((file) => readFileSync(file, 'utf8')).join('');

/** Side of an image, pixels. */
const PIXELS = 512;
/** Factor of supersampling, against aliasing on thin rods. */
const OVERSAMPLING = 4;
/**
 * Each model is scaled to this size of its box, metres, so that the sun's shadow map, which covers a few
 * metres around the origin, is equally fine for a probe and for a greenhouse.
 */
const SHOWN_SIZE = 8;
/** Share of the image that the model fills. */
const FILLED = 0.94;
const WEBP_QUALITY = 0.76;

/** Opens the viewer for {@link takeProduct}. */
export async function openStudio(driver: EngineDriver): Promise<void> {
  await driver.create({ quality: 'high', pixelRatio: 1, reducedMotion: true, objectTree: false });
}

/** @returns a WebP with a transparent ground; the model faces the front and fills it */
export async function takeProduct(driver: EngineDriver, entry: ManifestEntry): Promise<Buffer> {
  const { low, high } = entry.box;
  const scale = SHOWN_SIZE / Math.hypot(...high.map((most, axis) => most - low[axis]!));
  const [x, y, z] = high.map((most, axis) => (-(most + low[axis]!) / 2) * scale) as [number, number, number];
  const object = {
    ...placed('product', 0, 0),
    position: { x, y, z },
    scale: { x: scale, y: scale, z: scale },
  };
  const trouble = await driver.load(layoutOf([object]), { product: `/models/${entry.name}.glb` });
  if (trouble !== null) throw new Error(`${entry.name}: ${trouble}`);
  const fallbacks = await driver.received('model-fallback');
  if (fallbacks.length > 0) throw new Error(`${entry.name}: ${JSON.stringify(fallbacks)}`);
  const picture = await driver.page.evaluate(
    async (pixels, oversampling, filled, quality) => {
      const viewer = window.viewer!;
      viewer.setLiveState([{ id: 'product', online: true, alarm: false }]);
      const side = pixels * oversampling;
      const png = await viewer.screenshot({ of: 'product', transparent: true, width: side, height: side });
      const bitmap = await createImageBitmap(png);
      const canvas = document.createElement('canvas');
      canvas.width = canvas.height = side;
      const full = canvas.getContext('2d', { willReadFrequently: true })!;
      full.drawImage(bitmap, 0, 0);
      const { data } = full.getImageData(0, 0, side, side);
      // The box is larger than the visible model: the image is cropped to visible pixels.
      let [left, right, top, bottom] = [side, 0, side, 0];
      for (let i = 0; i < side * side; i++) {
        if (data[i * 4 + 3]! < 16) continue;
        left = Math.min(left, i % side);
        right = Math.max(right, i % side);
        top = Math.min(top, Math.floor(i / side));
        bottom = Math.max(bottom, Math.floor(i / side));
      }
      const cut = Math.max(right - left, bottom - top) / filled;
      canvas.width = canvas.height = pixels;
      const small = canvas.getContext('2d')!;
      small.imageSmoothingQuality = 'high';
      small.drawImage(
        bitmap,
        (left + right - cut) / 2,
        (top + bottom - cut) / 2,
        cut,
        cut,
        0,
        0,
        pixels,
        pixels,
      );
      bitmap.close();
      return canvas.toDataURL('image/webp', quality).split(',')[1]!;
    },
    PIXELS,
    OVERSAMPLING,
    FILLED,
    WEBP_QUALITY,
  );
  return Buffer.from(picture, 'base64');
}
