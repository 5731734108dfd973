import { box } from '../kit/box.ts';
import { PALETTE } from '../kit/colour.ts';
import { ball, cylinder, lathe } from '../kit/lathe.ts';
import { place } from '../kit/place.ts';
import { bend, tube } from '../kit/tube.ts';
import { axisAngle, radians, type Vec3 } from '../kit/vector.ts';
import { part, type Model } from '../model.ts';
import { enclosure, label, lamp, pad, pole, strap } from './parts.ts';

const POLE_TOP = 3.5;
/** Centre of the dome, at the end of the arm. */
const DOME: Vec3 = [0, 3.1, 0.55];
const UP: Vec3 = [0, 1, 0];

/** A pan-tilt dome camera on a 3.5 m pole. `spin_pan` turns; it looks along +Z. */
export function camera(): Model {
  return {
    name: 'camera',
    nodes: [
      {
        name: 'body',
        parts: [
          part('matte', pad(0.5, 0.06)),
          part(
            'metal',
            place(pole(0.05, POLE_TOP - 0.06, 0.17), { at: [0, 0.06, 0] }),
            strap(0.058, 3.3),
            strap(0.058, 1.32),
            strap(0.058, 1.62),
          ),
          part(
            'painted',
            place(enclosure([0.3, 0.42, 0.17], PALETTE.graphite), { at: [0, 1.48, 0.135] }),
            // Arm: out and down to the dome.
            tube(
              bend(
                [
                  [0, 3.3, 0.03],
                  [0, 3.34, DOME[2]],
                  [0, 3.24, DOME[2]],
                ],
                0.09,
                6,
              ),
              0.03,
              PALETTE.powderWhite,
              { sides: 14 },
            ),
            place(
              lathe(
                [
                  [0.04, 0.1],
                  [0.13, 0.05],
                  [0.145, 0.03],
                  [0.145, -0.02],
                  [0.13, -0.03],
                  [0, -0.03],
                ]
                  .map(([r, y]) => [r!, y!] as const)
                  .reverse(),
                PALETTE.powderWhite,
                { segments: 24 },
              ),
              { at: [0, DOME[1] + 0.08, DOME[2]] },
            ),
            place(cylinder(0.042, 0.06, PALETTE.powderWhite, { segments: 18, bevel: 0.006 }), {
              at: [0, DOME[1] + 0.16, DOME[2]],
            }),
            place(cylinder(0.056, 0.03, PALETTE.graphite, { segments: 18, bevel: 0.006 }), {
              at: [0, POLE_TOP - 0.005, 0],
            }),
            tube(
              bend(
                [
                  [0, 1.27, 0.12],
                  [0, 1.05, 0.13],
                  [0.02, 0.9, 0.06],
                  [0.02, 0.14, 0.058],
                ],
                0.08,
                4,
              ),
              0.009,
              PALETTE.cable,
              { sides: 6 },
            ),
            place(box([0.02, 0.05, 0.03], PALETTE.graphite, 0.004), { at: [0, 3.3, 0.06] }),
          ),
        ],
      },
      {
        name: 'spin_pan',
        at: DOME,
        parts: [
          part(
            'painted',
            place(cylinder(0.128, 0.05, PALETTE.powderGrey, { segments: 24, bevel: 0.006 }), {
              at: [0, 0, 0],
            }),
            place(
              lathe(
                [
                  [0.02, 0],
                  [0.046, 0.004],
                  [0.05, 0.012],
                  [0.05, 0.03],
                  [0, 0.03],
                ],
                PALETTE.graphite,
                { segments: 18 },
              ),
              { at: [0, -0.03, 0.075], rotation: [radians(70), 0, 0] },
            ),
          ),
          part(
            'glass',
            place(ball(0.118, PALETTE.lens, { segments: 24, rings: 7, to: 0 }), { at: [0, 0.002, 0] }),
            // The eye: a flat lens set into the dome.
            place(ball(0.042, PALETTE.solarCell, { segments: 20, rings: 4, from: 0 }), {
              at: [0, -0.048, 0.098],
              rotation: [radians(117), 0, 0],
              scale: [1, 0.32, 1],
            }),
          ),
        ],
      },
      lamp([0.1, 1.688, 0.13], 0.024),
      label(POLE_TOP + 0.3),
    ],
    clips: [
      {
        name: 'pan',
        tracks: [
          {
            node: 'spin_pan',
            path: 'rotation',
            times: [0, 3, 6, 9, 12],
            values: [0, 60, 0, -60, 0].map((degrees) => axisAngle(UP, radians(degrees))),
          },
        ],
      },
    ],
  };
}
