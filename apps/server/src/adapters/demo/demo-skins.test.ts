import { crc32, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { DEMO_SKINS, drawSkin } from './demo-skins.ts';

/** Shades of a skin's image by row. */
function shadesOf(png: Buffer): Uint8Array[] {
  const at = png.indexOf('IDAT');
  const rows = inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
  return Array.from({ length: 256 }, (_, y) => rows.subarray(y * 257 + 1, (y + 1) * 257));
}

/** Colours of the palette, dark to light. */
function paletteOf(png: Buffer): number[][] {
  const at = png.indexOf('PLTE');
  const bytes = png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
  return Array.from({ length: bytes.length / 3 }, (_, index) => [
    ...bytes.subarray(index * 3, index * 3 + 3),
  ]);
}

const jumpBetween = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a, (shade, at) => Math.abs(shade - b[at]!)).reduce((sum, one) => sum + one, 0) / a.length;

test('the image is one of 256 × 256 pixels of a palette, from the dark to the light colour in even steps', () => {
  for (const skin of DEMO_SKINS) {
    const png = drawSkin(skin, 3);
    expect(png.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
    const header = png.indexOf('IHDR') + 4;
    expect([png.readUInt32BE(header), png.readUInt32BE(header + 4)]).toEqual([256, 256]);
    // Eight bits a pixel, colours of a palette, no interlace.
    expect([...png.subarray(header + 8, header + 13)]).toEqual([8, 3, 0, 0, 0]);
    expect(png.subarray(-8, -4).toString()).toBe('IEND');
    const palette = paletteOf(png);
    expect(palette).toHaveLength(24);
    expect([palette[0], palette.at(-1)]).toEqual([[...skin.dark], [...skin.light]]);
    for (const [index, colour] of palette.slice(1).entries())
      for (const [part, value] of colour.entries()) {
        const step = (skin.light[part]! - skin.dark[part]!) / 23;
        expect(Math.abs(value - palette[index]![part]! - step)).toBeLessThanOrEqual(1);
      }
  }
});

test('each part of the image has a checksum', () => {
  const png = drawSkin(DEMO_SKINS[0]!, 0);
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)));
    at += 12 + length;
  }
});

test('it has dark and light places everywhere, in all shades but the rarest', () => {
  for (const [seed, skin] of DEMO_SKINS.entries()) {
    const rows = shadesOf(drawSkin(skin, seed * 10));
    const all = rows.flatMap((row) => [...row]);
    expect(new Set(all).size).toBeGreaterThan(16);
    expect(Math.max(...all)).toBeLessThan(24);
    const mean = all.reduce((sum, shade) => sum + shade, 0) / all.length;
    expect(mean).toBeGreaterThan(9);
    expect(mean).toBeLessThan(14);
    // Each quarter of each edge, so that nothing is left empty.
    for (const row of [rows[0]!, rows[255]!])
      for (let x = 0; x < 256; x += 64)
        expect(Math.max(...row.subarray(x, x + 64)) - Math.min(...row.subarray(x, x + 64))).toBeGreaterThan(
          5,
        );
  }
});

test('straw lies along the rows: across them it changes sooner than along them', () => {
  const smooth = (skin: (typeof DEMO_SKINS)[number]) => {
    const rows = shadesOf(drawSkin(skin, 10));
    const column = (x: number) => rows.map((row) => row[x]!);
    // Over eight pixels, which is less than a grain along and more than one across.
    return {
      across: jumpBetween(column(100), column(108)),
      along: jumpBetween(rows[100]!, rows[108]!),
    };
  };
  const straw = smooth(DEMO_SKINS.find(({ name }) => name === '稻草覆盖')!);
  expect(straw.across).toBeGreaterThan(straw.along * 1.2);
  // Soil has grains of eight pixels in both directions.
  const soil = smooth(DEMO_SKINS.find(({ name }) => name === '褐土')!);
  expect(soil.across / soil.along).toBeGreaterThan(0.7);
  expect(soil.across / soil.along).toBeLessThan(1.4);
});

test('a grain is a soft patch: neighbours in it are more alike than places apart', () => {
  for (const [seed, skin] of DEMO_SKINS.entries()) {
    const rows = shadesOf(drawSkin(skin, seed * 10));
    expect(jumpBetween(rows[90]!, rows[91]!)).toBeLessThan(jumpBetween(rows[90]!, rows[170]!) - 0.3);
  }
});

test('another seed gives another image, the same one the same', () => {
  const [skin] = DEMO_SKINS;
  expect(drawSkin(skin!, 1)).toEqual(drawSkin(skin!, 1));
  expect(drawSkin(skin!, 1)).not.toEqual(drawSkin(skin!, 2));
});

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
