import { blend, PALETTE, type Colour } from '../../kit/colour.ts';
import { detail } from '../../kit/detail.ts';
import { GeometryBuilder, type Geometry } from '../../kit/geometry.ts';
import { seeded } from '../../kit/random.ts';
import { add, normalize, scale, type Vec3 } from '../../kit/vector.ts';
import { BED_CENTRES, BED_END, soilHeight } from './floor.ts';

/** Light that reaches the heart of a plant, of the light outside: painted in, because no shadow is that fine. */
const HEART = 0.5;

/**
 * A leaf folded along its midrib: two triangles, dark where it springs and lighter at the edge. Its
 * normals lean outward and up whatever its own slope, so that a plant takes the light as one soft body.
 */
function leaf(
  builder: GeometryBuilder,
  base: Vec3,
  along: Vec3,
  options: { length: number; width: number; fold: number; dark: Colour; light: Colour },
): void {
  const side = normalize([along[2], 0, -along[0]]);
  const middle = add(base, scale(along, options.length * 0.5));
  const lift: Vec3 = [0, options.fold, 0];
  const left = add(add(middle, scale(side, options.width / 2)), lift);
  const right = add(add(middle, scale(side, -options.width / 2)), lift);
  const tip = add(base, scale(along, options.length));
  const puff = (way: Vec3): Vec3 => normalize(add(add([0, 0.8, 0], scale(along, 0.35)), scale(way, 0.45)));
  const a = builder.vertex(base, puff([0, 0, 0]), scale(options.dark, HEART));
  const t = builder.vertex(tip, puff([0, 0, 0]), blend(options.dark, options.light, 0.7));
  const l = builder.vertex(left, puff(side), options.light);
  const r = builder.vertex(right, puff(scale(side, -1)), blend(options.dark, options.light, 0.55));
  builder.triangle(a, r, t);
  builder.triangle(a, t, l);
}

/** A head of lettuce: two rings of leaves. */
function lettuce(builder: GeometryBuilder, at: Vec3, size: number, red: boolean, random: () => number): void {
  const turn = random() * Math.PI * 2;
  const tone = random();
  const [outerDark, outerLight] = red
    ? [PALETTE.leafRed, PALETTE.leafRedLight]
    : [PALETTE.leafMid, PALETTE.leafLight];
  const rings = [
    { count: 6, rise: 0.38, length: 0.2, width: 0.19, dark: outerDark, light: outerLight },
    {
      count: 4,
      rise: 1.2,
      length: 0.15,
      width: 0.13,
      dark: red ? outerLight : PALETTE.leafLight,
      light: PALETTE.leafYoung,
    },
  ];
  rings.forEach((ring, r) => {
    for (let i = 0; i < ring.count; i++) {
      const a = turn + r * 0.6 + ((i + random() * 0.35) / ring.count) * Math.PI * 2;
      const rise = ring.rise + (random() - 0.5) * 0.2;
      const along = normalize([Math.cos(a), rise, Math.sin(a)]);
      leaf(builder, at, along, {
        length: ring.length * size,
        width: ring.width * size,
        fold: 0.035 * size,
        dark: blend(ring.dark, PALETTE.leafDark, tone * 0.3),
        light: blend(ring.light, PALETTE.leafMid, tone * 0.25),
      });
    }
  });
}

/** A small eight-sided fruit. */
function fruit(builder: GeometryBuilder, at: Vec3, radius: number, colour: Colour): void {
  const ring = Array.from({ length: 4 }, (_, i): Vec3 => {
    const a = (i * Math.PI) / 2;
    return [Math.cos(a), 0, Math.sin(a)];
  });
  const vertex = (n: Vec3) => builder.vertex(add(at, scale(n, radius)), n, colour);
  const [top, bottom] = [vertex([0, 1, 0]), vertex([0, -1, 0])];
  const around = ring.map(vertex);
  for (let i = 0; i < 4; i++) {
    builder.triangle(top, around[(i + 1) % 4]!, around[i]!);
    builder.triangle(bottom, around[i]!, around[(i + 1) % 4]!);
  }
}

