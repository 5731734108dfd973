import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DEMO_SKINS, drawSkin } from './demo-skins.ts';

/** Shades of a skin's image by row. */
function shadesOf(png: Buffer): Uint8Array[] {
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  return Array.from({ length: 256 }, (_, y) => rows.subarray(y * 257 + 1, (y + 1) * 257));
}

test('the skins are small images that continue over their own edges', () => {
  for (const [seed, skin] of DEMO_SKINS.entries()) {
    const png = drawSkin(skin, seed);
    expect(png.byteLength).toBeLessThan(60_000);
    const rows = shadesOf(png);
    const jump = (a: Uint8Array, b: Uint8Array): number =>
      a.reduce((sum, shade, x) => sum + Math.abs(shade - b[x]!), 0) / a.length;
    // From the last row to the first one no more than between rows in the middle.
    expect(jump(rows[255]!, rows[0]!)).toBeLessThan(jump(rows[127]!, rows[128]!) + 2);
  }
});
