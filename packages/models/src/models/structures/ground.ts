import { blend, PALETTE } from '../../kit/colour.ts';
import { box } from '../../kit/box.ts';
import { detail } from '../../kit/detail.ts';
import { GeometryBuilder, merge, type Geometry } from '../../kit/geometry.ts';
import { cylinder } from '../../kit/lathe.ts';
import { Plant, SHAPES } from '../../kit/plant.ts';
import { place } from '../../kit/place.ts';
import { seeded } from '../../kit/random.ts';
import { sheet } from '../../kit/sheet.ts';
import { tube } from '../../kit/tube.ts';
import { normalize, type Vec3 } from '../../kit/vector.ts';
import { part, type Model } from '../../model.ts';
import { disc, drum, label, put, rod } from '../parts.ts';
import { block, terrain } from './parts.ts';

const smooth = (t: number): number => {
  const c = Math.min(1, Math.max(0, t));
  return c * c * (3 - 2 * c);
};

/** How far out the water's edge lies at an angle, metres: no two sides alike. */
const shore = (a: number): number =>
  6.2 + 0.9 * Math.sin(2 * a + 0.6) + 0.45 * Math.sin(3 * a + 2) + 0.2 * Math.sin(7 * a);
const WATER_Y = 0.16;
/** The bank rises from the grass to its crest and falls under the water: [metres beyond the shore, height]. */
const BANK: readonly (readonly [number, number])[] = [
  [2.4, -0.06],
  [1.7, 0.12],
  [1.05, 0.36],
  [0.55, 0.42],
  [0.2, 0.28],
  [0, WATER_Y],
  [-0.5, -0.02],
];

/** An irrigation pond of 13 m with a bank, reeds and a landing stage. `water` is its surface, `anchor_water` its middle. */
export function pond(): Model {
  const random = seeded(31);
  const bank = sheet(
    (u, v) => {
      const a = -u * Math.PI * 2;
      const [out, y] = along(v);
      const r = shore(a) + out;
      const rough = 0.05 * Math.sin(a * 23 + v * 9) * (v > 0.05 && v < 0.75 ? 1 : 0);
      return [Math.cos(a) * r, y + rough, Math.sin(a) * r];
    },
    96,
    12,
    (u, v) => {
      const grass = blend(PALETTE.turf, PALETTE.canopyMid, 0.15 + 0.35 * random());
      const mud = blend(PALETTE.soilMid, PALETTE.soilWet, smooth((v - 0.55) * 4));
      return blend(grass, mud, smooth((v - 0.38 + 0.08 * Math.sin(u * 90)) * 5));
    },
  );
  const water = new GeometryBuilder();
  const rings = 5;
  const around = detail().hasBevels ? 64 : 24;
  const rows = Array.from({ length: rings + 1 }, (_, r) =>
    Array.from({ length: around }, (_, i) => {
      const a = -(i / around) * Math.PI * 2;
      const reach = (shore(a) + 0.12) * (r / rings);
      const ripple = 0.06;
      const n = normalize([ripple * Math.sin(a * 9 + r * 4), 1, ripple * Math.cos(a * 7 - r * 5)]);
      return water.vertex(
        [Math.cos(a) * reach, WATER_Y, Math.sin(a) * reach],
        n,
        blend(PALETTE.waterDeep, PALETTE.water, smooth(r / rings)),
      );
    }),
  );
  for (let r = 0; r < rings; r++)
    for (let i = 0; i < around; i++) {
      const n = (i + 1) % around;
      if (r === 0) water.triangle(rows[0]![0]!, rows[1]![i]!, rows[1]![n]!);
      else water.quad(rows[r]![i]!, rows[r + 1]![i]!, rows[r + 1]![n]!, rows[r]![n]!);
    }
  return {
    name: 'pond',
    nodes: [
      {
        name: 'body',
        parts: [part('matte', bank, ...stones(random)), part('painted', ...stage())],
      },
      { name: 'reeds', parts: [part('leaf', reeds(random))] },
      { name: 'water', parts: [part('water', water.build())] },
      { name: 'anchor_water', at: [0, WATER_Y, 0] },
      label(2.2),
    ],
  };
}

function along(v: number): readonly [number, number] {
  const t = v * (BANK.length - 1);
  const i = Math.min(BANK.length - 2, Math.floor(t));
  const [a, b] = [BANK[i]!, BANK[i + 1]!];
  const f = t - i;
  return [a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f];
}

