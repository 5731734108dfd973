import { box } from '../kit/box.ts';
import { PALETTE } from '../kit/colour.ts';
import { GeometryBuilder, type Geometry } from '../kit/geometry.ts';
import { cylinder } from '../kit/lathe.ts';
import { sheet } from '../kit/sheet.ts';
import type { Vec3 } from '../kit/vector.ts';
import { part, type Model } from '../model.ts';
import { enclosure, label, lamp, pad, pole, put, rod } from './parts.ts';

/** The lit area, metres: two wide to one high, as the 96 × 48 dots of the product. */
const WIDTH = 1.8;
const HEIGHT = 0.9;
const CENTRE_Y = 1.95;
/** The face lies before the cabinet's front. */
const FACE_Z = 0.088;
const POSTS = 0.62;

/** What shows until there is a programme: a leaf and three bars, one sign a dot. */
const DOTS = [
  '................................',
  '.......gg.......................',
  '.....gggg..................aa...',
  '....ggggg..................aa...',
  '...gggggg..................aa...',
  '..ggggggg............aa....aa...',
  '..gggggg.............aa....aa...',
  '..ggggg..............aa....aa...',
  '..gggg.g.......aa....aa....aa...',
  '..ggg.gg.......aa....aa....aa...',
  '...g.gg........aa....aa....aa...',
  '....g..........aa....aa....aa...',
  '...g...........aa....aa....aa...',
  '..g.........aaaaaaaaaaaaaaaaaaa.',
  '................................',
  '................................',
];

function dots(): Geometry {
  const builder = new GeometryBuilder();
  const step = WIDTH / 32;
  DOTS.forEach((row, r) =>
    row.split('').forEach((sign, c) => {
      if (sign === '.') return;
      const [x, y, h] = [-WIDTH / 2 + (c + 0.5) * step, HEIGHT / 2 - (r + 0.5) * step, step * 0.41];
      const colour = sign === 'g' ? PALETTE.pixelGreen : PALETTE.pixelAmber;
      builder.face(
        [
          [x - h, y - h, 0],
          [x + h, y - h, 0],
          [x + h, y + h, 0],
          [x - h, y + h, 0],
        ],
        colour,
      );
    }),
  );
  return builder.build();
}

/**
 * A field display on two posts. `face` is a plane with texture coordinates for the programme; `glow_dots`
 * before it is shown without one: hide it when `face` has an image.
 */
export function ledScreen(): Model {
  const face: Vec3 = [0, CENTRE_Y, FACE_Z];
  const louvres = Array.from({ length: 6 }, (_, i) =>
    put(box([0.5, 0.012, 0.014], PALETTE.graphite), 0, CENTRE_Y - 0.18 + i * 0.05, -0.085),
  );
  return {
    name: 'led-screen',
    nodes: [
      {
        name: 'body',
        parts: [
          part('matte', put(pad(0.42, 0.06), -POSTS, 0, -0.02), put(pad(0.42, 0.06), POSTS, 0, -0.02)),
          part(
            'metal',
            ...[-POSTS, POSTS].map((x) => put(pole(0.045, 2.36, 0.15), x, 0.06, -0.13)),
            rod([-POSTS, CENTRE_Y - 0.3, -0.13], [POSTS, CENTRE_Y - 0.3, -0.13], 0.025, PALETTE.galvanised),
            rod([-POSTS, CENTRE_Y + 0.3, -0.13], [POSTS, CENTRE_Y + 0.3, -0.13], 0.025, PALETTE.galvanised),
          ),
          part(
            'painted',
            put(box([WIDTH + 0.12, HEIGHT + 0.12, 0.15], PALETTE.graphite, 0.018), 0, CENTRE_Y, 0),
            // The frame around the face stands proud of it; a hood keeps the sun off.
            ...[-1, 1].flatMap((s) => [
              put(
                box([0.035, HEIGHT + 0.07, 0.03], PALETTE.powderGrey, 0.006),
                s * (WIDTH / 2 + 0.02),
                CENTRE_Y,
                0.085,
              ),
              put(
                box([WIDTH + 0.07, 0.035, 0.03], PALETTE.powderGrey, 0.006),
                0,
                CENTRE_Y + s * (HEIGHT / 2 + 0.02),
                0.085,
              ),
            ]),
            put(
              box([WIDTH + 0.16, 0.018, 0.24], PALETTE.powderWhite, 0.006),
              0,
              CENTRE_Y + HEIGHT / 2 + 0.075,
              0.06,
              [0.12, 0, 0],
            ),
            put(enclosure([0.26, 0.34, 0.14], PALETTE.graphite), POSTS, 1.08, -0.02),
            ...louvres,
            ...[-POSTS, POSTS].map((x) =>
              put(cylinder(0.05, 0.03, PALETTE.graphite, { segments: 14 }), x, 2.41, -0.13),
            ),
          ),
        ],
      },
      {
        name: 'face',
        at: face,
        parts: [
          part(
            'screen',
            sheet((u, v) => [(u - 0.5) * WIDTH, (v - 0.5) * HEIGHT, 0], 1, 1, PALETTE.pixelOff),
          ),
        ],
      },
      { name: 'glow_dots', at: [0, CENTRE_Y, FACE_Z + 0.004], parts: [part('pixels', dots())] },
      { name: 'anchor_face', at: face },
      lamp([POSTS + 0.08, 1.248, 0], 0.02),
      label(2.8),
    ],
  };
}
