import { box } from '../../kit/box.ts';
import { blend, PALETTE } from '../../kit/colour.ts';
import { detail } from '../../kit/detail.ts';
import { extrude } from '../../kit/extrude.ts';
import { merge, type Geometry } from '../../kit/geometry.ts';
import { cylinder } from '../../kit/lathe.ts';
import { Plant } from '../../kit/plant.ts';
import { place } from '../../kit/place.ts';
import { seeded } from '../../kit/random.ts';
import { sheet } from '../../kit/sheet.ts';
import { tube } from '../../kit/tube.ts';
import { mix, type Vec2, type Vec3 } from '../../kit/vector.ts';
import { part, type Model } from '../../model.ts';
import { CUCUMBER, PEPPER, TOMATO } from '../crops/vines.ts';
import { LETTUCE } from '../crops/low.ts';
import { drum, label, pole, put, rod } from '../parts.ts';
import { block, brickWall, terrain } from './parts.ts';

const LEFT: Vec3 = [0, -Math.PI / 2, 0];
const RIGHT: Vec3 = [0, Math.PI / 2, 0];
const BACK: Vec3 = [0, Math.PI, 0];

/** The solar greenhouse: length along X, wall toward −Z (north), film toward +Z (south). */
const SOLAR = { length: 24, back: -3.6, front: 4.2, wall: 3.0, ridgeZ: -2.2, ridge: 3.9 };

/** The south curve: v = 0 at the ground in front, 1 at the ridge. */
const southern = (v: number, out = 0): Vec2 => {
  const t = v * 0.5 * Math.PI;
  const depth = SOLAR.front - SOLAR.ridgeZ;
  return [SOLAR.ridgeZ + (depth + out) * Math.cos(t) ** 0.86, (SOLAR.ridge + out) * Math.sin(t) ** 0.9];
};

/** The quilt's lower edge: 0 rolled down to the ground, 1 rolled up to the ridge. */
const REST = 0.86;

/**
 * A solar greenhouse: brick north wall and gables, short back roof, film to the south, and the quilt that
 * covers it at night, rolled up under the ridge. 24 m along X, front toward +Z.
 */