/** Flat stones along the water. */
const stones = (random: () => number): Geometry[] =>
  Array.from({ length: 40 }, (_, i) => {
    const a = -(i / 40) * Math.PI * 2 + random() * 0.12;
    const r = shore(a) + 0.1 + random() * 0.2;
    const size: Vec3 = [0.2 + random() * 0.25, 0.1 + random() * 0.1, 0.18 + random() * 0.2];
    return put(
      box(size, blend(PALETTE.gravel, PALETTE.gravelDark, random()), 0.05),
      Math.cos(a) * r,
      WATER_Y + 0.03,
      Math.sin(a) * r,
      [0, random() * 3, 0],
    );
  });

/** The landing stage toward +Z. */
function stage(): Geometry[] {
  const from = shore(Math.PI / 2);
  return [
    ...Array.from({ length: 14 }, (_, i) =>
      put(
        box([1.2, 0.05, 0.19], i % 2 === 0 ? PALETTE.timber : PALETTE.timberDark, 0.008),
        0,
        0.5,
        from + 0.9 - i * 0.21,
      ),
    ),
    ...[-0.5, 0.5].flatMap((x) => [
      put(box([0.1, 0.12, 2.9], PALETTE.timberDark), x, 0.42, from - 0.5),
      ...[0.5, -0.6, -1.7].map((z) =>
        put(cylinder(0.06, 1, PALETTE.timberDark, { segments: 8 }), x, -0.3, from + z),
      ),
    ]),
  ];
}

function reeds(random: () => number): Geometry {
  const clumps: Geometry[] = [];
  const count = detail().hasBevels ? 26 : 12;
  for (let k = 0; k < count; k++) {
    const plant = new Plant();
    for (let i = 0; i < 9; i++)
      plant.leaf({
        at: [(random() - 0.5) * 0.3, 0, (random() - 0.5) * 0.3],
        heading: i * 2.4 + k,
        rise: 1.4 - random() * 0.25,
        length: 0.9 + random() * 0.6,
        width: 0.045,
        shape: SHAPES.strap,
        droop: 0.4 + random() * 0.4,
        dark: PALETTE.canopyMid,
        light: PALETTE.reed,
      });
    plant.fruit({
      at: [0, 1.05, 0],
      along: [0.05, 1, 0],
      length: 0.2,
      radius: 0.028,
      profile: [0.6, 1, 1, 0],
      from: PALETTE.timberDark,
      to: PALETTE.timberDark,
      sides: 5,
    });
    plant.stem({
      path: [
        [0, 0, 0],
        [0, 1.08, 0],
      ],
      radius: 0.01,
      colour: PALETTE.reed,
    });
    // Two thickets, away from the stage.
    const a = -(k < count / 2 ? 3.4 + k * 0.1 : 5.6 + (k - count / 2) * 0.09);
    const r = shore(a) - 0.15 + random() * 0.5;
    clumps.push(put(plant.near(), Math.cos(a) * r, WATER_Y - 0.08, Math.sin(a) * r, [0, random() * 6, 0]));
  }
  return merge(clumps);
}

/** A farm road: 12 m along Z, 4 m across, two worn tracks. Pieces join at their ends. */
export function road(): Model {
  const [W, L] = [5, 12];
  const rim = (z: number): number =>
    0.22 * Math.sin((z * Math.PI) / 3) +
    0.14 * Math.sin((z * Math.PI) / 1.5 + 1) +
    0.08 * Math.sin(z * Math.PI * 1.5);
  const height = (x: number, z: number): number => {
    const side = smooth((W / 2 - 0.45 + rim(z * Math.sign(x)) - Math.abs(x)) / 0.6);
    const track = Math.max(0, 1 - Math.abs(Math.abs(x) - 0.95) / 0.34);
    return -0.05 + 0.11 * side - 0.025 * smooth(track) + 0.015 * smooth(1 - Math.abs(x) / 0.5);
  };
  return {
    name: 'road',
    nodes: [
      {
        name: 'body',
        parts: [
          part(
            'matte',
            terrain(
              W,
              L,
              [50, 48],
              height,
              (x, z, grain) => {
                const edge = smooth((0.05 - height(x, z)) / 0.06);
                const worn = smooth(1 - Math.abs(Math.abs(x) - 0.95) / 0.42);
                const stone = blend(PALETTE.gravel, PALETTE.gravelDark, grain * 0.55 + 0.15);
                const middle = smooth(1 - Math.abs(x) / 0.3) * 0.45;
                const dry = blend(
                  blend(stone, PALETTE.mortar, worn * 0.5),
                  PALETTE.canopyMid,
                  middle * grain,
                );
                return blend(dry, blend(PALETTE.gravelDark, PALETTE.turf, 0.4 + 0.5 * grain), edge);
              },
              8,
            ),
          ),
        ],
      },
      label(1),
    ],
  };
}

