import { box } from '../../kit/box.ts';
import { PALETTE } from '../../kit/colour.ts';
import { extrude } from '../../kit/extrude.ts';
import { merge, type Geometry } from '../../kit/geometry.ts';
import { cylinder } from '../../kit/lathe.ts';
import { place } from '../../kit/place.ts';
import { bend, tube } from '../../kit/tube.ts';
import { radians, type Vec3 } from '../../kit/vector.ts';
import { part, type Model } from '../../model.ts';
import { drum, flange, label, put, rod } from '../parts.ts';
import { block, brickWall, roofPlane, windowFrame } from './parts.ts';

const BACK: Vec3 = [0, Math.PI, 0];
const RIGHT: Vec3 = [0, Math.PI / 2, 0];
const LEFT: Vec3 = [0, -Math.PI / 2, 0];

/** The triangle under a gable, in the plane of X and Y, `thick` along Z. */
const gable = (half: number, rise: number, thick: number, colour = PALETTE.plaster): Geometry =>
  extrude(
    [
      [-half, 0],
      [half, 0],
      [0, rise],
    ],
    thick,
    colour,
  );

/** A boarded door facing +Z, its foot at the origin. */
const door = (width: number, height: number, colour = PALETTE.timber): Geometry =>
  merge([
    block([width + 0.16, height + 0.08, 0.1], PALETTE.timberDark, 0, 0, -0.02),
    ...Array.from({ length: 5 }, (_, i) =>
      block([width / 5 - 0.012, height - 0.04, 0.06], colour, ((i - 2) * width) / 5, 0.02, 0.03, 0.006),
    ),
    put(box([0.03, 0.16, 0.04], PALETTE.graphite, 0.008), width * 0.38, height * 0.5, 0.07),
  ]);

/** A farmhouse of 10 × 7 m: plaster on a stone foot, tiled gable roof, porch. `glow_windows` are lit at night. */
export function farmhouse(): Model {
  const [W, D, H, RISE] = [10, 6.4, 3.1, 2.1];
  const sight = windowFrame(1.2, 1.3, PALETTE.petalWhite);
  const spots: readonly (readonly [number, number, number, Vec3])[] = [
    [-3.4, 1.75, D / 2 + 0.02, [0, 0, 0]],
    [-1.4, 1.75, D / 2 + 0.02, [0, 0, 0]],
    [3.2, 1.75, D / 2 + 0.02, [0, 0, 0]],
    [-2.8, 1.75, -D / 2 - 0.02, BACK],
    [2.2, 1.75, -D / 2 - 0.02, BACK],
    [W / 2 + 0.02, 1.75, -1.2, RIGHT],
    [-W / 2 - 0.02, 1.75, 0.8, LEFT],
  ];
  const shutters = spots
    .slice(0, 3)
    .flatMap(([x, y, z]) =>
      [-1, 1].map((s) => put(box([0.34, 1.3, 0.05], PALETTE.pipeBlue, 0.01), x + s * 0.8, y, z + 0.01)),
    );
  const slope = RISE / (D / 2 + 0.5);
  return {
    name: 'farmhouse',
    nodes: [
      {
        name: 'body',
        parts: [
          part(
            'matte',
            block([W + 0.2, 0.55, D + 0.2], PALETTE.concreteDark, 0, -0.1, 0, 0.03),
            block([W, H - 0.45, D], PALETTE.plaster, 0, 0.45, 0, 0.02),
            put(gable(D / 2, (RISE * (D / 2)) / (D / 2 + 0.5), 0.2), W / 2 - 0.1, H - 0.01, 0, RIGHT),
            put(gable(D / 2, (RISE * (D / 2)) / (D / 2 + 0.5), 0.2), -W / 2 + 0.1, H - 0.01, 0, LEFT),
            // Steps and the porch floor.
            block([2.6, 0.42, 1.5], PALETTE.concrete, 0.9, -0.06, D / 2 + 0.75),
            block([1.6, 0.2, 0.4], PALETTE.concrete, 0.9, -0.06, D / 2 + 1.7),
            // Two planes of tiles meet under ridge caps.
            put(roofPlane(W + 0.7, D / 2 + 0.5, RISE, PALETTE.tile, 34), 0, H + RISE - 0.0, 0),
            put(roofPlane(W + 0.7, D / 2 + 0.5, RISE, PALETTE.tile, 34), 0, H + RISE - 0.0, 0, BACK),
            // Chimney of brick.
            ...[0, 1, 2, 3].map((i) =>
              put(
                brickWall(0.6, 1.5, 40 + i, 0.3),
                2.9 + [0, 0.3, 0, -0.3][i]!,
                H + 0.8,
                -1.1 + [0.3, 0, -0.3, 0][i]!,
                [0, (i * Math.PI) / 2, 0],
              ),
            ),
            block([0.76, 0.1, 0.76], PALETTE.concrete, 2.9, H + 2.3, -1.1),
          ),
          part(
            'painted',
            ...[-1, 1].map((s) =>
              put(
                put(box([W + 0.66, 0.05, Math.hypot(D / 2 + 0.46, RISE)], PALETTE.tile), 0, 0, 0, [
                  s * Math.atan(slope),
                  0,
                  0,
                ]),
                0,
                H + RISE / 2 - 0.06,
                (s * (D / 2 + 0.5)) / 2,
              ),
            ),
            put(drum(0.11, W + 0.74, PALETTE.tile, 10), 0, H + RISE + 0.02, 0),
            ...spots.map(([x, y, z, turn]) => put(sight.frame, x, y, z, turn)),
            ...shutters,
            put(door(1.05, 2.15), 0.9, 0.36, D / 2 + 0.02),
            // The porch: two posts and a small roof.
            ...[-1, 1].map((s) =>
              block([0.13, 2.3, 0.13], PALETTE.timber, 0.9 + s * 1.15, 0.36, D / 2 + 1.35),
            ),
            block([2.6, 0.14, 0.14], PALETTE.timber, 0.9, 2.62, D / 2 + 1.35),
            put(box([2.84, 0.03, Math.hypot(1.7, 0.49)], PALETTE.tile), 0.9, 2.93, D / 2 + 0.87, [
              Math.atan(0.5 / 1.75),
              0,
              0,
            ]),
            put(roofPlane(2.9, 1.75, 0.5, PALETTE.tile, 10), 0.9, 3.22, D / 2 + 0.02),
          ),
          part(
            'metal',
            // Gutters and downpipes.
            ...[-1, 1].map((s) =>
              put(box([W + 0.7, 0.1, 0.12], PALETTE.galvanised, 0.02), 0, H - 0.03, s * (D / 2 + 0.53)),
            ),
            ...[-1, 1].map((s) =>
              rod(
                [s * (W / 2 - 0.1), 0.1, D / 2 + 0.1],
                [s * (W / 2 - 0.1), H - 0.1, D / 2 + 0.1],
                0.05,
                PALETTE.galvanised,
              ),
            ),
          ),
        ],
      },
      {
        name: 'glow_windows',
        parts: [
          part(
            'window',
            ...spots.map(([x, y, z, turn]) => put(box([1.12, 1.22, 0.02], PALETTE.glassDark), x, y, z, turn)),
          ),
        ],
      },
      label(H + RISE + 1.4),
    ],
  };
}

