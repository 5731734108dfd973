import { box } from '../kit/box.ts';
import { PALETTE } from '../kit/colour.ts';
import { cylinder, lathe } from '../kit/lathe.ts';
import { radians } from '../kit/vector.ts';
import { part, type Model } from '../model.ts';
import { label, lamp, pad, put, rod, solarPanel } from './parts.ts';

const CABINET = { width: 0.52, depth: 0.46, bottom: 0.22, height: 0.82 };
const TOP = CABINET.bottom + CABINET.height;
/** The lamp tube's middle, above the funnel. */
const TUBE_Y = TOP + 0.42;
const ROOF_Y = TOP + 0.72;
const MAST = { x: -0.34, z: -0.16, top: 2.5 };

/** An insect-monitoring lamp: UV tube between clear plates over a funnel, camera cabinet below. `glow_lamp` is the tube. */
export function insectLamp(): Model {
  const panel = solarPanel(0.62, 0.42, 8, 4);
  const panelAt = [MAST.x, MAST.top + 0.08, MAST.z + 0.05, [radians(40), 0, 0]] as const;
  return {
    name: 'insect-lamp',
    nodes: [
      {
        name: 'body',
        parts: [
          part('matte', pad(0.86, 0.08, 0.74)),
          part(
            'metal',
            rod([MAST.x, 0.05, MAST.z], [MAST.x, MAST.top, MAST.z], 0.026, PALETTE.galvanised, 12),
            rod(
              [MAST.x, MAST.top - 0.03, MAST.z],
              [MAST.x, MAST.top + 0.07, MAST.z + 0.04],
              0.016,
              PALETTE.galvanisedDark,
            ),
            put(panel.frame, ...panelAt),
            ...[-1, 1].flatMap((x) =>
              [-1, 1].map((z) =>
                rod(
                  [x * 0.2, 0.06, z * 0.17],
                  [x * 0.2, CABINET.bottom + 0.02, z * 0.17],
                  0.022,
                  PALETTE.galvanised,
                ),
              ),
            ),
            // Four rods carry the roof.
            ...[-1, 1].flatMap((x) =>
              [-1, 1].map((z) =>
                rod(
                  [x * 0.16, TOP, z * 0.16],
                  [x * 0.16, ROOF_Y + 0.02, z * 0.16],
                  0.009,
                  PALETTE.galvanised,
                  6,
                ),
              ),
            ),
          ),
          part(
            'painted',
            put(
              box([CABINET.width, CABINET.height, CABINET.depth], PALETTE.powderWhite, 0.024),
              0,
              CABINET.bottom + CABINET.height / 2,
              0,
            ),
            put(
              box([CABINET.width * 0.86, CABINET.height * 0.84, 0.014], PALETTE.powderWhite, 0.006),
              0,
              CABINET.bottom + CABINET.height / 2,
              CABINET.depth / 2,
            ),
            put(
              box([CABINET.width * 0.86, 0.09, 0.018], PALETTE.lightViolet, 0.004),
              0,
              TOP - 0.16,
              CABINET.depth / 2 + 0.002,
            ),
            put(
              box([0.016, 0.12, 0.02], PALETTE.graphite, 0.005),
              0.18,
              CABINET.bottom + 0.4,
              CABINET.depth / 2 + 0.01,
            ),
            // The window to the camera tray, and louvres below.
            put(
              box([0.26, 0.18, 0.014], PALETTE.graphite, 0.006),
              -0.03,
              CABINET.bottom + 0.42,
              CABINET.depth / 2 + 0.006,
            ),
            ...Array.from({ length: 5 }, (_, i) =>
              put(
                box([0.28, 0.012, 0.014], PALETTE.powderGrey),
                -0.03,
                CABINET.bottom + 0.12 + i * 0.035,
                CABINET.depth / 2 + 0.006,
              ),
            ),
            // Funnel: outside and inside.
            put(
              lathe(
                [
                  [0.08, 0],
                  [0.225, 0.16],
                  [0.232, 0.17],
                  [0.222, 0.17],
                  [0.07, 0.01],
                ],
                PALETTE.powderGrey,
                { segments: 24 },
              ),
              0,
              TOP,
              0,
            ),
            // The rain roof.
            put(
              lathe(
                [
                  [0, 0],
                  [0.27, -0.02],
                  [0.285, -0.03],
                  [0.29, -0.018],
                  [0.08, 0.08],
                  [0.05, 0.12],
                  [0, 0.125],
                ],
                PALETTE.powderWhite,
                {
                  segments: 28,
                  colours: [
                    PALETTE.powderGrey,
                    PALETTE.lightViolet,
                    PALETTE.lightViolet,
                    PALETTE.powderWhite,
                    PALETTE.powderWhite,
                    PALETTE.powderWhite,
                  ],
                },
              ),
              0,
              ROOF_Y,
              0,
            ),
            put(cylinder(0.032, 0.05, PALETTE.graphite, { segments: 14 }), 0, TUBE_Y - 0.27, 0),
            put(cylinder(0.032, 0.05, PALETTE.graphite, { segments: 14 }), 0, TUBE_Y + 0.23, 0),
            put(
              cylinder(0.006, 0.3, PALETTE.rubber, { segments: 6 }),
              MAST.x,
              MAST.top - 0.02,
              MAST.z - 0.06,
            ),
          ),
          part(
            'glass',
            put(panel.cells, ...panelAt),
            put(
              box([0.22, 0.14, 0.004], PALETTE.lens),
              -0.03,
              CABINET.bottom + 0.42,
              CABINET.depth / 2 + 0.014,
            ),
          ),
        ],
      },
      {
        name: 'glow_lamp',
        at: [0, TUBE_Y, 0],
        parts: [part('glow', put(cylinder(0.024, 0.46, PALETTE.ultraviolet, { segments: 14 }), 0, -0.22, 0))],
      },
      {
        name: 'plates',
        at: [0, TUBE_Y, 0],
        parts: [
          part(
            'clear',
            ...[0, 1, 2].map((i) =>
              put(put(box([0.15, 0.5, 0.004], PALETTE.film), 0.115, 0, 0), 0, 0, 0, [
                0,
                (i * 2 * Math.PI) / 3 + Math.PI / 2,
                0,
              ]),
            ),
          ),
        ],
      },
      lamp([0.2, TOP + 0.002, 0.18], 0.022),
      label(2.95),
    ],
  };
}