const BED = { width: 1.2, length: 6, height: 0.18 };
const bedHeight = (x: number, z: number): number => {
  const side = smooth((BED.width / 2 - Math.abs(x)) / 0.2);
  const end = smooth((BED.length / 2 - Math.abs(z)) / 0.25);
  return (
    -0.03 + (BED.height + 0.03 - 0.03 * smooth(1 - Math.abs(Math.abs(x) - 0.22) / 0.1)) * Math.min(side, end)
  );
};

/** A raised bed of soil: 1.2 × 6 m along Z, moist along its two drip lines. */
export function soilBed(): Model {
  return {
    name: 'soil-bed',
    nodes: [
      {
        name: 'body',
        parts: [
          part(
            'matte',
            terrain(
              BED.width + 0.1,
              BED.length + 0.1,
              [26, 60],
              (x, z) => bedHeight(x, z) + 0.012 * Math.sin(x * 61 + z * 23) * Math.sin(z * 47 - x * 11),
              (x, _z, grain) => {
                const wet = smooth(1 - Math.abs(Math.abs(x) - 0.22) / 0.16);
                return blend(
                  blend(PALETTE.soilDry, PALETTE.soilMid, 0.2 + 0.8 * grain),
                  PALETTE.soilWet,
                  wet * (0.7 + 0.3 * grain),
                );
              },
              4,
            ),
          ),
        ],
      },
      label(0.8),
    ],
  };
}

/** Drip lines for a bed of 1.2 × 6 m: header with filter and valve at −Z, two lines with drippers along Z. */
export function dripLines(): Model {
  const lines = [-0.22, 0.22];
  return {
    name: 'drip-lines',
    nodes: [
      {
        name: 'body',
        parts: [
          part(
            'painted',
            ...lines.flatMap((x) => [
              tube(
                Array.from({ length: 13 }, (_, i): Vec3 => [
                  x + 0.012 * Math.sin(i * 1.7),
                  0.185,
                  -2.95 + i * 0.49,
                ]),
                0.008,
                PALETTE.dripBlack,
                { sides: 6 },
              ),
              ...Array.from({ length: 19 }, (_, i) =>
                put(
                  cylinder(0.014, 0.016, PALETTE.waterBlue, { segments: 8, bevel: 0.003 }),
                  x,
                  0.186,
                  -2.7 + i * 0.3,
                ),
              ),
              put(disc(0.014, 0.05, PALETTE.graphite, 8), x, 0.19, -2.96),
              put(disc(0.013, 0.04, PALETTE.graphite, 8), x, 0.185, 2.95),
            ]),
            put(drum(0.026, 1.3, PALETTE.pvcGrey, 12), 0, 0.19, -3),
            put(drum(0.032, 0.05, PALETTE.graphite, 12), 0.66, 0.19, -3),
            // Filter and valve at the inlet.
            put(cylinder(0.05, 0.2, PALETTE.graphite, { segments: 14, bevel: 0.01 }), -0.48, 0.2, -3),
            put(cylinder(0.052, 0.04, PALETTE.waterBlue, { segments: 14 }), -0.48, 0.29, -3),
            put(cylinder(0.024, 0.07, PALETTE.waterBlue, { segments: 10 }), -0.28, 0.2, -3),
            put(box([0.1, 0.014, 0.024], PALETTE.gaugeRed, 0.004), -0.26, 0.275, -3),
            rod([-0.64, 0.19, -3], [-0.64, -0.1, -3], 0.026, PALETTE.pvcGrey),
          ),
        ],
      },
      label(0.9),
    ],
  };
}