/** A brick pump house of 3 × 2.6 m with a shed roof and the mains that leave it. */
export function pumpHouse(): Model {
  const [W, D, H] = [3, 2.6, 2.4];
  const sight = windowFrame(0.8, 0.6, PALETTE.powderGrey);
  const mains = flange(0.14, 0.03, PALETTE.waterBlue);
  return {
    name: 'pump-house',
    nodes: [
      {
        name: 'body',
        parts: [
          part(
            'matte',
            block([W + 0.5, 0.18, D + 0.5], PALETTE.concrete, 0, -0.08, 0, 0.02),
            put(brickWall(W, H, 1), 0, 0.1, D / 2),
            put(brickWall(W, H, 2), 0, 0.1, -D / 2, BACK),
            put(brickWall(D, H, 3), W / 2, 0.1, 0, RIGHT),
            put(brickWall(D, H, 4), -W / 2, 0.1, 0, LEFT),
            block([W + 0.1, 0.14, D + 0.1], PALETTE.concrete, 0, H + 0.08, 0),
          ),
          part(
            'painted',
            put(roofPlane(W + 0.6, D + 0.7, 0.5, PALETTE.sheetBlue, 18), 0, H + 0.78, -(D + 0.7) / 2),
            put(box([W + 0.56, 0.04, Math.hypot(D + 0.66, 0.5)], PALETTE.sheetBlue), 0, H + 0.48, 0, [
              Math.atan(0.5 / (D + 0.7)),
              0,
              0,
            ]),
            put(door(0.95, 1.95, PALETTE.sheetBlue), -0.55, 0.12, D / 2 + 0.03),
            put(sight.frame, 0.85, 1.55, D / 2 + 0.03),
            put(box([0.36, 0.22, 0.02], PALETTE.climateAmber, 0.004), -0.55, 1.6, D / 2 + 0.14),
            // The wall lamp over the door.
            put(
              cylinder(0.09, 0.12, PALETTE.graphite, { segments: 12, top: 0.05 }),
              -0.55,
              2.22,
              D / 2 + 0.16,
            ),
            ...[0.35, 0.8].map((z) =>
              tube(
                bend(
                  [
                    [W / 2 - 0.1, 0.5, z - 0.5],
                    [W / 2 + 0.5, 0.5, z - 0.5],
                    [W / 2 + 0.5, -0.1, z - 0.5],
                  ],
                  0.14,
                  5,
                ),
                0.09,
                PALETTE.pipeBlue,
                { sides: 16 },
              ),
            ),
            put(mains.plate, W / 2 + 0.16, 0.5, -0.15),
            put(mains.plate, W / 2 + 0.16, 0.5, 0.3),
          ),
          part('metal', put(mains.bolts, W / 2 + 0.16, 0.5, -0.15), put(mains.bolts, W / 2 + 0.16, 0.5, 0.3)),
        ],
      },
      {
        name: 'glow_windows',
        parts: [
          part(
            'window',
            put(box([0.74, 0.54, 0.02], PALETTE.glassDark), 0.85, 1.55, D / 2 + 0.03),
            put(cylinder(0.06, 0.03, PALETTE.windowWarm, { segments: 12 }), -0.55, 2.19, D / 2 + 0.16),
          ),
        ],
      },
      label(H + 1.2),
    ],
  };
}

