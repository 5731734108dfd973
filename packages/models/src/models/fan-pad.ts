import { box } from '../kit/box.ts';
import { blend, PALETTE } from '../kit/colour.ts';
import { merge, type Geometry } from '../kit/geometry.ts';
import { lathe } from '../kit/lathe.ts';
import { place } from '../kit/place.ts';
import { sheet } from '../kit/sheet.ts';
import { tube } from '../kit/tube.ts';
import { axisAngle, radians, type Vec3 } from '../kit/vector.ts';
import { part, type Model } from '../model.ts';
import { disc, enclosure, label, lamp, pad, put, ring, rod } from './parts.ts';

/** Fan at −X, wet pad at +X, both fronts toward +Z. */
const FAN: Vec3 = [-0.5, 0.72, 0];
const FAN_HALF = 0.5;
const RADIUS = 0.44;
const PAD_X = 0.5;
const PAD = { width: 0.86, height: 1.08, depth: 0.15, y: 0.7 };

/** The wet pad: upright flutes of brown paper, darker below where it stays wet. */
function wetPad(): Geometry {
  const flutes = 40;
  const front = sheet(
    (u, v) => {
      const wave = 0.012 * Math.cos(u * flutes * Math.PI) * (0.6 + 0.4 * Math.sin(v * 60));
      return [(u - 0.5) * PAD.width, (v - 0.5) * PAD.height, PAD.depth / 2 + wave];
    },
    flutes,
    8,
    (u, v) => {
      const wet = blend(PALETTE.padBrown, PALETTE.soilWet, 0.55 * (1 - v) ** 1.5);
      return blend(wet, PALETTE.soilWet, Math.round(u * flutes) % 2 === 0 ? 0 : 0.5);
    },
  );
  return merge([front, place(front, { rotation: [0, Math.PI, 0] })]);
}

function blades(): Geometry {
  const blade = sheet(
    (u, v) => {
      const r = 0.08 + u * (RADIUS - 0.11);
      const twist = radians(50 - 26 * u);
      const chord = (v - 0.5) * (0.12 + 0.12 * u);
      return [r, chord * Math.cos(twist), chord * Math.sin(twist)];
    },
    3,
    2,
    PALETTE.aluminium,
  );
  const hub = place(
    lathe(
      [
        [0, -0.06],
        [0.085, -0.06],
        [0.095, -0.05],
        [0.095, 0.04],
        [0.06, 0.075],
        [0, 0.085],
      ],
      PALETTE.graphite,
      { segments: 18 },
    ),
    { rotation: [radians(90), 0, 0] },
  );
  return merge([
    hub,
    ...Array.from({ length: 6 }, (_, i) => place(blade, { rotation: [0, 0, (i * Math.PI) / 3] })),
  ]);
}

/** The fan's square plate with its round mouth. */
const mouth = (z: number, back: boolean): Geometry => {
  const plate = sheet(
    (u, v) => {
      const a = (back ? -1 : 1) * u * Math.PI * 2;
      const square = FAN_HALF / Math.max(Math.abs(Math.cos(a)), Math.abs(Math.sin(a)));
      const r = RADIUS + (1 - v) * (square - RADIUS);
      return [r * Math.cos(a), r * Math.sin(a), z];
    },
    48,
    1,
    PALETTE.powderWhite,
  );
  return plate;
};

