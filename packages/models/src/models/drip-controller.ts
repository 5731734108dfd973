import { box } from '../kit/box.ts';
import { PALETTE } from '../kit/colour.ts';
import { merge, type Geometry } from '../kit/geometry.ts';
import { cylinder, lathe } from '../kit/lathe.ts';
import { bend, curve, tube } from '../kit/tube.ts';
import { part, type Model } from '../model.ts';
import { drum, gauge, label, lamp, pad, put, rod } from './parts.ts';

/** The manifold: eight zones, in front of the cabinet. */
const ZONES = Array.from({ length: 8 }, (_, i) => -0.7 + i * 0.2);
const HEADER_Y = 0.46;
const HEADER_Z = 0.26;

/** One zone: a tee, a small solenoid valve, and its line down into the ground. */
const zone = (x: number): Geometry =>
  merge([
    put(
      cylinder(0.032, 0.06, PALETTE.graphite, { segments: 12, bevel: 0.006 }),
      x,
      HEADER_Y + 0.02,
      HEADER_Z,
    ),
    put(
      lathe(
        [
          [0, 0],
          [0.042, 0],
          [0.046, 0.01],
          [0.04, 0.05],
          [0.022, 0.06],
          [0.022, 0.1],
          [0.014, 0.108],
          [0, 0.108],
        ],
        PALETTE.graphite,
        {
          segments: 14,
          colours: [
            PALETTE.graphite,
            PALETTE.graphite,
            PALETTE.graphite,
            PALETTE.graphite,
            PALETTE.waterBlue,
            PALETTE.waterBlue,
            PALETTE.waterBlue,
          ],
        },
      ),
      x,
      HEADER_Y + 0.08,
      HEADER_Z,
    ),
    tube(
      bend(
        [
          [x, HEADER_Y + 0.1, HEADER_Z + 0.02],
          [x, HEADER_Y + 0.1, HEADER_Z + 0.16],
          [x, -0.08, HEADER_Z + 0.16],
        ],
        0.06,
        3,
      ),
      0.016,
      PALETTE.dripBlack,
      { sides: 8 },
    ),
  ]);

/** A drip-irrigation controller: cabinet with display and eight zones on one header. */
export function dripController(): Model {
  const dial = gauge(0.045);
  const dialAt = [0.86, HEADER_Y + 0.16, HEADER_Z + 0.03] as const;
  return {
    name: 'drip-controller',
    nodes: [
      {
        name: 'body',
        parts: [
          part('matte', put(pad(2.04, 0.07, 0.86), 0, 0, 0.12)),
          part(
            'metal',
            put(dial.metal, ...dialAt),
            rod([0.86, HEADER_Y, HEADER_Z], [0.86, HEADER_Y + 0.13, HEADER_Z + 0.03], 0.01, PALETTE.brass, 8),
            ...[-0.78, 0.02, 0.78].map((x) =>
              put(
                box([0.05, HEADER_Y - 0.06, 0.06], PALETTE.galvanised, 0.006),
                x,
                (HEADER_Y + 0.04) / 2,
                HEADER_Z,
              ),
            ),
            // The filter's clamp.
            put(cylinder(0.088, 0.03, PALETTE.galvanised, { segments: 20 }), -0.86, 0.74, -0.08),
          ),
          part(
            'painted',
            // Cabinet with plinth, sloped roof and door.
            put(box([0.66, 0.12, 0.34], PALETTE.graphite, 0.01), 0.12, 0.13, -0.12),
            put(box([0.7, 1.06, 0.36], PALETTE.powderWhite, 0.024), 0.12, 0.72, -0.12),
            put(box([0.62, 0.92, 0.014], PALETTE.powderWhite, 0.006), 0.12, 0.72, 0.06),
            put(box([0.62, 0.09, 0.018], PALETTE.waterBlue, 0.004), 0.12, 1.1, 0.064),
            put(box([0.8, 0.03, 0.48], PALETTE.powderGrey, 0.01), 0.12, 1.275, -0.1, [0.07, 0, 0]),
            put(box([0.34, 0.22, 0.012], PALETTE.graphite, 0.005), 0.06, 0.92, 0.067),
            put(box([0.018, 0.12, 0.02], PALETTE.graphite, 0.005), 0.38, 0.74, 0.072),
            // Four buttons and an emergency stop.
            ...[0, 1, 2, 3].map((i) =>
              put(box([0.03, 0.03, 0.012], PALETTE.powderGrey, 0.004), -0.06 + i * 0.07, 0.76, 0.072),
            ),
            put(cylinder(0.024, 0.02, PALETTE.gaugeRed, { segments: 14, bevel: 0.005 }), 0.29, 0.76, 0.066, [
              Math.PI / 2,
              0,
              0,
            ]),
            put(drum(0.04, 1.82, PALETTE.pipeBlue, 18), 0, HEADER_Y, HEADER_Z),
            ...[-0.92, 0.92].map((x) =>
              put(drum(0.048, 0.05, PALETTE.graphite, 18, 0.008), x, HEADER_Y, HEADER_Z),
            ),
            ...ZONES.map(zone),
            put(dial.painted, ...dialAt),
            // The disc filter at the inlet.
            put(
              lathe(
                [
                  [0, 0],
                  [0.05, 0],
                  [0.06, 0.02],
                  [0.08, 0.06],
                  [0.08, 0.42],
                  [0.06, 0.47],
                  [0.02, 0.49],
                  [0, 0.49],
                ],
                PALETTE.graphite,
                {
                  segments: 20,
                  colours: [
                    PALETTE.graphite,
                    PALETTE.graphite,
                    PALETTE.graphite,
                    PALETTE.waterBlue,
                    PALETTE.graphite,
                    PALETTE.graphite,
                    PALETTE.graphite,
                  ],
                },
              ),
              -0.86,
              0.52,
              -0.08,
            ),
            tube(
              bend(
                [
                  [-0.86, -0.08, -0.26],
                  [-0.86, 0.46, -0.26],
                  [-0.86, 0.46, -0.08],
                  [-0.86, HEADER_Y, HEADER_Z],
                ],
                0.08,
                4,
              ),
              0.036,
              PALETTE.pipeBlue,
              { sides: 14 },
            ),
            put(cylinder(0.036, 0.1, PALETTE.pipeBlue, { segments: 14 }), -0.86, 0.44, -0.08),
            ...[-0.5, 0.5].map((x) =>
              tube(
                curve(
                  [x * 0.3 + 0.12, 0.24, 0.06],
                  [x * 0.3 + 0.12, 0.2, 0.14],
                  [x, HEADER_Y + 0.26, HEADER_Z - 0.1],
                  [x, HEADER_Y + 0.18, HEADER_Z],
                  10,
                ),
                0.006,
                PALETTE.cable,
                { sides: 5 },
              ),
            ),
          ),
        ],
      },
      {
        name: 'glow_display',
        at: [0.06, 0.94, 0.075],
        parts: [part('display', box([0.3, 0.14, 0.003], PALETTE.displayGreen))],
      },
      lamp([0.4, 1.278, 0.04], 0.024),
      label(1.6),
    ],
  };
}
