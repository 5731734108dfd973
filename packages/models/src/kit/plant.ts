import { blend, PALETTE, type Colour } from './colour.ts';
import { farForm } from './far-form.ts';
import { GeometryBuilder, type Geometry } from './geometry.ts';
import { add, cross, dot, mix, normalize, scale, subtract, type Vec2, type Vec3 } from './vector.ts';

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

/** Light that reaches the heart of a plant, of the light outside: painted in, because no shadow is that fine. */
const HEART = 0.5;
/** Triangles of a far plant, at most. */
const FAR_TRIANGLES = 60;

const DIAMOND: LeafShape = {
  stations: [
    [0, 0],
    [0.45, 1],
    [1, 0],
  ],
};

const direction = (heading: number, rise: number): Vec3 => [
  Math.cos(heading) * Math.cos(rise),
  Math.sin(rise),
  Math.sin(heading) * Math.cos(rise),
];

/** Collects the parts of one plant and draws it near or far. */
export class Plant {
  readonly #leaves: Leaf[] = [];
  readonly #stems: Stem[] = [];
  readonly #fruit: Fruit[] = [];
  readonly #flowers: Flower[] = [];
  readonly #boards: Board[] = [];

  leaf(leaf: Leaf): void {
    this.#leaves.push(leaf);
  }

  stem(stem: Stem): void {
    this.#stems.push(stem);
  }

  fruit(fruit: Fruit): void {
    this.#fruit.push(fruit);
  }

  flower(flower: Flower): void {
    this.#flowers.push(flower);
  }

  board(board: Board): void {
    this.#boards.push(board);
  }