/** An exhaust fan beside its wet pad. `spin_fan` turns; clip `spin`. */
export function fanPad(): Model {
  const [fx, fy] = FAN;
  const spokes = Array.from({ length: 6 }, (_, i) => {
    const a = (i * Math.PI) / 6;
    const [c, s] = [Math.cos(a) * RADIUS, Math.sin(a) * RADIUS];
    return rod([fx - c, fy - s, 0.16], [fx + c, fy + s, 0.16], 0.005, PALETTE.galvanisedDark, 4);
  });
  const rings = [0.12, 0.23, 0.34, 0.43].map((r) =>
    place(ring(r, 0.0045, PALETTE.galvanisedDark, 24), {
      rotation: [Math.PI / 2, 0, 0],
      at: [fx, fy, 0.163],
    }),
  );
  const wall = (sx: number, sy: number, x: number, y: number, colour = PALETTE.powderWhite) =>
    put(box([sx, sy, 0.28], colour, 0.012), x, y, 0);
  return {
    name: 'fan-pad',
    nodes: [
      {
        name: 'body',
        parts: [
          part('matte', pad(2.06, 0.08, 0.56)),
          part(
            'metal',
            ...spokes,
            ...rings,
            put(disc(0.1, 0.16, PALETTE.galvanisedDark, 18), fx, fy, -0.08),
            rod([fx - 0.46, fy, -0.1], [fx + 0.46, fy, -0.1], 0.02, PALETTE.galvanisedDark),
          ),
          part(
            'painted',
            wall(1.08, 0.05, fx, fy + FAN_HALF + 0.02),
            wall(1.08, 0.05, fx, fy - FAN_HALF - 0.02),
            wall(0.05, 1.0, fx - FAN_HALF - 0.02, fy),
            wall(0.05, 1.0, fx + FAN_HALF + 0.02, fy),
            put(mouth(0.06, false), fx, fy, 0),
            put(mouth(-0.06, true), fx, fy, 0),
            // The inlet cone behind the mouth.
            put(
              place(
                lathe(
                  [
                    [RADIUS - 0.004, 0.07],
                    [RADIUS - 0.02, -0.06],
                    [RADIUS - 0.004, -0.07],
                    [RADIUS + 0.006, 0],
                    [RADIUS + 0.004, 0.07],
                    [RADIUS - 0.004, 0.07],
                  ],
                  PALETTE.powderGrey,
                  { segments: 32 },
                ),
                { rotation: [radians(90), 0, 0] },
              ),
              fx,
              fy,
              0,
            ),
            ...[-0.42, 0.42].map((x) => put(box([0.1, 0.12, 0.24], PALETTE.graphite, 0.01), fx + x, 0.13, 0)),
            // The pad's frame: gutter below, water pipe above.
            put(box([PAD.width + 0.1, 0.1, 0.24], PALETTE.powderWhite, 0.014), PAD_X, 0.13, 0),
            put(
              box([PAD.width + 0.1, 0.1, 0.22], PALETTE.powderWhite, 0.014),
              PAD_X,
              PAD.y + PAD.height / 2 + 0.03,
              0,
            ),
            ...[-1, 1].map((s) =>
              put(
                box([0.05, PAD.height + 0.06, 0.2], PALETTE.powderWhite, 0.01),
                PAD_X + s * (PAD.width / 2 + 0.02),
                PAD.y,
                0,
              ),
            ),
            tube(
              [
                [PAD_X - 0.5, 0.16, -0.16],
                [PAD_X - 0.5, PAD.y + PAD.height / 2 + 0.11, -0.16],
                [PAD_X - 0.5, PAD.y + PAD.height / 2 + 0.11, 0],
                [PAD_X + 0.46, PAD.y + PAD.height / 2 + 0.11, 0],
              ],
              0.026,
              PALETTE.waterBlue,
              { sides: 12 },
            ),
            put(enclosure([0.22, 0.28, 0.12], PALETTE.climateAmber), 0, 1.05, 0.2),
          ),
          part('matte', put(wetPad(), PAD_X, PAD.y, 0)),
        ],
      },
      { name: 'spin_fan', at: [fx, fy, 0.02], parts: [part('leaf', blades())] },
      lamp([0.07, 1.188, 0.21], 0.02),
      label(1.65),
    ],
    clips: [
      {
        name: 'spin',
        tracks: [
          {
            node: 'spin_fan',
            path: 'rotation',
            times: [0, 0.2, 0.4, 0.6, 0.8],
            values: [0, 1, 2, 3, 4].map((quarter) => axisAngle([0, 0, 1], (quarter * Math.PI) / 2)),
          },
        ],
      },
    ],
  };
}