/** A corrugated steel water tank of 3.6 m across with ladder, hatch and outlet. */
export function waterTank(): Model {
  const [R, H] = [1.8, 2.6];
  const outlet = flange(0.13, 0.03, PALETTE.waterBlue);
  // Corrugated rings: the wall's radius goes in and out with height.
  const rings = 18;
  const wall: [number, number][] = [[R, 0.12]];
  for (let i = 0; i <= rings * 2; i++)
    wall.push([R + (i % 2 === 0 ? 0 : 0.035), 0.12 + (i / (rings * 2)) * H]);
  return {
    name: 'water-tank',
    nodes: [
      {
        name: 'body',
        parts: [
          part(
            'matte',
            place(cylinder(R + 0.3, 0.22, PALETTE.concrete, { segments: 40, bevel: 0.02 }), {
              at: [0, -0.1, 0],
            }),
          ),
          part(
            'metal',
            ...wall
              .slice(1)
              .map(([r, y], i) => {
                const [r0, y0] = wall[i]!;
                return place(
                  cylinder(r0, Math.max(0.001, y - y0), PALETTE.galvanised, { segments: 44, top: r }),
                  { at: [0, y0, 0] },
                );
              })
              .filter((_, i) => i > 0),
            place(cylinder(R + 0.08, 0.55, PALETTE.galvanisedDark, { segments: 36, top: 0.25 }), {
              at: [0, 0.12 + H, 0],
            }),
            place(cylinder(0.27, 0.12, PALETTE.galvanised, { segments: 18, bevel: 0.02 }), {
              at: [0, 0.64 + H, 0],
            }),
            // Ladder with its cage of hoops.
            ...[-0.2, 0.2].map((x) =>
              rod([x, 0.1, R + 0.16], [x, H + 0.7, R + 0.16], 0.02, PALETTE.galvanised),
            ),
            ...Array.from({ length: 9 }, (_, i) =>
              rod(
                [-0.2, 0.35 + i * 0.3, R + 0.16],
                [0.2, 0.35 + i * 0.3, R + 0.16],
                0.014,
                PALETTE.galvanised,
                6,
              ),
            ),
            put(outlet.bolts, R + 0.3, 0.42, 0),
          ),
          part(
            'painted',
            put(drum(0.08, 0.5, PALETTE.pipeBlue, 16), R + 0.16, 0.42, 0),
            put(outlet.plate, R + 0.3, 0.42, 0),
            put(drum(0.1, 0.16, PALETTE.waterBlue, 16, 0.02), R + 0.46, 0.42, 0),
            put(cylinder(0.02, 0.2, PALETTE.waterBlue, { segments: 8 }), R + 0.46, 0.48, 0),
            put(cylinder(0.11, 0.02, PALETTE.gaugeRed, { segments: 16 }), R + 0.46, 0.67, 0),
            tube(
              bend(
                [
                  [R + 0.5, 0.42, 0],
                  [R + 0.9, 0.42, 0],
                  [R + 0.9, -0.1, 0],
                ],
                0.12,
              ),
              0.075,
              PALETTE.pipeBlue,
              { sides: 14 },
            ),
            // The level gauge beside the ladder.
            put(box([0.14, 1.9, 0.02], PALETTE.powderWhite, 0.004), 0.62, 1.35, R * 0.95 + 0.12, [
              0,
              radians(20),
              0,
            ]),
            put(box([0.2, 0.05, 0.03], PALETTE.gaugeRed), 0.625, 1.75, R * 0.95 + 0.135, [0, radians(20), 0]),
          ),
        ],
      },
      { name: 'anchor_water', at: [0, H - 0.3, 0] },
      label(H + 1.3),
    ],
  };
}
