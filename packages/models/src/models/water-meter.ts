import { box } from '../kit/box.ts';
import { PALETTE } from '../kit/colour.ts';
import { cylinder, lathe } from '../kit/lathe.ts';
import { bend, curve, tube } from '../kit/tube.ts';
import { radians } from '../kit/vector.ts';
import { part, type Model } from '../model.ts';
import { drum, enclosure, flange, label, lamp, pad, pole, put, rod, solarPanel, strap } from './parts.ts';

const PIPE_Y = 0.3;
const PIPE_Z = 0.2;
/** The level sensor hangs here, over the water. */
const ARM_Z = 0.82;
const ARM_Y = 1.62;

/** A level gauge over the water on an arm, and a flow meter on the pipe; staff gauge beside. */
export function waterMeter(): Model {
  const panel = solarPanel(0.36, 0.26, 6, 4);
  const panelAt = [0, 1.98, 0.04, [radians(40), 0, 0]] as const;
  const flanges = [-0.2, 0.2].map((x) => {
    const { plate, bolts } = flange(0.095, 0.024, PALETTE.waterBlue);
    return { plate: put(plate, x, PIPE_Y, PIPE_Z), bolts: put(bolts, x, PIPE_Y, PIPE_Z) };
  });
  // Marks of ten and five centimetres.
  const marks = Array.from({ length: 20 }, (_, i) =>
    put(
      box([i % 2 === 0 ? 0.06 : 0.03, 0.022, 0.006], i % 4 === 0 ? PALETTE.gaugeRed : PALETTE.graphite),
      0.42 + (i % 2 === 0 ? 0 : -0.015),
      -0.18 + i * 0.05,
      0.608,
    ),
  );
  return {
    name: 'water-meter',
    nodes: [
      {
        name: 'body',
        parts: [
          part('matte', pad(0.4, 0.05), put(pad(1.3, 0.04, 0.24), 0, 0, PIPE_Z + 0.04)),
          part(
            'metal',
            put(pole(0.035, 1.9, 0.13), 0, 0.05, 0),
            strap(0.041, 1.18),
            strap(0.041, 1.4),
            strap(0.041, ARM_Y),
            tube(
              bend(
                [
                  [0, ARM_Y, 0.03],
                  [0, ARM_Y, ARM_Z],
                  [0, ARM_Y - 0.1, ARM_Z],
                ],
                0.06,
              ),
              0.018,
              PALETTE.galvanised,
            ),
            rod([0, ARM_Y - 0.4, 0.03], [0, ARM_Y - 0.01, 0.42], 0.01, PALETTE.galvanisedDark, 6),
            put(panel.frame, ...panelAt),
            rod([0, 1.86, 0], [0, 1.97, 0.03], 0.014, PALETTE.galvanisedDark),
            ...flanges.map(({ bolts }) => bolts),
            rod([0.42, -0.25, 0.59], [0.42, 0.84, 0.59], 0.012, PALETTE.galvanised, 6),
          ),
          part(
            'painted',
            put(enclosure([0.24, 0.32, 0.13], PALETTE.waterBlue), 0, 1.29, 0.1),
            // The ultrasonic horn looks straight down.
            put(
              lathe(
                [
                  [0, -0.15],
                  [0.03, -0.15],
                  [0.066, -0.2],
                  [0.07, -0.196],
                  [0.04, -0.13],
                  [0.04, 0],
                  [0.03, 0.02],
                  [0, 0.02],
                ],
                PALETTE.powderWhite,
                {
                  segments: 20,
                  colours: [
                    PALETTE.graphite,
                    PALETTE.graphite,
                    PALETTE.waterBlue,
                    PALETTE.waterBlue,
                    PALETTE.powderWhite,
                    PALETTE.powderWhite,
                    PALETTE.powderWhite,
                  ],
                },
              ),
              0,
              ARM_Y - 0.1,
              ARM_Z,
            ),
            // The pipe comes up out of the ground at both ends.
            tube(
              bend(
                [
                  [-0.56, -0.12, PIPE_Z],
                  [-0.56, PIPE_Y, PIPE_Z],
                  [0.56, PIPE_Y, PIPE_Z],
                  [0.56, -0.12, PIPE_Z],
                ],
                0.1,
                5,
              ),
              0.055,
              PALETTE.pvcGrey,
              { sides: 18 },
            ),
            ...flanges.map(({ plate }) => plate),
            put(drum(0.07, 0.36, PALETTE.waterBlue, 20), 0, PIPE_Y, PIPE_Z),
            put(cylinder(0.035, 0.09, PALETTE.waterBlue, { segments: 14 }), 0, PIPE_Y + 0.05, PIPE_Z),
            // The meter's head leans toward the reader.
            put(
              cylinder(0.095, 0.1, PALETTE.powderWhite, { segments: 22, bevel: 0.012 }),
              0,
              PIPE_Y + 0.13,
              PIPE_Z,
              [radians(28), 0, 0],
            ),
            put(
              cylinder(0.07, 0.006, PALETTE.graphite, { segments: 20 }),
              0,
              PIPE_Y + 0.2185,
              PIPE_Z + 0.0475,
              [radians(28), 0, 0],
            ),
            put(box([0.1, 1.1, 0.012], PALETTE.powderWhite, 0.003), 0.42, 0.3, 0.6),
            ...marks,
            tube(
              curve(
                [0.04, 1.13, 0.1],
                [0.05, 0.8, 0.1],
                [0.1, 0.62, PIPE_Z - 0.05],
                [0.05, PIPE_Y + 0.17, PIPE_Z - 0.06],
                12,
              ),
              0.007,
              PALETTE.cable,
              { sides: 6 },
            ),
          ),
          part('glass', put(panel.cells, ...panelAt)),
        ],
      },
      {
        name: 'glow_display',
        at: [0, PIPE_Y + 0.223, PIPE_Z + 0.05],
        parts: [
          part('display', put(box([0.09, 0.004, 0.04], PALETTE.displayGreen), 0, 0, 0, [radians(28), 0, 0])),
        ],
      },
      { name: 'anchor_water', at: [0, -0.1, ARM_Z] },
      lamp([0.08, 1.448, 0.12], 0.02),
      label(2.35),
    ],
  };
}
