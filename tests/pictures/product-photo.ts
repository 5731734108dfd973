import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ManifestEntry } from '@farm3d/models';
import { type EngineDriver, layoutOf, placed } from '../browser/engine-driver.ts';

// How one model's picture is taken by the engine. Every picture is stale when this file changes, or the engine's
// render/portrait-camera.ts: what only says which pictures are taken is in products.ts.

export const STUDIO_FILES: readonly string[] = [
  import.meta.filename,
  join(import.meta.dirname, '../../packages/farm3d-engine/src/render/portrait-camera.ts'),
];

/** What all say of how pictures are taken, for their digest. */
export const studioText = (): string => STUDIO_FILES.map((file) => readFileSync(file, 'utf8')).join('');

/** Side of a picture. */
const PIXELS = 512;
/** Drawn so much finer than the picture, against stairs on thin rods. */
const OVERSAMPLING = 4;
/**
 * Each model is shown as large as this, metres across its box: so the sun's shadow map, which is made for a few metres
 * around the middle of a scene without a base model, is as fine for a probe as for a house.
 */
const SHOWN_SIZE = 8;
/** Part of the picture that is filled. */
const FILLED = 0.94;
const WEBP_QUALITY = 0.76;

/** The viewer that {@link takeProduct} needs. */
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
      // The box is larger than what stands in it: the picture is cut to what there is to be seen.
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
