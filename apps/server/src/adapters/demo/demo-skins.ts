import { crc32, deflateSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import type { Blobs } from '../../features/files/blob-store.ts';
import { pathOf } from '../../features/files/file-addresses.ts';
import { PlotSkinRepository } from '../../features/plot-skins/repository.ts';
import type { Database } from '../../platform/storage/schema.ts';
import { storeDemoFile } from './demo-files.ts';
import { inLanguage, type DemoLanguage } from './demo-names.ts';
import { hash } from './territory/noise.ts';

type Colour = readonly [red: number, green: number, blue: number];

interface DemoSkin {
  readonly name: string;
  readonly dark: Colour;
  readonly light: Colour;
  /** Grains along the side of the image, across and along the rows. */
  readonly grains: readonly [across: number, along: number];
}

/** What the plots of the demo farm can be covered with. */
export const DEMO_SKINS: readonly DemoSkin[] = [
  { name: '褐土', dark: [84, 60, 42], light: [148, 112, 82], grains: [32, 32] },
  { name: '稻草覆盖', dark: [150, 122, 66], light: [226, 200, 136], grains: [96, 12] },
  { name: '绿肥', dark: [44, 78, 34], light: [122, 156, 74], grains: [48, 48] },
];

/** Side of an image, pixels, and its number of shades. */
const SIDE = 256;
const SHADES = 24;

/** Noise that repeats at the edges of the image, 0 … 1. */
function grain(x: number, y: number, [across, along]: DemoSkin['grains'], seed: number): number {
  const [u, v] = [(x / SIDE) * across, (y / SIDE) * along];
  const [x0, y0] = [Math.floor(u), Math.floor(v)];
  const at = (dx: number, dy: number): number => hash((x0 + dx) % across, (y0 + dy) % along, seed);
  const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
  return mix(mix(at(0, 0), at(1, 0), u - x0), mix(at(0, 1), at(1, 1), u - x0), v - y0);
}

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.byteLength, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A tileable PNG of few shades. */
export function drawSkin({ dark, light, grains }: DemoSkin, seed: number): Buffer {
  const palette = Buffer.from(
    Array.from({ length: SHADES }, (_, shade) =>
      dark.map((from, at) => Math.round(from + ((light[at]! - from) * shade) / (SHADES - 1))),
    ).flat(),
  );
  const rows = Buffer.alloc((SIDE + 1) * SIDE);
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const fine = hash(x, y, seed + 1);
      const value = grain(x, y, grains, seed) * 0.7 + fine * 0.3;
      rows[y * (SIDE + 1) + 1 + x] = Math.min(SHADES - 1, Math.floor(value * SHADES));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // Eight bits a pixel, which name a colour of the palette.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Creates the skins of the demo farm, as if somebody had uploaded their images. */
export async function seedSkins(
  db: Kysely<Database>,
  blobs: Blobs,
  organisationId: string,
  language: DemoLanguage,
): Promise<void> {
  const skins = new PlotSkinRepository(db);
  for (const [seed, skin] of DEMO_SKINS.entries()) {
    const name = inLanguage(skin.name, language);
    const file = await storeDemoFile(db, blobs, organisationId, {
      bytes: drawSkin(skin, seed * 10),
      media_type: 'image/png',
      extension: 'png',
      original_name: `${name}.png`,
      width: SIDE,
      height: SIDE,
    });
    if (file) await skins.create(organisationId, name, pathOf(file));
  }
}
