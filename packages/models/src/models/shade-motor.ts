import { box } from '../kit/box.ts';
import { PALETTE } from '../kit/colour.ts';
import { cylinder } from '../kit/lathe.ts';
import { sheet } from '../kit/sheet.ts';
import { bend, tube } from '../kit/tube.ts';
import { axisAngle, mix, type Vec3 } from '../kit/vector.ts';
import { part, type Model } from '../model.ts';
import { drum, enclosure, label, lamp, pad, pole, put, rod, strap } from './parts.ts';

const HALF = 0.86;
const SHAFT_Y = 2.3;
/** The net runs from the shaft toward +Z on two wires. */
const REACH = 1.5;
const REST = 0.2;
const bunch = (opening: number): Vec3 => [1, 1, mix(1, 0.12, opening)];

/**
 * A shade-net drive: gear motor, shaft with winding drums and a length of net on its wires. `open_net` draws
 * together, the front pole `open_pole` follows it; clip `open` runs from drawn out (0 s) to drawn up (1 s).
 */
export function shadeMotor(): Model {
  const poleAt = (opening: number): Vec3 => [0, SHAFT_Y - 0.03, -0.7 + REACH * bunch(opening)[2]];
  const net = sheet(
    (u, v) => [
      (u - 0.5) * 2 * (HALF - 0.06),
      -0.03 - 0.05 * Math.sin(v * Math.PI * 10) ** 2,
      (1 - v) * REACH,
    ],
    6,
    20,
    PALETTE.netBlack,
  );
  const posts: readonly (readonly [number, number])[] = [
    [-HALF, -0.7],
    [HALF, -0.7],
    [-HALF, 0.84],
    [HALF, 0.84],
  ];
  return {
    name: 'shade-motor',
    nodes: [
      {
        name: 'body',
        parts: [
          part('matte', ...posts.map(([x, z]) => put(pad(0.26, 0.05), x, 0, z))),
          part(
            'metal',
            ...posts.map(([x, z]) => put(pole(0.026, SHAFT_Y + 0.06, 0.1), x, 0.05, z)),
            ...[-1, 1].flatMap((s) => [
              rod(
                [s * HALF, SHAFT_Y + 0.08, -0.74],
                [s * HALF, SHAFT_Y + 0.08, 0.88],
                0.018,
                PALETTE.galvanised,
              ),
              // The wires that the net rides on.
              rod(
                [s * HALF * 0.9, SHAFT_Y - 0.02, -0.7],
                [s * HALF * 0.9, SHAFT_Y - 0.02, 0.84],
                0.004,
                PALETTE.galvanisedDark,
                4,
              ),
            ]),
            ...[-0.7, 0.84].map((z) =>
              rod(
                [-HALF - 0.04, SHAFT_Y + 0.05, z],
                [HALF + 0.04, SHAFT_Y + 0.05, z],
                0.018,
                PALETTE.galvanised,
              ),
            ),
            put(strap(0.032, 1.2), HALF, 0, -0.7),
            put(strap(0.032, 1.42), HALF, 0, -0.7),
          ),
          part(
            'painted',
            // The gear motor under the beam, in the middle.
            put(box([0.22, 0.18, 0.16], PALETTE.powderWhite, 0.022), 0.1, SHAFT_Y - 0.12, -0.7),
            put(drum(0.075, 0.26, PALETTE.climateAmber, 22, 0.014), 0.34, SHAFT_Y - 0.12, -0.7),
            put(drum(0.08, 0.04, PALETTE.graphite, 22), 0.48, SHAFT_Y - 0.12, -0.7),
            put(box([0.14, 0.1, 0.02], PALETTE.galvanisedDark, 0.004), 0.1, SHAFT_Y - 0.02, -0.7),
            put(enclosure([0.24, 0.32, 0.13], PALETTE.climateAmber), HALF, 1.31, -0.62),
            tube(
              bend(
                [
                  [HALF, 1.48, -0.64],
                  [HALF, SHAFT_Y - 0.02, -0.66],
                  [0.46, SHAFT_Y - 0.02, -0.66],
                ],
                0.1,
              ),
              0.008,
              PALETTE.cable,
              { sides: 6 },
            ),
            ...posts.map(([x, z]) =>
              put(cylinder(0.032, 0.025, PALETTE.graphite, { segments: 12 }), x, SHAFT_Y + 0.1, z),
            ),
          ),
        ],
      },
      {
        name: 'spin_shaft',
        at: [0, SHAFT_Y - 0.12, -0.7],
        parts: [
          part(
            'metal',
            put(drum(0.02, 0.8, PALETTE.galvanised, 10), -0.42, 0, 0),
            put(drum(0.05, 0.1, PALETTE.galvanisedDark, 16), -0.62, 0, 0),
            put(drum(0.05, 0.1, PALETTE.galvanisedDark, 16), -0.25, 0, 0),
            put(box([0.03, 0.12, 0.02], PALETTE.galvanisedDark), -0.44, 0, 0),
          ),
        ],
      },
      { name: 'open_net', at: [0, SHAFT_Y, -0.7], scale: bunch(REST), parts: [part('net', net)] },
      {
        name: 'open_pole',
        at: poleAt(REST),
        parts: [part('metal', rod([-HALF + 0.02, 0, 0], [HALF - 0.02, 0, 0], 0.016, PALETTE.aluminium))],
      },
      lamp([HALF + 0.08, 1.468, -0.61], 0.02),
      label(2.75),
    ],
    clips: [
      {
        name: 'open',
        tracks: [
          { node: 'open_net', path: 'scale', times: [0, 1], values: [bunch(0), bunch(1)] },
          { node: 'open_pole', path: 'translation', times: [0, 1], values: [poleAt(0), poleAt(1)] },
          {
            node: 'spin_shaft',
            path: 'rotation',
            times: Array.from({ length: 9 }, (_, i) => i / 8),
            values: Array.from({ length: 9 }, (_, i) => axisAngle([1, 0, 0], (i * Math.PI) / 2)),
          },
        ],
      },
    ],
  };
}
