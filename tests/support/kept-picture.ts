import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'puppeteer';
import { expect } from 'vitest';

// Reference screenshots of the engine: made with SwiftShader, fixed clock, seed, tier and pixel ratio. Another rasteriser
// rounds other pixels at the edges of triangles, and passes (FARM3D_ANGLE in ./browser.ts), but for weather.png. After an intended change:
// FARM3D_UPDATE_PICTURES=1, check the new images, commit them.

const isUpdate = process.env['FARM3D_UPDATE_PICTURES'] === '1';
/** A pixel differs if the sum of its channel differences is greater than this, of 765. */
const PIXEL_TOLERANCE = 24;
/** Share of pixels that may differ: rounding at edges of triangles is not a change. */
export const SHARE_TOLERANCE = 0.002;

/**
 * Share of the pixels in which a screenshot differs from its reference.
 * @param path of the reference PNG
 * @param png the present screenshot, base64
 */
export async function differenceFromKept(page: Page, path: string, png: string): Promise<number> {
  if (isUpdate || !existsSync(path)) {
    // All references are in the repository: a missing one is a failure, unless the references are updated.
    expect(isUpdate, `${path} is missing`).toBe(true);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(png, 'base64'));
  }
  return shareOfChanged(page, readFileSync(path).toString('base64'), png);
}

/** Share of the pixels in which two images (PNG, base64) differ; 1 if their sizes differ. */
export function shareOfChanged(page: Page, before: string, after: string): Promise<number> {
  return page.evaluate(
    async (before, after, tolerance) => {
      const pixels = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes]));
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
      };
      const a = await pixels(before);
      const b = await pixels(after);
      if (a.length !== b.length) return 1;
      let changed = 0;
      for (let i = 0; i < a.length; i += 4) {
        const by =
          Math.abs(a[i]! - b[i]!) + Math.abs(a[i + 1]! - b[i + 1]!) + Math.abs(a[i + 2]! - b[i + 2]!);
        if (by > tolerance) changed++;
      }
      return changed / (a.length / 4);
    },
    before,
    after,
    PIXEL_TOLERANCE,
  );
}
