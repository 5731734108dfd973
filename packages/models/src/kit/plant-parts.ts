import type { Colour } from './colour.ts';
import { add, normalize, scale, subtract, type Vec2, type Vec3 } from './vector.ts';

/**
 * The outline of a leaf. `stations` are [along, half width] from stalk to tip, both of 1, folded along the
 * midrib; `rim` are points [along, across] of one half of a lobed leaf, from the stalk round to the tip.
 */
export type LeafShape =
  | { readonly stations: readonly Vec2[] }
  | { readonly rim: readonly Vec2[]; readonly hub: number };

export interface Leaf {
  at: Vec3;
  /** Azimuth, radians: 0 is +X. */
  heading: number;
  /** Slope where it springs, radians over the horizon. */
  rise: number;
  length: number;
  width: number;
  shape: LeafShape;
  /** How far it bends down until its tip, radians. Default 0.6. */
  droop?: number;
  /** Height of its edges over its midrib, of its width. Default 0.15. */
  fold?: number;
  /** Alternating height of its edge, of its width: frills. Default 0. */
  wave?: number;
  /** Turn about its own midrib, radians. Default: a little, another for each heading. */
  roll?: number;
  dark: Colour;
  light: Colour;
}

export interface Fruit {
  /** Its stalk end. */
  at: Vec3;
  /** From the stalk to its end. */
  along: Vec3;
  length: number;
  radius: number;
  /** Radii along it, of 1. */
  profile: readonly number[];
  from: Colour;
  to: Colour;
  /** Default 5. */
  sides?: number;
}

export interface Flower {
  at: Vec3;
  facing: Vec3;
  radius: number;
  petals: number;
  colour: Colour;
  centre: Colour;
}

export interface Stem {
  path: readonly Vec3[];
  radius: number;
  colour: Colour;
  /** Radius at its end, of 1. Default 0.6. */
  taper?: number;
  /** Sides; 2 is a ribbon. Default 3. */
  sides?: number;
}

/** A flat piece seen from both sides, such as the side of a crate. */
export interface Board {
  corners: readonly [Vec3, Vec3, Vec3, Vec3];
  colour: Colour;
}

/** What a plant is made of, in the order it was grown. */
export interface PlantParts {
  readonly leaves: readonly Leaf[];
  readonly stems: readonly Stem[];
  readonly fruit: readonly Fruit[];
  readonly flowers: readonly Flower[];
  readonly boards: readonly Board[];
}

const direction = (heading: number, rise: number): Vec3 => [
  Math.cos(heading) * Math.cos(rise),
  Math.sin(rise),
  Math.sin(heading) * Math.cos(rise),
];

/** A place on the midrib of a leaf: which way its face looks there, and its own sideways. */
export interface Rib {
  point: Vec3;
  up: Vec3;
  side: Vec3;
}

/** The midrib of a leaf at `t`, 0 at the stalk to 1 at the tip, bent down by its droop. */
export function ribAt({ at, heading, rise, length, droop = 0.6, roll }: Leaf, t: number): Rib {
  const steps = 6;
  const level: Vec3 = [-Math.sin(heading), 0, Math.cos(heading)];
  const turn = roll ?? 0.35 * Math.sin(heading * 7.3 + at[1] * 31);
  let point = at;
  for (let i = 0; i < steps; i++) {
    const slope = rise - droop * t * ((i + 0.5) / steps);
    point = add(point, scale(direction(heading, slope), (length * t) / steps));
  }
  const flat = direction(heading, rise - droop * t + Math.PI / 2);
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return {
    point,
    up: subtract(scale(flat, c), scale(level, s)),
    side: add(scale(level, c), scale(flat, s)),
  };
}

/** The normal a leaf is lit by: its own slope, softened toward up and outward, so that a plant takes the light as one body. */
export function softNormal({ heading }: Leaf, up: Vec3, across: number): Vec3 {
  const level: Vec3 = [-Math.sin(heading), 0, Math.cos(heading)];
  return normalize(
    add(
      add(scale(up, up[1] < 0 ? -0.5 : 0.5), [0, 0.6, 0]),
      add(scale([Math.cos(heading), 0, Math.sin(heading)], 0.25), scale(level, across * 0.35)),
    ),
  );
}
