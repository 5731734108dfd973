import { crc32, deflateSync } from 'node:zlib';
import type { Vec3 } from './kit/vector.ts';

/** How a surface reflects light. Its colour comes from the vertices. */
export interface SurfaceMaterial {
  metallic: number;
  roughness: number;
  /** 1 is opaque; less draws blended. */
  opacity?: number;
  doubleSided?: boolean;
  /** Linear light given off, 0–1. */
  emissive?: Vec3;
  /** Has texture coordinates across its front, so that the engine can put an image on it. */
  mapped?: boolean;
  /** Shares roughness and metalness of this solid, and its texture: the engine draws both with one program. */
  as?: 'glass';
}

/** Opaque solids. They share one material, `surface`: a texture with one texel each holds their roughness and metalness. */
export const SOLIDS = {
  /** Powder-coated housings, plastic, rubber, wood. */
  painted: { metallic: 0, roughness: 0.48 },
  /** Galvanised tube, aluminium, brass. */
  metal: { metallic: 0.85, roughness: 0.42 },
  /** Solar cells, domes, lenses. */
  glass: { metallic: 0.15, roughness: 0.12 },
  /** Concrete, soil, brick, bark. */
  matte: { metallic: 0, roughness: 0.96 },
  /** Leaves, nets of cloth and quilts: both sides seen. A file with only leaves has a material without textures. */
  leaf: { metallic: 0, roughness: 0.86, doubleSided: true },
} as const satisfies Record<string, SurfaceMaterial>;

/**
 * Every material of the set. Few on purpose: parts of one node that share a material are one draw call,
 * and the engine batches nodes of equal material across models.
 */
export const MATERIALS = {
  ...SOLIDS,
  /** Greenhouse film: ribs are seen through it. */
  film: { metallic: 0, roughness: 0.28, opacity: 0.22, doubleSided: true },
  /** Rolling film: denser, so that open and closed tell apart from afar. */
  rollFilm: { metallic: 0, roughness: 0.4, opacity: 0.4, doubleSided: true },
  /** Shade net: what is below it stays visible. */
  net: { metallic: 0, roughness: 0.9, opacity: 0.62, doubleSided: true },
  /** Clear hoods and flow cells. */
  clear: { metallic: 0, roughness: 0.08, opacity: 0.3, doubleSided: true },
  /** Open water. */
  water: { metallic: 0.05, roughness: 0.06, opacity: 0.86 },
  /** Status lamps; the engine sets their light from the device's state. */
  lamp: { metallic: 0, roughness: 0.35, emissive: [0.1, 0.62, 0.24] },
  /** Light sources that a device switches; dim while nobody sets them. */
  glow: { metallic: 0, roughness: 0.3, emissive: [0.42, 0.2, 0.55] },
  /** Small displays. */
  display: { metallic: 0, roughness: 0.3, emissive: [0.3, 0.42, 0.36] },
  /** Windows and lamps that are lit at night; nearly dark while nobody sets them. */
  window: { metallic: 1, roughness: 1, emissive: [0.03, 0.02, 0.008], as: 'glass' },
  /** The LED screen's own dots. */
  pixels: { metallic: 0, roughness: 0.5, emissive: [0.85, 0.3, 0.08] },
  /** The LED screen’s face, which shows an image. */
  screen: { metallic: 0, roughness: 0.5, emissive: [0.02, 0.025, 0.03], mapped: true },
} as const satisfies Record<string, SurfaceMaterial>;

export type MaterialName = keyof typeof MATERIALS;
export type SolidName = keyof typeof SOLIDS;

/** The one material of all solids in a file. */
export const SURFACE = 'surface';
/** The same with both sides seen: where a file has leaves beside other solids. */
export const FOLIAGE = 'foliage';
/** What a primitive is drawn with. */
export type DrawnMaterial = Exclude<MaterialName, SolidName> | typeof SURFACE | typeof FOLIAGE | 'leaf';

const SOLID_NAMES = Object.keys(SOLIDS) as SolidName[];

export const isSolid = (name: MaterialName): name is SolidName => name in SOLIDS;

/** Where a solid's texel lies across the texture, 0–1. */
export const texelOf = (name: SolidName): number => (SOLID_NAMES.indexOf(name) + 0.5) / SOLID_NAMES.length;

function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** PNG of one texel a solid: green is roughness, blue is metalness (glTF metallicRoughnessTexture). */
export function solidsTexture(): Uint8Array<ArrayBuffer> {
  const row = [0];
  for (const name of SOLID_NAMES) {
    const { roughness, metallic } = SOLIDS[name];
    row.push(255, Math.round(roughness * 255), Math.round(metallic * 255));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SOLID_NAMES.length, 0);
  header.writeUInt32BE(1, 4);
  header.set([8, 2, 0, 0, 0], 8);
  // Stored, not compressed: the same bytes whatever zlib makes of them.
  const pixels = deflateSync(Uint8Array.from(row), { level: 0 });
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', pixels),
      chunk('IEND', new Uint8Array()),
    ]),
  );
}