export function solarGreenhouse(): Model {
  const { length, back, wall, ridgeZ, ridge } = SOLAR;
  const ribs = 25;
  const outline: Vec2[] = [
    [-back, 0],
    [-back, wall],
    [-ridgeZ, ridge],
    ...Array.from({ length: 15 }, (_, i): Vec2 => {
      const [z, y] = southern(1 - (i + 1) / 15);
      return [-z, y];
    }),
  ];
  const gableWall = extrude(outline, 0.3, PALETTE.brickDark);
  const hoop = (x: number): Vec3[] =>
    Array.from({ length: 15 }, (_, i): Vec3 => {
      const [z, y] = southern(i / 14);
      return [x, y, z];
    });
  const quiltRows = 22;
  const quilt = sheet(
    (u, v) => {
      const s = mix(REST, 0.985, v);
      const [z, y] = southern(s, 0.09 + 0.03 * Math.abs(Math.sin(u * Math.PI * quiltRows)));
      return [(u - 0.5) * (length - 0.4), y, z];
    },
    quiltRows * 4,
    5,
    (u) => blend(PALETTE.quilt, PALETTE.quiltDark, 0.25 + 0.5 * Math.abs(Math.cos(u * Math.PI * quiltRows))),
  );
  const [rollZ, rollY] = southern(REST, 0.3);
  const film = sheet(
    (u, v) => {
      const [z, y] = southern(v, 0.035 - 0.03 * Math.sin(Math.PI * u * (ribs - 1)) ** 2);
      return [(u - 0.5) * (length - 0.3), y, z];
    },
    72,
    12,
    PALETTE.film,
  );
  const random = seeded(12);
  const rows = Array.from({ length: 13 }, (_, i) => -10.8 + i * 1.8);
  return {
    name: 'solar-greenhouse',
    nodes: [
      {
        name: 'floor',
        parts: [
          part(
            'matte',
            terrain(
              length - 0.5,
              SOLAR.front - back - 0.7,
              [120, 10],
              (x) => 0.02 + 0.13 * Math.max(0, Math.cos(((x - rows[0]!) / 1.8) * Math.PI * 2)) ** 0.6,
              (x, _z, grain) =>
                blend(
                  blend(PALETTE.soilDry, PALETTE.soilMid, grain),
                  PALETTE.soilWet,
                  Math.max(0, Math.cos(((x - rows[0]!) / 1.8) * Math.PI * 2)) * 0.8,
                ),
              21,
            ),
          ),
        ],
      },
      {
        name: 'structure',
        parts: [
          part(
            'matte',
            put(brickWall(length, wall, 5, 0.38), 0, 0, back - 0.02, BACK),
            put(brickWall(length, wall, 6, 0.1), 0, 0, back + 0.5),
            block([length + 0.1, 0.14, 0.7], PALETTE.concrete, 0, wall, back + 0.22),
            block([length + 0.3, 0.3, 0.24], PALETTE.concrete, 0, -0.12, SOLAR.front + 0.06),
            put(gableWall, length / 2, 0, 0, RIGHT),
            put(gableWall, -length / 2, 0, 0, RIGHT),
            // The work room at the −X end.
            put(brickWall(2.4, 2.5, 7), -length / 2 - 1.35, 0, 0.6),
            put(brickWall(2.4, 2.5, 8), -length / 2 - 1.35, 0, -2.2, BACK),
            put(brickWall(2.8, 2.5, 9), -length / 2 - 2.55, 0, -0.8, LEFT),
            block([2.7, 0.16, 3.2], PALETTE.concrete, -length / 2 - 1.35, 2.5, -0.8),
            // The path along the north wall.
            block([length - 0.5, 0.06, 0.9], PALETTE.concrete, 0, -0.01, back + 1.05),
          ),
          part(
            'painted',
            block([0.95, 2, 0.08], PALETTE.sheetBlue, -length / 2 - 1.35, 0.02, 0.62),
            put(box([0.04, 0.14, 0.05], PALETTE.graphite), -length / 2 - 1.0, 1.05, 0.68),
            // Vents along the north wall.
            ...[-8, -4, 0, 4, 8].map((x) =>
              put(box([0.7, 0.5, 0.06], PALETTE.powderGrey, 0.01), x, 1.9, back - 0.04),
            ),
            ...rows.map((x) =>
              rod([x, 0.17, back + 1.6], [x, 0.17, SOLAR.front - 0.5], 0.014, PALETTE.dripBlack, 5),
            ),
            rod(
              [-length / 2 + 0.3, 0.16, back + 1.6],
              [length / 2 - 0.3, 0.16, back + 1.6],
              0.035,
              PALETTE.pvcGrey,
              8,
            ),
            // Ropes that pull the quilt.
            ...[-9, -3, 3, 9].map((x) =>
              rod([x, rollY + 0.2, rollZ], [x, ridge + 0.2, ridgeZ - 0.2], 0.012, PALETTE.rubber, 4),
            ),
          ),
          part(
            'metal',
            ...Array.from({ length: ribs }, (_, i) =>
              tube(hoop((i / (ribs - 1) - 0.5) * (length - 0.3)), 0.026, PALETTE.galvanised, {
                sides: 6,
                caps: false,
              }),
            ),
            ...[0.25, 0.5, 0.75, 0.97].map((v) => {
              const [z, y] = southern(v, -0.04);
              return rod([-length / 2 + 0.1, y, z], [length / 2 - 0.1, y, z], 0.018, PALETTE.galvanised, 6);
            }),
            // Back roof: insulated panels from the ridge to the wall.
            put(
              box([length, 0.14, Math.hypot(ridgeZ - back, ridge - wall) + 0.3], PALETTE.powderGrey, 0.02),
              0,
              (ridge + wall) / 2 + 0.14,
              (ridgeZ + back) / 2,
              [-Math.atan2(ridge - wall, ridgeZ - back), 0, 0],
            ),
          ),
        ],
      },
      {
        name: 'crops',
        parts: [part('leaf', planting(rows, random))],
      },
      {
        name: 'quilt',
        parts: [
          part('leaf', quilt),
          part('matte', put(drum(0.27, length - 0.4, PALETTE.quiltDark, 18), 0, rollY, rollZ)),
        ],
      },
      { name: 'film', parts: [part('film', film)] },
      label(ridge + 0.9),
    ],
  };
}

