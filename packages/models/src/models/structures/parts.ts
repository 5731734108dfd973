import { box } from '../../kit/box.ts';
import { blend, PALETTE, type Colour } from '../../kit/colour.ts';
import { detail, thinned } from '../../kit/detail.ts';
import { GeometryBuilder, merge, type Geometry } from '../../kit/geometry.ts';
import { place } from '../../kit/place.ts';
import { seeded } from '../../kit/random.ts';
import { add, normalize, scale, type Vec3 } from '../../kit/vector.ts';
import { put } from '../parts.ts';

/** A wall of brick facing +Z, its foot in the middle of the origin: every brick its own tone. */
export function brickWall(width: number, height: number, seed: number, thick = 0.24): Geometry {
  const random = seeded(seed);
  const core = put(box([width - 0.1, height, thick], PALETTE.mortar), 0, height / 2, -thick / 2 - 0.02);
  const rows = thinned(Math.round(height / 0.1), 4);
  const columns = thinned(Math.round(width / 0.3), 4);
  const [w, h] = [width / columns, height / rows];
  const gap = detail().hasBevels ? 0.01 : 0;
  const builder = new GeometryBuilder();
  for (let r = 0; r < rows; r++)
    for (let c = 0; c <= columns; c++) {
      const x0 = Math.max(-width / 2, -width / 2 + (c - (r % 2) * 0.5) * w + gap);
      const x1 = Math.min(width / 2, -width / 2 + (c + 1 - (r % 2) * 0.5) * w);
      if (x1 - x0 < 0.02) continue;
      const tone = blend(PALETTE.brick, PALETTE.brickDark, random());
      builder.face(
        [
          [x0, r * h + gap, 0],
          [x1, r * h + gap, 0],
          [x1, (r + 1) * h, 0],
          [x0, (r + 1) * h, 0],
        ],
        tone,
      );
    }
  return merge([core, builder.build()]);
}

/** A roof plane that falls toward +Z from the ridge at the origin, in waves across. Seen from above. */
export function roofPlane(width: number, run: number, fall: number, colour: Colour, waves: number): Geometry {
  const builder = new GeometryBuilder();
  const columns = thinned(waves * 2, 4);
  const random = seeded(waves);
  const normal = normalize([0, run, fall]);
  const across: Vec3 = [0, -fall, run];
  const strips = 6;
  for (let s = 0; s < strips; s++) {
    const tones = Array.from({ length: columns + 1 }, () => scale(colour, 0.86 + random() * 0.2));
    const ring = (t: number, lift: number): number[] =>
      Array.from({ length: columns + 1 }, (_, c) => {
        const ridge = c % 2 === 0 ? 0.025 : 0;
        const p = add(scale(across, t), scale(normal, ridge + lift));
        const tilt = c % 2 === 0 ? 0.15 : -0.15;
        return builder.vertex(
          [-width / 2 + (c / columns) * width, p[1], p[2]],
          normalize([tilt, normal[1], normal[2]]),
          tones[c],
        );
      });
    // Each course lies over the one below it.
    const [high, low] = [ring(s / strips, 0), ring((s + 1) / strips, 0.02)];
    for (let c = 0; c < columns; c++) builder.quad(low[c]!, low[c + 1]!, high[c + 1]!, high[c]!);
  }
  return builder.build();
}

/** A window facing +Z: frame, sill and cross bars; panes apart, because they shine. */
export function windowFrame(
  width: number,
  height: number,
  frame: Colour,
): { frame: Geometry; pane: Geometry } {
  const bar = 0.06;
  return {
    frame: merge([
      ...[-1, 1].flatMap((s) => [
        put(box([bar, height, 0.08], frame, 0.008), (s * (width - bar)) / 2, 0, 0),
        put(box([width, bar, 0.08], frame, 0.008), 0, (s * (height - bar)) / 2, 0),
      ]),
      box([0.035, height, 0.05], frame),
      put(box([width, 0.035, 0.05], frame), 0, height * 0.12, 0),
      put(box([width + 0.16, 0.05, 0.16], PALETTE.concrete, 0.008), 0, -height / 2 - 0.025, 0.04),
    ]),
    pane: box([width - bar, height - bar, 0.02], PALETTE.glassDark),
  };
}