  near(): Geometry {
    const canvas = new Canvas();
    for (const board of this.#boards) canvas.board(board);
    for (const stem of this.#stems) canvas.stem(stem);
    for (const leaf of this.#leaves) canvas.leaf(leaf);
    for (const fruit of this.#fruit) canvas.fruit(fruit);
    for (const flower of this.#flowers) canvas.flower(flower);
    return canvas.build();
  }

  /** The same plant at 60 triangles, for tens of metres away. */
  far(): Geometry {
    return farForm(this.near(), FAR_TRIANGLES);
  }
}

/** Turns the parts into triangles that face up or out, and paints shade into the heart of the plant. */
class Canvas {
  readonly #positions: Vec3[] = [];
  readonly #normals: Vec3[] = [];
  readonly #colours: Colour[] = [];
  readonly #triangles: [number, number, number][] = [];

  #vertex(position: Vec3, normal: Vec3, colour: Colour): number {
    this.#normals.push(normal);
    this.#colours.push(colour);
    return this.#positions.push(position) - 1;
  }

  #triangle(a: number, b: number, c: number): void {
    const [pa, pb, pc] = [this.#positions[a]!, this.#positions[b]!, this.#positions[c]!];
    const facing = cross(subtract(pb, pa), subtract(pc, pa));
    // The lit side is the front: three turns the normal of what it sees from behind.
    if (dot(facing, add(add(this.#normals[a]!, this.#normals[b]!), this.#normals[c]!)) < 0)
      this.#triangles.push([a, c, b]);
    else this.#triangles.push([a, b, c]);
  }

  leaf(leaf: Leaf): void {
    const { at, heading, rise, length, width, shape, dark, light } = leaf;
    const [droop, fold, wave] = [leaf.droop ?? 0.6, leaf.fold ?? 0.15, leaf.wave ?? 0];
    const level: Vec3 = [-Math.sin(heading), 0, Math.cos(heading)];
    const roll = leaf.roll ?? 0.35 * Math.sin(heading * 7.3 + at[1] * 31);
    const outward: Vec3 = [Math.cos(heading), 0, Math.sin(heading)];
    const spine = (t: number): { point: Vec3; up: Vec3; side: Vec3 } => {
      const steps = 6;
      let point = at;
      for (let i = 0; i < steps; i++) {
        const slope = rise - droop * t * ((i + 0.5) / steps);
        point = add(point, scale(direction(heading, slope), (length * t) / steps));
      }
      const flat = direction(heading, rise - droop * t + Math.PI / 2);
      const [c, s] = [Math.cos(roll), Math.sin(roll)];
      return {
        point,
        up: subtract(scale(flat, c), scale(level, s)),
        side: add(scale(level, c), scale(flat, s)),
      };
    };
    // Its own slope, softened toward up and outward, so that a plant takes the light as one body.
    const soft = (up: Vec3, across: number): Vec3 =>
      normalize(
        add(
          add(scale(up, up[1] < 0 ? -0.5 : 0.5), [0, 0.6, 0]),
          add(scale(outward, 0.25), scale(level, across * 0.35)),
        ),
      );
    const edge = (t: number, across: number, ruffle: number): number => {
      const { point, up, side } = spine(t);
      const p = add(
        add(point, scale(side, across * width * 0.5)),
        scale(up, (fold + ruffle) * Math.abs(across) * width),
      );
      return this.#vertex(p, soft(up, Math.sign(across)), blend(blend(dark, light, 0.75), light, t));
    };
    const rib = (t: number): number => {
      const { point, up } = spine(t);
      return this.#vertex(point, soft(up, 0), blend(dark, light, t * 0.45));
    };
    if ('rim' in shape) {
      const hub = rib(shape.hub);
      for (const half of [-1, 1]) {
        const rim = shape.rim.map(([t, across], i) => edge(t, across * half, i % 2 === 0 ? wave : -wave));
        for (let i = 1; i < rim.length; i++) this.#triangle(hub, rim[i - 1]!, rim[i]!);
      }
      return;
    }
    const ribs = shape.stations.map(([t]) => rib(t));
    for (const half of [-1, 1]) {
      const rim = shape.stations.map(([t, w], i) =>
        w === 0 ? ribs[i]! : edge(t, w * half, i % 2 === 0 ? wave : -wave),
      );
      for (let i = 1; i < rim.length; i++) {
        const [a, b, c, d] = [ribs[i - 1]!, ribs[i]!, rim[i]!, rim[i - 1]!];
        if (b !== c) this.#triangle(a, b, c);
        if (a !== d) this.#triangle(a, c, d);
      }
    }
  }

  board({ corners, colour }: Board): void {
    const [a, b, c] = corners;
    const facing = normalize(cross(subtract(b, a), subtract(c, a)));
    const [p, q, r, s] = corners.map((corner) => this.#vertex(corner, facing, colour));
    this.#triangle(p!, q!, r!);
    this.#triangle(p!, r!, s!);
  }

  stem({ path, radius, colour, taper = 0.6, sides = 3 }: Stem): void {
    const rings = path.map((point, i) => {
      const r = radius * mix(1, taper, i / (path.length - 1));
      const along = normalize(subtract(path[Math.min(i + 1, path.length - 1)]!, path[Math.max(i - 1, 0)]!));
      const across = normalize(cross(along, Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0.3]));
      const other = cross(along, across);
      return Array.from({ length: sides }, (_, s) => {
        const a = (s / sides) * Math.PI * 2;
        const n = add(scale(across, Math.cos(a)), scale(other, Math.sin(a)));
        return this.#vertex(add(point, scale(n, r)), normalize(add(n, [0, 0.4, 0])), colour);
      });
    });
    for (let r = 1; r < rings.length; r++)
      for (let s = 0; s < (sides === 2 ? 1 : sides); s++) {
        const [low, high, next] = [rings[r - 1]!, rings[r]!, (s + 1) % sides];
        this.#triangle(low[s]!, low[next]!, high[next]!);
        this.#triangle(low[s]!, high[next]!, high[s]!);
      }
  }

  fruit({ at, along, length, radius, profile, from, to, sides = 5 }: Fruit): void {
    const axis = normalize(along);
    const across = normalize(cross(axis, Math.abs(axis[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
    const other = cross(axis, across);
    const last = profile.length - 1;
    const rings = profile.map((r, i) => {
      const t = i / last;
      const centre = add(at, scale(axis, length * t));
      const colour = blend(from, to, t);
      if (r === 0) return [this.#vertex(centre, scale(axis, i === 0 ? -1 : 1), colour)];
      const slope = (profile[Math.min(i + 1, last)]! - profile[Math.max(i - 1, 0)]!) * radius;
      return Array.from({ length: sides }, (_, s) => {
        const a = (s / sides) * Math.PI * 2;
        const n = add(scale(across, Math.cos(a)), scale(other, Math.sin(a)));
        const lean = scale(axis, -slope / Math.max(0.001, length * (2 / last)));
        return this.#vertex(add(centre, scale(n, radius * r)), normalize(add(n, lean)), colour);
      });
    });
    for (let i = 1; i < rings.length; i++) {
      const [low, high] = [rings[i - 1]!, rings[i]!];
      for (let s = 0; s < sides; s++) {
        const next = (s + 1) % sides;
        if (low.length === 1) this.#triangle(low[0]!, high[s]!, high[next]!);
        else if (high.length === 1) this.#triangle(low[s]!, low[next]!, high[0]!);
        else {
          this.#triangle(low[s]!, low[next]!, high[next]!);
          this.#triangle(low[s]!, high[next]!, high[s]!);
        }
      }
    }
  }

  flower({ at, facing, radius, petals, colour, centre }: Flower): void {
    const axis = normalize(facing);
    const across = normalize(cross(axis, Math.abs(axis[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
    const other = cross(axis, across);
    const middle = this.#vertex(add(at, scale(axis, radius * 0.05)), axis, centre);
    const rim = (turn: number, r: number, lift: number): number => {
      const a = turn * Math.PI * 2;
      const way = add(scale(across, Math.cos(a) * r), scale(other, Math.sin(a) * r));
      return this.#vertex(add(add(at, way), scale(axis, lift)), normalize(add(axis, [0, 0.3, 0])), colour);
    };
    for (let i = 0; i < petals; i++) {
      const [l, r] = [
        rim((i - 0.42) / petals, radius, radius * 0.3),
        rim((i + 0.42) / petals, radius, radius * 0.3),
      ];
      this.#triangle(middle, l, r);
    }
  }

  build(): Geometry {
    const top = Math.max(...this.#positions.map(([, y]) => y), 0.01);
    const reach = Math.max(...this.#positions.map(([x, , z]) => Math.hypot(x, z)), 0.01);
    const builder = new GeometryBuilder();
    this.#positions.forEach((p, i) => {
      const openness = Math.min(1, 0.65 * (Math.hypot(p[0], p[2]) / reach) + 0.55 * (p[1] / top));
      builder.vertex(p, this.#normals[i]!, scale(this.#colours[i]!, mix(HEART, 1, openness)));
    });
    for (const triangle of this.#triangles) builder.triangle(...triangle);
    return builder.build();
  }
}

/** Two tones of a leaf between young, grown and withered. */
export function leafTones(
  age: number,
  dark: Colour = PALETTE.leafDark,
  light: Colour = PALETTE.leafMid,
): { dark: Colour; light: Colour } {
  if (age < 0)
    return { dark: blend(dark, PALETTE.leafMid, -age), light: blend(light, PALETTE.leafLight, -age) };
  const old = (colour: Colour): Colour =>
    age < 0.5
      ? blend(colour, PALETTE.leafYellow, age * 2)
      : blend(PALETTE.leafYellow, PALETTE.leafBrown, age * 2 - 1);
  return { dark: scale(old(dark), 0.92), light: old(light) };
}

/** Leaf outlines. */
export const SHAPES = {
  diamond: DIAMOND,
  ovate: {
    stations: [
      [0, 0],
      [0.22, 0.86],
      [0.5, 1],
      [0.78, 0.55],
      [1, 0],
    ],
  },
  lance: {
    stations: [
      [0, 0],
      [0.32, 1],
      [0.68, 0.74],
      [1, 0],
    ],
  },
  spoon: {
    stations: [
      [0, 0.3],
      [0.35, 0.62],
      [0.65, 1],
      [0.88, 0.9],
      [1, 0],
    ],
  },
  strap: {
    stations: [
      [0, 0.55],
      [0.3, 1],
      [0.65, 0.8],
      [1, 0],
    ],
  },
  arch: {
    stations: [
      [0, 0.45],
      [0.16, 0.9],
      [0.36, 1],
      [0.58, 0.88],
      [0.8, 0.55],
      [1, 0],
    ],
  },
  toothed: {
    stations: [
      [0, 0],
      [0.2, 0.78],
      [0.36, 0.66],
      [0.55, 1],
      [0.7, 0.62],
      [1, 0],
    ],
  },
  cotton: {
    hub: 0.3,
    rim: [
      [0.06, 0],
      [-0.1, 0.42],
      [0.34, 1],
      [0.46, 0.4],
      [1, 0],
    ],
  },
  cucumber: {
    hub: 0.35,
    rim: [
      [0.1, 0],
      [-0.12, 0.5],
      [0.14, 0.92],
      [0.36, 0.8],
      [0.6, 1],
      [0.72, 0.56],
      [1, 0],
    ],
  },
} as const satisfies Record<string, LeafShape>;
