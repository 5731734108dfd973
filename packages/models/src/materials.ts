import type { Vec3 } from './kit/vector.ts';

/** How a surface answers light. Its colour comes from the vertices. */
export interface SurfaceMaterial {
  metallic: number;
  roughness: number;
  /** 1 is opaque; less draws blended. */
  opacity?: number;
  doubleSided?: boolean;
  /** Linear light given off, 0–1. */
  emissive?: Vec3;
}

/**
 * Every material of the set. Few on purpose: parts of one node that share a material are one draw call,
 * and the engine batches nodes of equal material across models.
 */
export const MATERIALS = {
  /** Powder-coated housings, plastic, rubber, wood. */
  painted: { metallic: 0, roughness: 0.48 },
  /** Galvanised tube, aluminium, brass. */
  metal: { metallic: 0.85, roughness: 0.42 },
  /** Solar cells, domes, lenses. */
  glass: { metallic: 0.15, roughness: 0.12 },
  /** Concrete, soil. */
  matte: { metallic: 0, roughness: 0.96 },
  /** Leaves: both sides seen. */
  leaf: { metallic: 0, roughness: 0.72, doubleSided: true },
  /** Greenhouse film: ribs are seen through it. */
  film: { metallic: 0, roughness: 0.28, opacity: 0.22, doubleSided: true },
  /** Rolling film: denser, so that open and closed tell apart from afar. */
  rollFilm: { metallic: 0, roughness: 0.4, opacity: 0.4, doubleSided: true },
  /** Status lamps; the engine sets their light from the device's state. */
  lamp: { metallic: 0, roughness: 0.35, emissive: [0.1, 0.62, 0.24] },
} as const satisfies Record<string, SurfaceMaterial>;

export type MaterialName = keyof typeof MATERIALS;