/** Uneven ground within an outline: `height(x, z)` and `tone(x, z, grain)` over a grid. */
export function terrain(
  width: number,
  depth: number,
  cells: readonly [number, number],
  height: (x: number, z: number) => number,
  tone: (x: number, z: number, grain: number) => Colour,
  seed: number,
): Geometry {
  const random = seeded(seed);
  const [columns, rows] = [thinned(cells[0], 2), thinned(cells[1], 2)];
  const builder = new GeometryBuilder();
  const step = 0.05;
  for (let r = 0; r <= rows; r++)
    for (let c = 0; c <= columns; c++) {
      const [x, z] = [(c / columns - 0.5) * width, (r / rows - 0.5) * depth];
      const slopeX = (height(x + step, z) - height(x - step, z)) / (2 * step);
      const slopeZ = (height(x, z + step) - height(x, z - step)) / (2 * step);
      builder.vertex([x, height(x, z), z], normalize([-slopeX, 1, -slopeZ]), tone(x, z, random()));
    }
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const a = r * (columns + 1) + c;
      const b = a + columns + 1;
      builder.quad(a, b, b + 1, a + 1);
    }
  return builder.build();
}

/** Leaf cards over a crown: `at(i, random)` gives each card's place and the way it faces. */
export function cards(
  count: number,
  size: number,
  seed: number,
  at: (random: () => number) => { point: Vec3; facing: Vec3; light: number },
  tones: { dark: Colour; light: Colour },
  slim = 0.62,
): Geometry {
  const random = seeded(seed);
  const builder = new GeometryBuilder();
  // Thinned twice: trees stand by the dozen.
  const few = thinned(thinned(count, 20), 20);
  // Fewer cards are larger, so that the crown stays closed.
  const grown = size * Math.min(2.8, Math.sqrt(count / few));
  for (let i = 0; i < few; i++) {
    const { point, facing, light } = at(random);
    const n = normalize(facing);
    const spin = random() * Math.PI * 2;
    const u = normalize([Math.cos(spin) - n[0] * 0.4, -0.25 + random() * 0.3, Math.sin(spin) - n[2] * 0.4]);
    const v = normalize([
      n[1] * u[2] - n[2] * u[1] + 0.01,
      n[2] * u[0] - n[0] * u[2],
      n[0] * u[1] - n[1] * u[0],
    ]);
    const s = grown * (0.7 + random() * 0.6);
    const colour = blend(tones.dark, tones.light, Math.min(1, Math.max(0, light + (random() - 0.5) * 0.35)));
    const corner = (du: number, dv: number, tone: Colour): number => {
      const way = add(scale(u, du * s), scale(v, dv * s));
      return builder.vertex(add(point, way), normalize(add(scale(n, 1), scale(normalize(way), 0.35))), tone);
    };
    const [a, b, c, d] = [
      corner(-1, 0, scale(colour, 0.75)),
      corner(0, slim, colour),
      corner(1, 0, scale(colour, 1.08)),
      corner(0, -slim, colour),
    ];
    // The side that faces out is the front.
    const facingOut =
      (u[1] * v[2] - u[2] * v[1]) * n[0] +
      (u[2] * v[0] - u[0] * v[2]) * n[1] +
      (u[0] * v[1] - u[1] * v[0]) * n[2];
    if (facingOut > 0) builder.quad(a, d, c, b);
    else builder.quad(a, b, c, d);
  }
  return builder.build();
}

/** A box with its foot at a height. */
export const block = (
  size: Vec3,
  colour: Colour,
  x: number,
  foot: number,
  z: number,
  cut = 0.015,
): Geometry => place(box(size, colour, cut), { at: [x, foot + size[1] / 2, z] });
