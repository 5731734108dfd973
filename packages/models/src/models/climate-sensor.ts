import { box } from '../kit/box.ts';
import { PALETTE } from '../kit/colour.ts';
import { extrude } from '../kit/extrude.ts';
import { merge, type Geometry } from '../kit/geometry.ts';
import { ball, cylinder, lathe } from '../kit/lathe.ts';
import { curve, tube } from '../kit/tube.ts';
import { radians, type Vec2 } from '../kit/vector.ts';
import { part, type Model } from '../model.ts';
import { enclosure, label, lamp, pole, put, rod, strap } from './parts.ts';

const ARM_Y = 1.62;
const ARM_X = 0.34;

/** Louvred shield: ten plates and a cap. */
function shield(): Geometry {
  const plate = lathe(
    [
      [0.03, 0.002],
      [0.066, -0.012],
      [0.07, -0.008],
      [0.034, 0.012],
    ],
    PALETTE.powderWhite,
    { segments: 20 },
  );
  return merge([
    ...Array.from({ length: 10 }, (_, i) => put(plate, 0, -0.12 + i * 0.023, 0)),
    put(
      lathe(
        [
          [0.07, -0.012],
          [0.072, -0.004],
          [0.05, 0.016],
          [0, 0.024],
        ],
        PALETTE.climateAmber,
        { segments: 22 },
      ),
      0,
      0.12,
      0,
    ),
    put(cylinder(0.018, 0.26, PALETTE.graphite, { segments: 10 }), 0, -0.14, 0),
  ]);
}

/** The outline of the leaf-wetness plate, metres. */
const LEAF: readonly Vec2[] = Array.from({ length: 16 }, (_, i): Vec2 => {
  const a = (i / 16) * Math.PI * 2;
  return [Math.sin(a) * 0.042 * (1 - 0.25 * Math.cos(a)), -Math.cos(a) * 0.085];
});

/** A greenhouse climate sensor on a slim stand: air shield, PAR dome, CO₂ housing, leaf-wetness plate. */
export function climateSensor(): Model {
  return {
    name: 'climate-sensor',
    nodes: [
      {
        name: 'body',
        parts: [
          part(
            'metal',
            pole(0.02, 1.86, 0.16),
            rod([-ARM_X - 0.02, ARM_Y, 0], [ARM_X + 0.02, ARM_Y, 0], 0.013, PALETTE.galvanised),
            strap(0.026, ARM_Y),
            strap(0.026, 1.14),
            strap(0.026, 1.32),
            rod([0, 0.92, 0.02], [0.2, 0.98, 0.16], 0.008, PALETTE.galvanised, 6),
          ),
          part(
            'painted',
            put(shield(), -ARM_X, ARM_Y - 0.16, 0),
            rod([-ARM_X, ARM_Y - 0.04, 0], [-ARM_X, ARM_Y, 0], 0.01, PALETTE.graphite, 6),
            // CO₂ housing with its membrane, below the arm's other end.
            put(box([0.13, 0.18, 0.08], PALETTE.powderWhite, 0.014), ARM_X, ARM_Y - 0.12, 0),
            put(
              cylinder(0.04, 0.02, PALETTE.graphite, { segments: 18, bevel: 0.004 }),
              ARM_X,
              ARM_Y - 0.235,
              0,
            ),
            ...[0, 1, 2, 3].map((i) =>
              put(box([0.08, 0.008, 0.004], PALETTE.graphite), ARM_X, ARM_Y - 0.16 + i * 0.022, 0.042),
            ),
            put(box([0.13, 0.02, 0.084], PALETTE.climateAmber, 0.004), ARM_X, ARM_Y - 0.055, 0),
            put(enclosure([0.2, 0.28, 0.11], PALETTE.climateAmber), 0, 1.23, 0.075),
            // The light sensor's cup at the top.
            put(cylinder(0.036, 0.05, PALETTE.graphite, { segments: 18, bevel: 0.006 }), 0, 1.86, 0),
            put(extrude(LEAF, 0.006, PALETTE.displayGreen), 0.24, 1.0, 0.2, [radians(-50), radians(35), 0]),
            put(box([0.03, 0.05, 0.03], PALETTE.graphite, 0.006), 0.2, 0.98, 0.16),
            put(cylinder(0.007, 0.2, PALETTE.rubber, { segments: 8, top: 0.005 }), -0.07, 1.36, 0.075),
            ...[-1, 1].map((s) =>
              tube(
                curve(
                  [s * 0.05, 1.08, 0.075],
                  [s * 0.06, 0.92, 0.09],
                  [s * ARM_X * 0.6, 1.2, 0.03],
                  [s * ARM_X, ARM_Y - (s < 0 ? 0.3 : 0.24), 0],
                  12,
                ),
                0.005,
                PALETTE.cable,
                { sides: 5 },
              ),
            ),
          ),
          part(
            'glass',
            put(ball(0.03, PALETTE.powderWhite, { segments: 18, rings: 5, from: 0 }), 0, 1.91, 0),
          ),
        ],
      },
      lamp([0.06, 1.369, 0.085], 0.018),
      label(2.15),
    ],
  };
}