function planting(rows: readonly number[], random: () => number): Geometry {
  const plant = new Plant();
  CUCUMBER['fruit']!(plant, seeded(7));
  const one = plant.far();
  const step = detail().hasBevels ? 0.55 : 1.3;
  const size = detail().hasBevels ? 1 : 1.3;
  const all: Geometry[] = [];
  for (const x of rows)
    for (let z = SOLAR.back + 1.9; z < SOLAR.front - 1; z += step)
      // Toward the low front the vines stay short.
      all.push(
        place(one, {
          at: [x + (random() - 0.5) * 0.1, 0.14, z],
          rotation: [0, random() * 6, 0],
          scale: [1.2 * size, Math.min(1.1, (SOLAR.front - z) / 3.2), 1.2 * size],
        }),
      );
  return merge(all);
}

/** A shade house of 12 × 8 m: posts, wires, dark net above and on the sides. */
export function shadeNet(): Model {
  const [W, D, H] = [12, 8, 2.8];
  const xs = [-6, -2, 2, 6];
  const zs = [-4, 0, 4];
  const roof = sheet(
    (u, v) => {
      const [x, z] = [(u - 0.5) * W, (0.5 - v) * D];
      const hang = 0.16 * Math.sin(Math.PI * u * 3) ** 2 * Math.sin(Math.PI * v * 2) ** 2;
      return [x, H - hang + 0.02, z];
    },
    24,
    16,
    (u, v) => blend(PALETTE.netBlack, PALETTE.canopyDark, 0.3 + 0.2 * Math.sin(u * 40) * Math.sin(v * 30)),
  );
  const side = (width: number): Geometry =>
    sheet(
      (u, v) => [(u - 0.5) * width, 0.9 + v * (H - 0.9), 0.25 * (1 - v) + 0.02 * Math.sin(u * 40)],
      20,
      3,
      PALETTE.netBlack,
    );
  return {
    name: 'shade-net',
    nodes: [
      {
        name: 'body',
        parts: [
          part(
            'matte',
            ...xs.flatMap((x) =>
              zs.map((z) => put(cylinder(0.2, 0.14, PALETTE.concrete, { segments: 14 }), x, -0.06, z)),
            ),
          ),
          part(
            'metal',
            ...xs.flatMap((x) => zs.map((z) => put(pole(0.045, H, 0.12), x, 0.06, z))),
            ...xs.map((x) => rod([x, H, -4.05], [x, H, 4.05], 0.012, PALETTE.galvanised, 5)),
            ...zs.map((z) => rod([-6.05, H, z], [6.05, H, z], 0.012, PALETTE.galvanised, 5)),
            // Guys to earth anchors.
            ...xs.flatMap((x) =>
              [-1, 1].map((s) =>
                rod([x, H - 0.05, s * 4], [x, 0, s * 5.4], 0.008, PALETTE.galvanisedDark, 4),
              ),
            ),
            ...zs.flatMap((z) =>
              [-1, 1].map((s) =>
                rod([s * 6, H - 0.05, z], [s * 7.4, 0, z], 0.008, PALETTE.galvanisedDark, 4),
              ),
            ),
          ),
        ],
      },
      {
        name: 'net',
        parts: [
          part(
            'net',
            roof,
            put(side(W), 0, 0, D / 2),
            put(side(W), 0, 0, -D / 2, BACK),
            put(side(D), W / 2, 0, 0, RIGHT),
            put(side(D), -W / 2, 0, 0, LEFT),
          ),
        ],
      },
      label(H + 0.8),
    ],
  };
}

/** A tray of 5 × 10 cells with one plant in each. */
function tray(
  seedling: Geometry,
  x: number,
  z: number,
  y: number,
  random: () => number,
): { tray: Geometry; plants: Geometry[] } {
  const step = detail().hasBevels ? 1 : 3;
  const plants: Geometry[] = [];
  for (let i = 0; i < 4; i += step)
    for (let k = 0; k < 8; k += step) {
      const s = (0.8 + random() * 0.4) * step ** 0.5;
      plants.push(
        place(seedling, {
          at: [x - 0.17 + i * 0.11, y + 0.05, z - 0.24 + k * 0.07],
          rotation: [0, random() * 6, 0],
          scale: [s, s, s],
        }),
      );
    }
  return {
    tray: merge([
      put(box([0.46, 0.055, 0.62], PALETTE.rubber, 0.006), x, y + 0.028, z),
      put(box([0.42, 0.004, 0.58], PALETTE.soilWet), x, y + 0.057, z),
    ]),
    plants,
  };
}