/** A fence of 6 m along X: timber posts, three rails of wire, a mesh below. Pieces join at their posts. */
export function fence(): Model {
  const posts = [-3, -1, 1, 3];
  const mesh: Geometry[] = [];
  for (let i = 0; i < 16; i++)
    mesh.push(
      rod(
        [-3 + i * 0.375 + 0.1875, 0.1, 0.055],
        [-3 + i * 0.375 + 0.1875, 0.85, 0.055],
        0.006,
        PALETTE.galvanised,
        4,
      ),
    );
  for (const y of [0.1, 0.25, 0.4, 0.55, 0.7, 0.85, 1.02, 1.2])
    mesh.push(rod([-3, y, 0.055], [3, y, 0.055], y > 0.9 ? 0.008 : 0.006, PALETTE.galvanised, 4));
  return {
    name: 'fence',
    nodes: [
      {
        name: 'body',
        parts: [
          part(
            'matte',
            ...posts.flatMap((x, i) => [
              place(
                cylinder(0.055, 1.5, blend(PALETTE.timber, PALETTE.timberDark, i * 0.2), {
                  segments: 10,
                  top: 0.05,
                }),
                { at: [x, -0.15, 0] },
              ),
              place(cylinder(0.05, 0.04, PALETTE.timberDark, { segments: 10, top: 0.012 }), {
                at: [x, 1.35, 0],
              }),
            ]),
          ),
          part(
            'metal',
            ...mesh,
            ...posts.flatMap((x) =>
              [0.25, 0.7, 1.02, 1.2].map((y) =>
                put(box([0.05, 0.03, 0.02], PALETTE.galvanisedDark), x, y, 0.055),
              ),
            ),
          ),
        ],
      },
      label(1.8),
    ],
  };
}

/** A power pole of 9 m with cross arms, insulators, transformer and lamp (`glow_street`); wires are the engine's. */
export function powerPole(): Model {
  const insulator = (x: number, y: number, z: number): Geometry =>
    merge([
      ...[0, 0.05, 0.1].map((dy) =>
        put(cylinder(0.055, 0.03, PALETTE.porcelain, { segments: 12, top: 0.03 }), x, y + dy, z),
      ),
      put(cylinder(0.02, 0.18, PALETTE.porcelain, { segments: 8 }), x, y, z),
    ]);
  return {
    name: 'power-pole',
    nodes: [
      {
        name: 'body',
        parts: [
          part(
            'matte',
            place(cylinder(0.17, 9.3, PALETTE.concrete, { segments: 18, top: 0.1 }), { at: [0, -0.3, 0] }),
          ),
          part(
            'metal',
            block([2.2, 0.09, 0.09], PALETTE.galvanised, 0, 8.35, 0.1, 0.01),
            block([1.6, 0.08, 0.08], PALETTE.galvanised, 0, 7.4, 0.1, 0.01),
            ...[-1, 1].map((s) => rod([0, 7.9, 0.1], [s * 0.8, 8.36, 0.1], 0.02, PALETTE.galvanised, 6)),
            ...[-1, 1].map((s) =>
              rod([s * 0.14, 5.6, 0.12], [s * 0.28, 6.3, 0.3], 0.02, PALETTE.galvanised, 6),
            ),
            rod([0, 5.2, 0.12], [0, 5.55, 1.1], 0.03, PALETTE.galvanised),
            ...[5.62, 6.34].map((y) =>
              put(cylinder(0.15, 0.06, PALETTE.galvanisedDark, { segments: 16 }), 0, y, 0),
            ),
          ),
          part(
            'painted',
            ...[-0.95, 0, 0.95].map((x) => insulator(x, 8.44, 0.1)),
            ...[-0.65, 0.65].map((x) => insulator(x, 7.48, 0.1)),
            put(cylinder(0.3, 0.8, PALETTE.powderGrey, { segments: 22, bevel: 0.03 }), 0, 5.55, 0.5),
            ...Array.from({ length: 7 }, (_, i) =>
              put(box([0.02, 0.6, 0.12], PALETTE.powderGrey), -0.24 + i * 0.08, 5.95, 0.82),
            ),
            ...[-0.14, 0.14].map((x) => insulator(x, 6.34, 0.5)),
            put(box([0.34, 0.1, 0.6], PALETTE.graphite, 0.02), 0, 5.56, 1.2, [-0.2, 0, 0]),
            put(box([0.22, 0.32, 0.02], PALETTE.climateAmber, 0.004), 0, 2.2, 0.165),
          ),
        ],
      },
      {
        name: 'glow_street',
        parts: [
          part('window', put(box([0.26, 0.02, 0.42], PALETTE.windowWarm), 0, 5.505, 1.21, [-0.2, 0, 0])),
        ],
      },
      label(9.5),
    ],
  };
}
