import { box } from '../kit/box.ts';
import { PALETTE } from '../kit/colour.ts';
import { cylinder, lathe } from '../kit/lathe.ts';
import { place } from '../kit/place.ts';
import { curve, tube } from '../kit/tube.ts';
import { radians, type Vec3 } from '../kit/vector.ts';
import { part, type Model } from '../model.ts';
import { enclosure, label, lamp, pole, solarPanel, strap } from './parts.ts';

/** Depths of the three sensing rings, metres below ground. */
const SENSING_DEPTHS = [0.1, 0.2, 0.4];
/** Where the probe stands beside the mast. */
const PROBE: Vec3 = [0.24, 0, 0.12];

/** A three-depth soil moisture probe with its mast: solar panel, housing, antenna. 1.3 m high. */
export function soilProbe(): Model {
  const panel = solarPanel(0.34, 0.24, 6, 4);
  const tilt = { at: [0, 1.14, 0.02] as Vec3, rotation: [radians(38), 0, 0] as Vec3 };
  const head = lathe(
    [
      [0, 0.07],
      [0.032, 0.07],
      [0.034, 0.075],
      [0.034, 0.15],
      [0.028, 0.172],
      [0.012, 0.18],
      [0, 0.181],
    ],
    PALETTE.powderWhite,
    { segments: 18 },
  );
  const rings = SENSING_DEPTHS.flatMap((depth) => [
    place(cylinder(0.0275, 0.026, PALETTE.galvanised, { segments: 18 }), { at: [0, -depth - 0.013, 0] }),
    place(cylinder(0.0275, 0.006, PALETTE.galvanised, { segments: 18 }), { at: [0, -depth + 0.026, 0] }),
  ]);
  const at = (geometry: Parameters<typeof place>[0]) => place(geometry, { at: PROBE });
  return {
    name: 'soil-probe',
    nodes: [
      {
        name: 'body',
        parts: [
          part(
            'metal',
            pole(0.02, 1.1, 0.09),
            strap(0.025, 0.62),
            strap(0.025, 0.86),
            place(panel.frame, tilt),
            // The bracket from the mast's head to the panel.
            tube(
              [
                [0, 1.04, 0],
                [0, 1.1, 0],
                [0, 1.135, 0.015],
              ],
              0.012,
              PALETTE.galvanisedDark,
            ),
            ...rings.map(at),
          ),
          part(
            'painted',
            place(enclosure([0.19, 0.25, 0.11], PALETTE.waterBlue), { at: [0, 0.74, 0.075] }),
            at(place(cylinder(0.026, 0.6, PALETTE.graphite, { segments: 18 }), { at: [0, -0.52, 0] })),
            at(head),
            at(place(cylinder(0.0348, 0.014, PALETTE.waterBlue, { segments: 18 }), { at: [0, 0.122, 0] })),
            // A spike below, and a collar on the soil.
            at(
              lathe(
                [
                  [0, -0.6],
                  [0.026, -0.52],
                  [0, -0.52],
                ],
                PALETTE.graphite,
                { segments: 18 },
              ),
            ),
            at(
              lathe(
                [
                  [0.028, -0.05],
                  [0.075, -0.05],
                  [0.075, 0.01],
                  [0.03, 0.022],
                ],
                PALETTE.graphite,
                { segments: 18 },
              ),
            ),
            // Antenna.
            place(cylinder(0.011, 0.03, PALETTE.graphite, { segments: 10, bevel: 0.003 }), {
              at: [-0.062, 0.865, 0.075],
            }),
            place(cylinder(0.007, 0.2, PALETTE.rubber, { segments: 8, top: 0.005 }), {
              at: [-0.062, 0.89, 0.075],
            }),
            // The cable to the probe.
            tube(
              curve(
                [0, 0.6, 0.075],
                [0.02, 0.02, 0.08],
                [PROBE[0], 0.42, PROBE[2]],
                [PROBE[0], 0.17, PROBE[2]],
                14,
              ),
              0.006,
              PALETTE.cable,
              { sides: 6 },
            ),
            place(box([0.05, 0.012, 0.05], PALETTE.powderGrey, 0.003), { at: [0, 1.105, 0] }),
          ),
          part('glass', place(panel.cells, tilt)),
        ],
      },
      lamp([0.06, 0.863, 0.085], 0.018),
      label(1.4),
    ],
  };
}