/** Two rolling nursery benches of 1.7 × 5 m with seedling trays and a spray boom. */
export function nurseryBenches(): Model {
  const random = seeded(44);
  const [W, L, Y] = [1.6, 5, 0.82];
  const kinds = [TOMATO['germ']!, LETTUCE['seedl']!, PEPPER['germ']!].map((stage) => {
    const plant = new Plant();
    stage(plant, seeded(5));
    // The far form: a bench holds hundreds.
    return plant.far();
  });
  const trays: Geometry[] = [];
  const plants: Geometry[] = [];
  const frames: Geometry[] = [];
  const legs: Geometry[] = [];
  for (const bx of [-1.05, 1.05]) {
    for (let i = 0; i < 3; i++)
      for (let k = 0; k < 7; k++) {
        if (bx > 0 && i === 2 && k > 4) continue;
        const made = tray(
          kinds[(Math.floor(k / 3) + (bx > 0 ? 1 : 0)) % 3]!,
          bx + (i - 1) * 0.5,
          -L / 2 + 0.42 + k * 0.69,
          Y,
          random,
        );
        trays.push(made.tray);
        plants.push(...made.plants);
      }
    for (const s of [-1, 1]) {
      frames.push(put(box([0.04, 0.12, L], PALETTE.aluminium, 0.008), bx + s * (W / 2), Y + 0.02, 0));
      frames.push(put(box([W, 0.12, 0.04], PALETTE.aluminium, 0.008), bx, Y + 0.02, s * (L / 2)));
    }
    // Mesh: what is under the trays shows through.
    for (let i = 0; i < 25; i++)
      frames.push(put(box([W, 0.008, 0.02], PALETTE.galvanised), bx, Y - 0.03, -L / 2 + 0.1 + i * 0.2));
    frames.push(
      rod([bx - 0.25, Y - 0.08, -L / 2], [bx - 0.25, Y - 0.08, L / 2], 0.024, PALETTE.galvanised, 8),
      rod([bx + 0.25, Y - 0.08, -L / 2], [bx + 0.25, Y - 0.08, L / 2], 0.024, PALETTE.galvanised, 8),
    );
    for (const z of [-2, 0, 2]) {
      for (const s of [-1, 1])
        legs.push(
          rod([bx + s * 0.5, 0, z], [bx + s * 0.5, Y - 0.1, z], 0.024, PALETTE.galvanised, 8),
          put(cylinder(0.05, 0.02, PALETTE.galvanisedDark, { segments: 10 }), bx + s * 0.5, 0, z),
        );
      legs.push(
        rod([bx - 0.5, Y - 0.12, z], [bx + 0.5, Y - 0.12, z], 0.022, PALETTE.galvanised, 8),
        rod([bx - 0.5, 0.22, z], [bx + 0.5, 0.22, z], 0.016, PALETTE.galvanised, 6),
      );
    }
    // The hand wheel that rolls the bench.
    legs.push(
      put(
        cylinder(0.14, 0.02, PALETTE.waterBlue, { segments: 18, bevel: 0.006 }),
        bx,
        Y - 0.1,
        L / 2 + 0.05,
        [Math.PI / 2, 0, 0],
      ),
    );
  }
  return {
    name: 'nursery-benches',
    nodes: [
      {
        name: 'body',
        parts: [
          part('metal', ...frames, ...legs),
          part(
            'painted',
            ...trays,
            // The spray boom over both benches.
            rod([-2.1, 1.75, 0.4], [2.1, 1.75, 0.4], 0.025, PALETTE.pipeBlue, 10),
            ...Array.from({ length: 9 }, (_, i) =>
              put(cylinder(0.014, 0.08, PALETTE.graphite, { segments: 8 }), -1.8 + i * 0.45, 1.66, 0.4),
            ),
            ...[-1, 1].map((s) => rod([s * 2.1, 0, 0.4], [s * 2.1, 1.8, 0.4], 0.03, PALETTE.powderWhite, 10)),
            ...[-1, 1].map((s) => put(box([0.14, 0.05, 0.5], PALETTE.graphite, 0.01), s * 2.1, 0.025, 0.4)),
          ),
        ],
      },
      { name: 'crops', parts: [part('leaf', merge(plants))] },
      label(2.3),
    ],
  };
}
