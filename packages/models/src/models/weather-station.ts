import { box } from '../kit/box.ts';
import { PALETTE } from '../kit/colour.ts';
import { extrude } from '../kit/extrude.ts';
import { merge, type Geometry } from '../kit/geometry.ts';
import { ball, cylinder, lathe } from '../kit/lathe.ts';
import { place } from '../kit/place.ts';
import { bend, tube } from '../kit/tube.ts';
import { axisAngle, radians, type Quat, type Vec3 } from '../kit/vector.ts';
import { part, type Model } from '../model.ts';
import { enclosure, label, lamp, pad, pole, solarPanel, strap } from './parts.ts';

const MAST_TOP = 3.0;
const ARM_Y = 2.78;
/** The cross arm runs along X with the cups at +X and the vane at −X. */
const ARM_REACH = 0.52;
const CUPS: Vec3 = [ARM_REACH, ARM_Y + 0.2, 0];
const VANE: Vec3 = [-ARM_REACH, ARM_Y + 0.2, 0];
/** Directions of the guys; none stands before the housing. */
const GUYS = [30, 150, 270];
const UP: Vec3 = [0, 1, 0];

function cups(): Geometry {
  const parts: Geometry[] = [
    lathe(
      [
        [0, -0.03],
        [0.028, -0.03],
        [0.03, -0.024],
        [0.03, 0.022],
        [0.022, 0.036],
        [0, 0.04],
      ],
      PALETTE.graphite,
      { segments: 16 },
    ),
  ];
  // A hollow half ball: outer and inner skin joined by the rim.
  const cup = lathe(
    [
      [0, -0.052],
      [0.02, -0.048],
      [0.037, -0.037],
      [0.048, -0.02],
      [0.052, 0],
      [0.049, 0],
      [0.045, -0.019],
      [0.034, -0.034],
      [0.018, -0.045],
      [0, -0.048],
    ],
    PALETTE.graphite,
    { segments: 14 },
  );
  for (let i = 0; i < 3; i++) {
    const a = (i * 2 * Math.PI) / 3;
    const rotation: Vec3 = [0, a, 0];
    parts.push(
      place(
        tube(
          [
            [0.02, 0, 0],
            [0.13, 0, 0],
          ],
          0.006,
          PALETTE.galvanisedDark,
          { sides: 6 },
        ),
        { rotation },
      ),
      place(place(cup, { rotation: [radians(-90), 0, 0], at: [0.165, 0, 0] }), { rotation }),
    );
  }
  return merge(parts);
}

function vane(): Geometry {
  const tail = extrude(
    [
      [0, -0.02],
      [0.14, -0.1],
      [0.14, 0.11],
      [0.02, 0.05],
    ],
    0.006,
    PALETTE.climateAmber,
  );
  const tip = lathe(
    [
      [0, -0.03],
      [0.017, -0.02],
      [0.016, 0.01],
      [0, 0.05],
    ],
    PALETTE.graphite,
    { segments: 12 },
  );
  return merge([
    place(tail, { at: [0, 0.03, -0.2], rotation: [0, Math.PI / 2, 0] }),
    lathe(
      [
        [0, -0.03],
        [0.028, -0.03],
        [0.03, -0.024],
        [0.03, 0.03],
        [0.02, 0.046],
        [0, 0.05],
      ],
      PALETTE.graphite,
      { segments: 16 },
    ),
    tube(
      [
        [0, 0.025, -0.24],
        [0, 0.025, 0.16],
      ],
      0.007,
      PALETTE.powderGrey,
      { sides: 8 },
    ),
    place(tip, { at: [0, 0.025, 0.19], rotation: [radians(90), 0, 0] }),
  ]);
}

/** Stacked louvre plates that keep sun and rain off the temperature sensor. */
function radiationShield(): Geometry {
  const plate = lathe(
    [
      [0.03, 0.002],
      [0.07, -0.012],
      [0.074, -0.008],
      [0.034, 0.012],
    ],
    PALETTE.powderWhite,
    { segments: 18 },
  );
  const parts = Array.from({ length: 9 }, (_, i) => place(plate, { at: [0, i * 0.024, 0] }));
  parts.push(
    place(
      lathe(
        [
          [0.072, -0.01],
          [0.074, -0.004],
          [0.05, 0.016],
          [0, 0.022],
        ],
        PALETTE.powderWhite,
        { segments: 20 },
      ),
      { at: [0, 0.22, 0] },
    ),
    place(cylinder(0.018, 0.24, PALETTE.graphite, { segments: 10 }), { at: [0, -0.02, 0] }),
  );
  return merge(parts);
}

function rainGauge(): { painted: Geometry; metal: Geometry } {
  return {
    painted: lathe(
      [
        [0, 0],
        [0.1, 0],
        [0.104, 0.006],
        [0.104, 0.22],
        [0.109, 0.228],
        [0.109, 0.25],
        [0.1, 0.256],
        [0.096, 0.246],
        [0.02, 0.17],
        [0, 0.165],
      ],
      PALETTE.powderWhite,
      { segments: 24 },
    ),
    metal: merge([
      place(cylinder(0.022, 0.34, PALETTE.galvanised, { segments: 12 }), { at: [0, -0.34, 0] }),
      place(cylinder(0.07, 0.012, PALETTE.galvanisedDark, { segments: 16 }), { at: [0, -0.012, 0] }),
    ]),
  };
}

/** One turn, in quarters so that interpolation goes the short way round. */
const quarterTurns = (count: number): Quat[] =>
  Array.from({ length: count + 1 }, (_, i) => axisAngle(UP, (i * Math.PI) / 2));

