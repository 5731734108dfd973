import { box } from '../kit/box.ts';
import { PALETTE, type Colour } from '../kit/colour.ts';
import { extrude } from '../kit/extrude.ts';
import { merge, type Geometry } from '../kit/geometry.ts';
import { cylinder, lathe } from '../kit/lathe.ts';
import { place } from '../kit/place.ts';
import { bend, curve, tube } from '../kit/tube.ts';
import { axisAngle, radians, type Vec2, type Vec3 } from '../kit/vector.ts';
import { part, type Model } from '../model.ts';
import { label, lamp, pad } from './parts.ts';

/** Height of the pipe's axis, metres. */
const AXIS = 0.42;
const PIPE = 0.045;

/** An arrow along +X on the valve's body, metres. */
const ARROW: readonly Vec2[] = [
  [-0.04, -0.007],
  [0.012, -0.007],
  [0.012, -0.02],
  [0.04, 0],
  [0.012, 0.02],
  [0.012, 0.007],
  [-0.04, 0.007],
];

/** A ring around the pipe (axis along X) at `x`. */
const collar = (x: number, radius: number, width: number, colour: Colour): Geometry =>
  place(cylinder(radius, width, colour, { segments: 18, bevel: 0.005 }), {
    at: [x + width / 2, AXIS, 0],
    rotation: [0, 0, radians(90)],
  });

function flange(x: number): { plate: Geometry; bolts: Geometry } {
  const bolts = Array.from({ length: 6 }, (_, i) => {
    const a = (i * Math.PI) / 3;
    return place(cylinder(0.009, 0.06, PALETTE.galvanised, { segments: 6 }), {
      at: [x + 0.03, AXIS + Math.cos(a) * 0.067, Math.sin(a) * 0.067],
      rotation: [0, 0, radians(90)],
    });
  });
  return {
    plate: merge([
      collar(x - 0.012, 0.086, 0.018, PALETTE.pipeBlue),
      collar(x + 0.012, 0.086, 0.018, PALETTE.pipeBlue),
    ]),
    bolts: merge(bolts),
  };
}

/** A solenoid valve on a riser pipe, with a hand lever (`open_handle`) that shows its position. */
export function valve(): Model {
  const flanges = [flange(-0.17), flange(0.17)];
  const riser = (side: number): Vec3[] =>
    bend(
      [
        [side * 0.18, AXIS, 0],
        [side * 0.42, AXIS, 0],
        [side * 0.42, -0.12, 0],
      ],
      0.1,
      6,
    );
  return {
    name: 'valve',
    nodes: [
      {
        name: 'body',
        parts: [
          part('matte', pad(1.06, 0.04, 0.34)),
          part(
            'painted',
            tube(riser(-1), PIPE, PALETTE.pvcGrey, { sides: 18 }),
            tube(riser(1), PIPE, PALETTE.pvcGrey, { sides: 18 }),
            ...flanges.map(({ plate }) => plate),
            // Body: a waisted casting along X with its bonnet.
            place(
              lathe(
                [
                  [0.055, -0.17],
                  [0.06, -0.14],
                  [0.085, -0.07],
                  [0.092, 0],
                  [0.085, 0.07],
                  [0.06, 0.14],
                  [0.055, 0.17],
                ],
                PALETTE.waterBlue,
                { segments: 20 },
              ),
              { at: [0, AXIS, 0], rotation: [0, 0, radians(90)] },
            ),
            place(
              lathe(
                [
                  [0.07, 0.05],
                  [0.098, 0.075],
                  [0.1, 0.08],
                  [0.1, 0.1],
                  [0.094, 0.106],
                  [0.05, 0.116],
                  [0.045, 0.14],
                  [0, 0.14],
                ],
                PALETTE.waterBlue,
                { segments: 20 },
              ),
              { at: [0, AXIS, 0] },
            ),
            // Solenoid coil with its plug.
            place(cylinder(0.04, 0.11, PALETTE.powderWhite, { segments: 18, bevel: 0.01 }), {
              at: [0, AXIS + 0.135, 0],
            }),
            place(cylinder(0.0408, 0.02, PALETTE.waterBlue, { segments: 18 }), { at: [0, AXIS + 0.2, 0] }),
            place(box([0.05, 0.05, 0.05], PALETTE.graphite, 0.008), { at: [0, AXIS + 0.18, 0.055] }),
            tube(
              curve([0, AXIS + 0.165, 0.075], [0, AXIS + 0.02, 0.22], [0.2, 0.3, 0.2], [0.2, 0.03, 0.12], 12),
              0.007,
              PALETTE.cable,
              { sides: 6 },
            ),
            place(cylinder(0.016, 0.02, PALETTE.graphite, { segments: 12, bevel: 0.003 }), {
              at: [0.2, 0.038, 0.12],
            }),
            // The gauge's face with its needle, and an arrow that shows which way the water goes.
            place(cylinder(0.031, 0.004, PALETTE.powderWhite, { segments: 20 }), {
              at: [-0.26, AXIS + 0.13, 0.0125],
              rotation: [radians(90), 0, 0],
            }),
            place(box([0.004, 0.024, 0.002], PALETTE.tomatoRed), {
              at: [-0.266, AXIS + 0.138, 0.0175],
              rotation: [0, 0, radians(35)],
            }),
            place(extrude(ARROW, 0.004, PALETTE.powderWhite), { at: [0, AXIS, 0.0915] }),
          ),
          part(
            'metal',
            ...flanges.map(({ bolts }) => bolts),
            // Pressure gauge on the left, an eight-bolt bonnet.
            place(cylinder(0.008, 0.08, PALETTE.brass, { segments: 10 }), { at: [-0.26, AXIS + 0.03, 0] }),
            place(cylinder(0.036, 0.026, PALETTE.galvanised, { segments: 20, bevel: 0.004 }), {
              at: [-0.26, AXIS + 0.13, -0.012],
              rotation: [radians(90), 0, 0],
            }),
            ...Array.from({ length: 8 }, (_, i) =>
              place(cylinder(0.007, 0.014, PALETTE.galvanised, { segments: 6 }), {
                at: [Math.cos((i * Math.PI) / 4) * 0.084, AXIS + 0.104, Math.sin((i * Math.PI) / 4) * 0.084],
              }),
            ),
            // Saddle clamps hold the risers' feet.
            place(cylinder(0.06, 0.02, PALETTE.galvanisedDark, { segments: 18 }), { at: [-0.42, 0.04, 0] }),
            place(cylinder(0.06, 0.02, PALETTE.galvanisedDark, { segments: 18 }), { at: [0.42, 0.04, 0] }),
          ),
        ],
      },
      {
        name: 'open_handle',
        at: [0, AXIS + 0.245, 0],
        parts: [
          part(
            'painted',
            cylinder(0.024, 0.022, PALETTE.graphite, { segments: 14, bevel: 0.004 }),
            place(box([0.15, 0.012, 0.026], PALETTE.waterBlue, 0.004), { at: [0.07, 0.02, 0] }),
            place(box([0.05, 0.02, 0.034], PALETTE.graphite, 0.007), { at: [0.135, 0.02, 0] }),
          ),
        ],
      },
      lamp([0, AXIS + 0.204, 0.06], 0.018),
      label(0.95),
    ],
    clips: [
      {
        name: 'open',
        tracks: [
          {
            node: 'open_handle',
            path: 'rotation',
            times: [0, 1],
            // Along the pipe is open, across it closed, as on every quarter-turn valve.
            values: [axisAngle([0, 1, 0], radians(-90)), axisAngle([0, 1, 0], 0)],
          },
        ],
      },
    ],
  };
}
