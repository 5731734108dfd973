import { box } from '../kit/box.ts';
import { PALETTE } from '../kit/colour.ts';
import { merge, type Geometry } from '../kit/geometry.ts';
import { cylinder } from '../kit/lathe.ts';
import { bend, curve, tube } from '../kit/tube.ts';
import { part, type Model } from '../model.ts';
import { enclosure, label, lamp, pad, pole, put, rod, strap } from './parts.ts';

const MAST_Z = -0.36;
const BEAM_Y = 2.5;
const LIGHT_Y = 2.02;
/** Four bars side by side over the crop, each this long along X. */
const BARS = [-0.33, -0.11, 0.11, 0.33];
const LENGTH = 1.5;

/** One bar: a finned profile with its lens strip below left out for `glow_light`. */
const bar = (z: number): Geometry =>
  merge([
    put(box([LENGTH, 0.035, 0.075], PALETTE.powderWhite, 0.008), 0, LIGHT_Y, z),
    ...Array.from({ length: 4 }, (_, i) =>
      put(box([LENGTH - 0.06, 0.03, 0.006], PALETTE.powderGrey), 0, LIGHT_Y + 0.03, z - 0.027 + i * 0.018),
    ),
    ...[-1, 1].map((s) =>
      put(box([0.02, 0.05, 0.08], PALETTE.lightViolet, 0.006), s * (LENGTH / 2), LIGHT_Y, z),
    ),
  ]);

/** A 600 W grow light of four bars, hung from a mast. `glow_light` is the lit strips. */
export function growLight(): Model {
  return {
    name: 'grow-light',
    nodes: [
      {
        name: 'body',
        parts: [
          part('matte', put(pad(0.5, 0.06), 0, 0, MAST_Z)),
          part(
            'metal',
            put(pole(0.04, BEAM_Y, 0.15), 0, 0.06, MAST_Z),
            tube(
              bend(
                [
                  [0, BEAM_Y - 0.02, MAST_Z],
                  [0, BEAM_Y + 0.06, MAST_Z + 0.05],
                  [0, BEAM_Y + 0.06, 0.28],
                ],
                0.06,
              ),
              0.024,
              PALETTE.galvanised,
              { sides: 10 },
            ),
            rod(
              [0, BEAM_Y - 0.35, MAST_Z + 0.03],
              [0, BEAM_Y + 0.05, 0.02],
              0.012,
              PALETTE.galvanisedDark,
              6,
            ),
            ...[-0.55, 0.55].flatMap((x) => [
              // Cross rails over the bars, and the wires that carry them.
              put(box([0.03, 0.02, 0.78], PALETTE.aluminium, 0.004), x, LIGHT_Y + 0.055, 0),
              rod([x, LIGHT_Y + 0.06, -0.3], [0, BEAM_Y + 0.05, 0], 0.004, PALETTE.galvanisedDark, 4),
              rod([x, LIGHT_Y + 0.06, 0.3], [0, BEAM_Y + 0.05, 0], 0.004, PALETTE.galvanisedDark, 4),
            ]),
            put(strap(0.046, 1.22), 0, 0, MAST_Z),
            put(strap(0.046, 1.46), 0, 0, MAST_Z),
          ),
          part(
            'painted',
            ...BARS.map(bar),
            // The driver on the rails.
            put(box([0.42, 0.07, 0.16], PALETTE.graphite, 0.012), 0, LIGHT_Y + 0.1, 0),
            put(box([1.14, 0.02, 0.04], PALETTE.graphite, 0.004), 0, LIGHT_Y + 0.06, 0),
            put(enclosure([0.26, 0.34, 0.14], PALETTE.lightViolet), 0, 1.34, MAST_Z + 0.12),
            put(cylinder(0.046, 0.03, PALETTE.graphite, { segments: 14 }), 0, BEAM_Y + 0.06, MAST_Z),
            tube(
              curve(
                [0.16, LIGHT_Y + 0.12, -0.04],
                [0.2, 2.3, -0.1],
                [0.06, 2.2, MAST_Z],
                [0.045, 1.6, MAST_Z + 0.03],
                12,
              ),
              0.008,
              PALETTE.cable,
              { sides: 6 },
            ),
          ),
        ],
      },
      {
        name: 'glow_light',
        parts: [
          part(
            'glow',
            ...BARS.flatMap((z) =>
              Array.from({ length: 2 }, (_, i) =>
                put(
                  box([LENGTH - 0.08, 0.026, 0.024], PALETTE.growPink),
                  0,
                  LIGHT_Y - 0.028,
                  z - 0.017 + i * 0.034,
                ),
              ),
            ),
          ),
        ],
      },
      lamp([0.09, 1.508, MAST_Z + 0.13], 0.02),
      label(2.9),
    ],
  };
}
