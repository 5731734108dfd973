import { PALETTE, type Colour } from '../../kit/colour.ts';
import { SHAPES, type Plant } from '../../kit/plant.ts';
import type { LeafShape } from '../../kit/plant-parts.ts';
import { add, scale, type Vec3 } from '../../kit/vector.ts';

/** Grows one stage of a crop into an empty plant. `random` gives 0–1, the same each time. */
export type Stage = (plant: Plant, random: () => number) => void;

/** The turn from leaf to leaf round a stem, radians: 137.5°. */
export const GOLDEN = 2.399963;

export interface Tones {
  dark: Colour;
  light: Colour;
}

export const FRESH: Tones = { dark: PALETTE.leafMid, light: PALETTE.leafYoung };

/** Radii along fruits, of 1. */
export const PROFILES = {
  round: [0, 0.82, 1, 0.72, 0],
  ball: [0, 0.98, 0.86, 0],
  drop: [0.3, 0.5, 0.85, 1, 0.6, 0],
  long: [0.5, 0.95, 1, 0.95, 0.4],
  bell: [0.45, 1, 0.95, 0.78, 0],
  cone: [0.55, 1, 0.85, 0.45, 0],
  spindle: [0, 0.8, 1, 0.7, 0],
} as const;

/** A plant just out of the ground: a stem, two seed leaves, and true leaves of its own shape. */
export function seedling(
  plant: Plant,
  height: number,
  shape: LeafShape,
  trueLeaves = 2,
  tones = FRESH,
): void {
  plant.stem({
    path: [
      [0, 0, 0],
      [0, height, 0],
    ],
    radius: height * 0.05,
    colour: PALETTE.stem,
  });
  for (const heading of [0.4, 0.4 + Math.PI])
    plant.leaf({
      at: [0, height * 0.55, 0],
      heading,
      rise: 0.3,
      length: height * 0.55,
      width: height * 0.22,
      shape: SHAPES.lance,
      droop: 0.3,
      ...FRESH,
    });
  for (let i = 0; i < trueLeaves; i++)
    plant.leaf({
      at: [0, height * (0.7 + 0.3 * (i / Math.max(1, trueLeaves))), 0],
      heading: 2 + i * GOLDEN,
      rise: 0.7,
      length: height * 0.75,
      width: height * 0.5,
      shape,
      ...tones,
    });
}

/** A blade that comes out of the ground: how cereals begin. */
export function sprouts(
  plant: Plant,
  count: number,
  height: number,
  tones: Tones,
  random: () => number,
): void {
  for (let i = 0; i < count; i++)
    plant.leaf({
      at: [(random() - 0.5) * 0.03, 0, (random() - 0.5) * 0.03],
      heading: i * GOLDEN + random(),
      rise: 1.35 - random() * 0.35,
      length: height * (0.7 + random() * 0.4),
      width: height * 0.09,
      shape: SHAPES.strap,
      droop: 0.5 + random() * 0.5,
      fold: 0.3,
      ...tones,
    });
}

export interface CompoundLeaf extends Tones {
  at: Vec3;
  heading: number;
  rise: number;
  length: number;
  shape: LeafShape;
  /** Pairs of leaflets beside the one at the end. */
  pairs: number;
  /** Width of a leaflet, of its length. */
  slim: number;
  /** Length of the stalk before the first pair, of the whole. Default 0.35. */
  stalk?: number;
  droop?: number;
}

/** A leaf of several leaflets on one stalk that bends down. */
export function compoundLeaf(plant: Plant, leaf: CompoundLeaf): void {
  const { at, heading, rise, length, shape, pairs, slim, stalk = 0.35, droop = 0.5, dark, light } = leaf;
  const along = (t: number): Vec3 => {
    const slope = rise - droop * t * 0.5;
    return add(
      at,
      scale(
        [Math.cos(heading) * Math.cos(slope), Math.sin(slope), Math.sin(heading) * Math.cos(slope)],
        length * t,
      ),
    );
  };
  const end = pairs === 0 ? stalk : 0.62;
  plant.stem({ path: [at, along(end)], radius: length * 0.014 + 0.0015, colour: PALETTE.stem, sides: 2 });
  const leaflet = (t: number, turn: number, size: number): void =>
    plant.leaf({
      at: along(t),
      heading: heading + turn,
      rise: rise - droop * t - (turn === 0 ? 0.15 : 0.05),
      length: length * size,
      width: length * size * slim,
      // Side leaflets of a feathered leaf are small: four triangles do.
      shape: turn !== 0 && pairs > 1 ? SHAPES.diamond : shape,
      droop: 0.5,
      dark,
      light,
    });
  for (let i = 0; i < pairs; i++) {
    const t = stalk + (end - stalk) * (pairs === 1 ? 0.6 : i / Math.max(1, pairs - 0.4));
    for (const side of [-1, 1]) leaflet(t, side * 1.15, 0.44 - 0.03 * (pairs - i));
  }
  leaflet(end, 0, 0.52);
}

/** A shallow crate beside the plant, and where its fruits lie. */
export function crate(plant: Plant, at: Vec3, width: number, depth: number, height: number): void {
  const [x, y, z] = at;
  const corner = (sx: number, sz: number, up: number): Vec3 => [
    x + (sx * width) / 2,
    y + up,
    z + (sz * depth) / 2,
  ];
  const ring = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  for (let i = 0; i < 4; i++) {
    const [a, b] = [ring[i]!, ring[(i + 1) % 4]!];
    plant.board({
      corners: [
        corner(b[0], b[1], 0),
        corner(a[0], a[1], 0),
        corner(a[0], a[1], height),
        corner(b[0], b[1], height),
      ],
      colour: PALETTE.crate,
    });
  }
  plant.board({
    corners: [corner(-1, 1, 0.01), corner(1, 1, 0.01), corner(1, -1, 0.01), corner(-1, -1, 0.01)],
    colour: scale(PALETTE.crate, 0.6),
  });
}