/** A 3 m automatic weather station: wind, temperature, rain, radiation, with panel and housing. */
export function weatherStation(): Model {
  const rain = rainGauge();
  const panel = solarPanel(0.5, 0.36, 6, 4);
  const panelAt = { at: [0, 1.86, 0.2] as Vec3, rotation: [radians(48), 0, 0] as Vec3 };
  const rainAt = { at: [0.42, 1.62, 0] as Vec3 };
  const shieldAt: Vec3 = [-0.36, 1.98, 0];
  return {
    name: 'weather-station',
    nodes: [
      {
        name: 'body',
        parts: [
          part('matte', pad(0.5, 0.06)),
          part(
            'metal',
            place(pole(0.038, MAST_TOP - 0.06, 0.15), { at: [0, 0.06, 0] }),
            tube(
              [
                [-ARM_REACH - 0.04, ARM_Y, 0],
                [ARM_REACH + 0.04, ARM_Y, 0],
              ],
              0.019,
              PALETTE.galvanised,
              { sides: 10 },
            ),
            tube(
              [
                [CUPS[0], ARM_Y, 0],
                [CUPS[0], CUPS[1] - 0.03, 0],
              ],
              0.013,
              PALETTE.galvanised,
            ),
            tube(
              [
                [VANE[0], ARM_Y, 0],
                [VANE[0], VANE[1] - 0.03, 0],
              ],
              0.013,
              PALETTE.galvanised,
            ),
            strap(0.046, ARM_Y),
            strap(0.044, 1.22),
            strap(0.044, 1.5),
            strap(0.044, 1.84),
            place(panel.frame, panelAt),
            tube(
              [
                [0, 1.72, 0.03],
                [0, 1.84, 0.19],
              ],
              0.012,
              PALETTE.galvanisedDark,
            ),
            tube(
              [
                [0, 1.9, 0.03],
                [0, 1.86, 0.19],
              ],
              0.012,
              PALETTE.galvanisedDark,
            ),
            place(rain.metal, rainAt),
            tube(
              bend(
                [
                  [0.03, 1.3, 0],
                  [0.42, 1.3, 0],
                ],
                0.05,
              ),
              0.016,
              PALETTE.galvanised,
            ),
            tube(
              [
                [-0.03, shieldAt[1] - 0.04, 0],
                [shieldAt[0], shieldAt[1] - 0.04, 0],
              ],
              0.014,
              PALETTE.galvanised,
            ),
            // Three guys hold the mast.
            ...GUYS.map((degrees) =>
              tube(
                [
                  [0, 2.2, 0],
                  [Math.cos(radians(degrees)) * 0.95, 0.02, Math.sin(radians(degrees)) * 0.95],
                ],
                0.004,
                PALETTE.galvanisedDark,
                { sides: 5 },
              ),
            ),
            ...GUYS.map((degrees) =>
              place(cylinder(0.014, 0.12, PALETTE.galvanisedDark, { segments: 8 }), {
                at: [Math.cos(radians(degrees)) * 0.95, -0.06, Math.sin(radians(degrees)) * 0.95],
              }),
            ),
          ),
          part(
            'painted',
            place(enclosure([0.34, 0.44, 0.18], PALETTE.climateAmber), { at: [0, 1.36, 0.13] }),
            place(radiationShield(), { at: shieldAt }),
            place(rain.painted, rainAt),
            // Pyranometer at the mast's head.
            place(
              lathe(
                [
                  [0, 0],
                  [0.05, 0],
                  [0.052, 0.006],
                  [0.046, 0.03],
                  [0, 0.03],
                ],
                PALETTE.powderWhite,
                { segments: 18 },
              ),
              { at: [0, MAST_TOP, 0] },
            ),
            place(box([0.07, 0.03, 0.07], PALETTE.graphite, 0.006), { at: [0, ARM_Y, 0] }),
            tube(
              bend(
                [
                  [0.06, 1.14, 0.12],
                  [0.06, 0.98, 0.11],
                  [0.03, 0.8, 0.05],
                  [0.02, 0.14, 0.045],
                ],
                0.1,
                4,
              ),
              0.008,
              PALETTE.cable,
              { sides: 6 },
            ),
            tube(
              bend(
                [
                  [0.3, ARM_Y - 0.02, 0.012],
                  [0.09, ARM_Y - 0.05, 0.03],
                  [0.042, ARM_Y - 0.3, 0.02],
                  [0.042, 1.62, 0.06],
                ],
                0.1,
                4,
              ),
              0.006,
              PALETTE.cable,
              { sides: 5 },
            ),
          ),
          part(
            'glass',
            place(panel.cells, panelAt),
            place(ball(0.03, PALETTE.powderGrey, { segments: 14, rings: 5, from: 0 }), {
              at: [0, MAST_TOP + 0.03, 0],
            }),
          ),
        ],
      },
      { name: 'spin_cups', at: CUPS, parts: [part('painted', cups())] },
      { name: 'spin_vane', at: VANE, parts: [part('painted', vane())] },
      lamp([0.11, 1.577, 0.14], 0.024),
      label(MAST_TOP + 0.3),
    ],
    clips: [
      {
        name: 'spin',
        tracks: [
          { node: 'spin_cups', path: 'rotation', times: [0, 0.5, 1, 1.5, 2], values: quarterTurns(4) },
          {
            node: 'spin_vane',
            path: 'rotation',
            times: [0, 0.5, 1, 1.5, 2],
            values: [-8, 4, 10, 2, -8].map((degrees) => axisAngle(UP, radians(degrees))),
          },
        ],
      },
    ],
  };
}
