import { box } from '../kit/box.ts';
import { PALETTE } from '../kit/colour.ts';
import { merge, type Geometry } from '../kit/geometry.ts';
import { ball, cylinder, lathe } from '../kit/lathe.ts';
import { place } from '../kit/place.ts';
import { sheet } from '../kit/sheet.ts';
import { bend, curve, tube } from '../kit/tube.ts';
import { axisAngle, radians, type Vec3 } from '../kit/vector.ts';
import { part, type Model } from '../model.ts';
import { drum, enclosure, flange, gauge, label, lamp, pad, pole, put, strap } from './parts.ts';

/** Height of the shaft above the ground. It runs along X: the volute at −X, the motor at +X. */
const AXIS = 0.42;
const VOLUTE_X = -0.42;
const MOTOR_X = 0.3;

/** The motor: a finned barrel with its terminal box and a fan cowl. */
function motor(): Geometry {
  const fins = Array.from({ length: 22 }, (_, i) => {
    const a = (i / 22) * Math.PI * 2;
    return place(put(box([0.44, 0.03, 0.008], PALETTE.powerOrange), 0, 0.158, 0), { rotation: [a, 0, 0] });
  });
  return merge([
    drum(0.15, 0.5, PALETTE.powerOrange, 24, 0.01),
    ...fins,
    put(drum(0.176, 0.03, PALETTE.powerOrange, 24, 0.006), -0.25, 0, 0),
    put(drum(0.176, 0.03, PALETTE.powerOrange, 24, 0.006), 0.22, 0, 0),
    put(drum(0.168, 0.03, PALETTE.powerOrangeDark, 24), 0.25, 0, 0),
    put(box([0.16, 0.09, 0.14], PALETTE.powderGrey, 0.012), -0.05, 0.2, 0),
    // Nameplate toward the reader.
    put(box([0.12, 0.07, 0.006], PALETTE.aluminium), 0.05, 0.02, 0.166),
  ]);
}

/** The cooling fan behind the motor; its cowl is an open ring, so that it is seen to turn. */
function fan(): Geometry {
  const blade = sheet(
    (u, v) => {
      const r = 0.035 + u * 0.105;
      const twist = radians(46 - 14 * u);
      const chord = (v - 0.5) * 0.075;
      return [chord * Math.sin(twist), r, chord * Math.cos(twist)];
    },
    2,
    1,
    PALETTE.powderGrey,
  );
  return merge([
    ...Array.from({ length: 6 }, (_, i) => place(blade, { rotation: [(i * Math.PI) / 3, 0, 0] })),
    ...Array.from({ length: 6 }, (_, i) =>
      place(place(blade, { rotation: [0, Math.PI, 0] }), { rotation: [(i * Math.PI) / 3, 0, 0] }),
    ),
    drum(0.04, 0.05, PALETTE.graphite, 14, 0.008),
  ]);
}

