import { box } from '../kit/box.ts';
import { PALETTE } from '../kit/colour.ts';
import { merge, type Geometry } from '../kit/geometry.ts';
import { cylinder } from '../kit/lathe.ts';
import { curve, tube } from '../kit/tube.ts';
import { part, type Model } from '../model.ts';
import { enclosure, label, lamp, pad, pole, put, rod, strap } from './parts.ts';

const TOP = 2.7;

/** A flat radio panel facing +Z on its bracket. */
const sector = (): Geometry =>
  merge([
    box([0.15, 0.5, 0.05], PALETTE.powderWhite, 0.016),
    put(box([0.1, 0.02, 0.05], PALETTE.graphite, 0.004), 0, -0.25, -0.002),
    put(box([0.05, 0.05, 0.12], PALETTE.galvanisedDark, 0.006), 0, 0.14, -0.07),
    put(box([0.05, 0.05, 0.12], PALETTE.galvanisedDark, 0.006), 0, -0.14, -0.07),
  ]);

/** A 4G gateway: cabinet with status lights, three radio panels and a whip on a mast. `glow_links` are the lights. */
export function gateway(): Model {
  const sectors = [0, 1, 2].map((i) =>
    put(put(sector(), 0, 0, 0.17), 0, 2.3, 0, [0, (i * 2 * Math.PI) / 3, 0]),
  );
  return {
    name: 'gateway',
    nodes: [
      {
        name: 'body',
        parts: [
          part('matte', pad(0.52, 0.06)),
          part(
            'metal',
            put(pole(0.04, TOP - 0.06, 0.16), 0, 0.06, 0),
            strap(0.05, 2.16),
            strap(0.05, 2.44),
            strap(0.047, 1.12),
            strap(0.047, 1.48),
            // Lightning rod.
            rod([0, TOP, 0], [0, TOP + 0.34, 0], 0.006, PALETTE.galvanised, 6),
          ),
          part(
            'painted',
            ...sectors,
            put(enclosure([0.4, 0.52, 0.2], PALETTE.graphite), 0, 1.3, 0.14),
            put(box([0.44, 0.02, 0.26], PALETTE.powderWhite, 0.006), 0, 1.575, 0.15, [0.08, 0, 0]),
            put(box([0.24, 0.06, 0.012], PALETTE.graphite, 0.004), 0, 1.34, 0.247),
            // Whips for the sensors' radio.
            ...[-0.24, 0.24].flatMap((x) => [
              put(cylinder(0.014, 0.05, PALETTE.graphite, { segments: 10, bevel: 0.003 }), x, 1.12, 0.14),
              put(cylinder(0.01, 0.62, PALETTE.powderWhite, { segments: 10, top: 0.008 }), x, 1.17, 0.14),
            ]),
            rod([-0.24, 1.13, 0.14], [0.24, 1.13, 0.14], 0.011, PALETTE.graphite, 6),
            tube(
              curve([-0.09, 1.02, 0.14], [-0.09, 0.86, 0.14], [-0.02, 0.8, 0.06], [-0.02, 0.14, 0.048], 12),
              0.009,
              PALETTE.cable,
              { sides: 6 },
            ),
            tube(
              curve([0.02, 1.56, 0.05], [0.04, 1.7, 0.05], [0.045, 1.8, 0.03], [0.045, 2.06, 0.03], 10),
              0.007,
              PALETTE.cable,
              { sides: 6 },
            ),
            put(cylinder(0.046, 0.03, PALETTE.graphite, { segments: 14 }), 0, TOP - 0.02, 0),
          ),
        ],
      },
      {
        name: 'glow_links',
        at: [0, 1.34, 0.2545],
        parts: [
          part(
            'display',
            ...[-0.08, -0.04, 0, 0.04, 0.08].map((x) =>
              put(box([0.016, 0.016, 0.004], PALETTE.displayGreen), x, 0, 0),
            ),
          ),
        ],
      },
      lamp([0.15, 1.596, 0.2], 0.024),
      label(3.3),
    ],
  };
}