/** A tomato leaf: the end leaflet hangs, two more stand off the stalk before it. */
function compoundLeaf(
  builder: GeometryBuilder,
  at: Vec3,
  heading: number,
  rise: number,
  length: number,
  tones: { dark: Colour; light: Colour },
): void {
  const way = (turn: number, slope: number): Vec3 =>
    normalize([Math.cos(heading + turn), slope, Math.sin(heading + turn)]);
  const fork = add(at, scale(way(0, rise), length * 0.42));
  // The stalk: one sliver, or the leaflets would hang in the air.
  const stalk = [add(at, [0, 0.007, 0]), add(at, [0, -0.007, 0]), fork].map((p) =>
    builder.vertex(p, [0, 1, 0], PALETTE.stem),
  );
  builder.triangle(stalk[0]!, stalk[1]!, stalk[2]!);
  leaf(builder, fork, way(0, rise - 0.75), {
    length: length * 0.62,
    width: length * 0.38,
    fold: -0.03,
    ...tones,
  });
  for (const side of [-1, 1])
    leaf(builder, scale(add(add(at, fork), fork), 1 / 3), way(side * 1.05, rise - 0.3), {
      length: length * 0.5,
      width: length * 0.27,
      fold: -0.02,
      ...tones,
    });
}

/** A tomato plant on its string: a stem, leaves in a spiral that hang, and a truss or two. */
function tomato(builder: GeometryBuilder, at: Vec3, height: number, random: () => number): void {
  const lean: Vec3 = [(random() - 0.5) * 0.08, 0, (random() - 0.5) * 0.08];
  const point = (t: number): Vec3 => [at[0] + lean[0] * t, at[1] + height * t, at[2] + lean[2] * t];
  const stem = (from: Vec3, to: Vec3, radius: number, colour: Colour): void => {
    const ring = (centre: Vec3, r: number) =>
      [0, 1, 2].map((i) => {
        const n: Vec3 = [Math.cos((i * Math.PI * 2) / 3), 0, Math.sin((i * Math.PI * 2) / 3)];
        return builder.vertex(add(centre, scale(n, r)), n, colour);
      });
    const [low, high] = [ring(from, radius), ring(to, radius * 0.7)];
    for (let i = 0; i < 3; i++) builder.quad(low[(i + 1) % 3]!, low[i]!, high[i]!, high[(i + 1) % 3]!);
  };
  stem(at, point(1), 0.011, PALETTE.stem);
  const levels = 11;
  const start = random() * Math.PI * 2;
  for (let i = 0; i < levels; i++) {
    const t = Math.min(1, 0.12 + (0.86 * i) / (levels - 1) + random() * 0.03);
    const a = start + i * 2.399963;
    const young = t ** 2;
    const length = (0.4 - 0.16 * young) * (0.85 + random() * 0.3);
    const rise = 0.25 - 0.35 * (1 - young) + (random() - 0.5) * 0.2;
    compoundLeaf(builder, point(t), a, rise, length, {
      dark: scale(blend(PALETTE.leafDark, PALETTE.leafMid, young), 0.72 + 0.28 * t),
      light: scale(blend(PALETTE.leafMid, PALETTE.leafLight, 0.2 + 0.6 * young), 0.8 + 0.2 * t),
    });
  }
  for (const [t, colour] of [
    [0.2, PALETTE.tomatoRed],
    [0.34, PALETTE.tomatoOrange],
    [0.48, PALETTE.tomatoGreen],
  ] as const) {
    if (random() < 0.35) continue;
    const a = random() * Math.PI * 2;
    const hang = point(t);
    for (let i = 0; i < 2; i++)
      fruit(builder, add(hang, [Math.cos(a) * 0.08, -0.02 - i * 0.06, Math.sin(a) * 0.08]), 0.042, colour);
  }
}

/** The bed of red lettuce. */
const RED_BED = BED_CENTRES[1];

/** All plants in one geometry: lettuce toward +Z where the film rolls up, tomatoes behind. */
export function crops(): Geometry {
  const random = seeded(2024);
  const builder = new GeometryBuilder();
  const end = BED_END - 0.3;
  // From afar a third of the plants, each larger, fill the beds as well.
  const [apart, size] = detail().sides < 0.5 ? [3, 1.5] : [1, 1];
  for (const centre of BED_CENTRES)
    for (const offset of [-0.2, 0.2])
      for (let x = -end + (offset > 0 ? 0.21 : 0); x <= end; x += 0.46 * apart) {
        const z = centre + offset + (random() - 0.5) * 0.03;
        const at: Vec3 = [x + (random() - 0.5) * 0.05, soilHeight(z) - 0.01, z];
        lettuce(builder, at, (0.9 + random() * 0.35) * size, centre === RED_BED, random);
      }
  for (const centre of BED_CENTRES)
    for (let x = -end; x <= end; x += 0.56 * apart) {
      const z = -centre + (random() - 0.5) * 0.06;
      const at: Vec3 = [x + (random() - 0.5) * 0.06, soilHeight(z) - 0.01, z];
      tomato(builder, at, 1.35 + random() * 0.3, random);
    }
  return builder.build();
}