/** A 7.5 kW centrifugal pump on its base frame. `spin_fan` turns while it runs. */
export function pump(): Model {
  const suction = flange(0.13, 0.026, PALETTE.castIron);
  const outlet = flange(0.11, 0.024, PALETTE.castIron);
  const upward: Vec3 = [0, 0, radians(90)];
  const dial = gauge(0.05);
  const dialAt = [VOLUTE_X, 0.965, 0.09] as const;
  return {
    name: 'pump',
    nodes: [
      {
        name: 'body',
        parts: [
          part('matte', pad(1.9, 0.08, 0.72)),
          part(
            'metal',
            put(suction.bolts, -0.66, AXIS, 0),
            put(outlet.bolts, VOLUTE_X, AXIS + 0.36, 0, upward),
            put(drum(0.028, 0.34, PALETTE.galvanised, 14), -0.1, AXIS, 0),
            put(dial.metal, ...dialAt),
            put(pole(0.025, 1.12, 0.09), 0.72, 0.08, -0.24),
            put(strap(0.03, 0.98), 0.72, 0, -0.24),
            ...[-1, 1].flatMap((s) =>
              [-0.68, 0.62].map((x) =>
                put(cylinder(0.018, 0.03, PALETTE.galvanised, { segments: 6 }), x, 0.14, s * 0.2),
              ),
            ),
          ),
          part(
            'painted',
            // Base frame: two channels and cross bars.
            ...[-1, 1].map((s) =>
              put(box([1.5, 0.07, 0.06], PALETTE.graphite, 0.008), -0.03, 0.115, s * 0.2),
            ),
            ...[-0.62, -0.2, 0.52].map((x) =>
              put(box([0.08, 0.05, 0.4], PALETTE.graphite, 0.006), x, 0.12, 0),
            ),
            // Feet of motor and volute.
            put(box([0.34, 0.14, 0.3], PALETTE.powerOrange, 0.02), MOTOR_X, 0.21, 0),
            put(box([0.12, 0.2, 0.24], PALETTE.castIron, 0.02), VOLUTE_X, 0.24, 0),
            put(motor(), MOTOR_X, AXIS, 0),
            // The cowl's ring, and the guard over the coupling.
            put(
              place(
                lathe(
                  [
                    [0.16, 0],
                    [0.17, 0],
                    [0.172, 0.13],
                    [0.16, 0.13],
                    [0.16, 0],
                  ],
                  PALETTE.powerOrangeDark,
                  { segments: 24 },
                ),
                { rotation: [0, 0, radians(-90)] },
              ),
              MOTOR_X + 0.26,
              AXIS,
              0,
            ),
            put(drum(0.085, 0.2, PALETTE.climateAmber, 18, 0.01), -0.09, AXIS, 0),
            put(drum(0.11, 0.12, PALETTE.castIron, 20, 0.02), -0.26, AXIS, 0),
            // Volute: a snail that grows toward the outlet.
            put(
              place(ball(0.235, PALETTE.castIron, { segments: 22, rings: 10 }), { scale: [0.62, 1, 1] }),
              VOLUTE_X,
              AXIS,
              0,
            ),
            put(
              place(ball(0.2, PALETTE.castIron, { segments: 18, rings: 8 }), { scale: [0.7, 1, 1] }),
              VOLUTE_X,
              AXIS + 0.07,
              0.05,
            ),
            put(cylinder(0.1, 0.3, PALETTE.castIron, { segments: 20, top: 0.075 }), VOLUTE_X, AXIS + 0.06, 0),
            put(outlet.plate, VOLUTE_X, AXIS + 0.36, 0, upward),
            put(drum(0.09, 0.22, PALETTE.castIron, 20), -0.57, AXIS, 0),
            put(suction.plate, -0.66, AXIS, 0),
            // The pipes: suction goes down at the left, delivery leaves upward and back.
            tube(
              bend(
                [
                  [-0.66, AXIS, 0],
                  [-0.86, AXIS, 0],
                  [-0.86, -0.1, 0],
                ],
                0.12,
                6,
              ),
              0.07,
              PALETTE.pipeBlue,
              { sides: 18 },
            ),
            tube(
              bend(
                [
                  [VOLUTE_X, AXIS + 0.36, 0],
                  [VOLUTE_X, 1.02, 0],
                  [VOLUTE_X, 1.02, -0.26],
                  [VOLUTE_X, -0.1, -0.26],
                ],
                0.1,
                6,
              ),
              0.058,
              PALETTE.pipeBlue,
              { sides: 18 },
            ),
            put(dial.painted, ...dialAt),
            put(enclosure([0.26, 0.34, 0.14], PALETTE.powerOrange), 0.72, 1.02, -0.14),
            tube(
              curve(
                [0.72, 0.84, -0.14],
                [0.72, 0.66, -0.14],
                [0.4, 0.8, -0.06],
                [MOTOR_X - 0.05, AXIS + 0.24, -0.04],
                12,
              ),
              0.012,
              PALETTE.cable,
              { sides: 7 },
            ),
          ),
        ],
      },
      { name: 'spin_fan', at: [MOTOR_X + 0.34, AXIS, 0], parts: [part('painted', fan())] },
      lamp([0.81, 1.188, -0.12], 0.022),
      label(1.5),
    ],
    clips: [
      {
        name: 'spin',
        tracks: [
          {
            node: 'spin_fan',
            path: 'rotation',
            times: [0, 0.15, 0.3, 0.45, 0.6],
            values: [0, 1, 2, 3, 4].map((quarter) => axisAngle([1, 0, 0], (quarter * Math.PI) / 2)),
          },
        ],
      },
    ],
  };
}
