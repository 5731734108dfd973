import { box } from '../../kit/box.ts';
import { PALETTE } from '../../kit/colour.ts';
import { merge } from '../../kit/geometry.ts';
import { place } from '../../kit/place.ts';
import { sheet } from '../../kit/sheet.ts';
import { tube } from '../../kit/tube.ts';
import { axisAngle, mix, type Quat, type Vec3 } from '../../kit/vector.ts';
import { part, type Clip, type ModelNode } from '../../model.ts';
import { BAY, EAVE, HALF_WIDTH, LENGTH, SKIRT } from './profile.ts';

/** The film hangs from here; the tube winds it up from below. Heights in metres. */
const TOP = EAVE - 0.05;
const CLOSED_Y = SKIRT - 0.04;
const OPEN_Y = TOP - 0.05;
const DROP = TOP - CLOSED_Y;
/** The tube makes this many quarter turns on its way up. */
const QUARTERS = 20;
/** Rolled film grows the tube to this many times its radius. */
const GROWTH = 1.8;

/**
 * One bay of rolling film in the wall toward +Z. Its origin is the bay's start on the ground, and it
 * reaches 4.1 m along +X, so clones stand at whole multiples of BAY.
 */
export const rollFilmBay = (): ModelNode => ({
  name: 'roll_film_bay',
  at: [-LENGTH / 2, 0, HALF_WIDTH],
  children: [
    {
      name: 'roll_film',
      at: [0, TOP, 0.05],
      parts: [
        part(
          'rollFilm',
          sheet(
            (u, v) => [u * BAY, (v - 1) * DROP, 0.014 * Math.sin(u * Math.PI * 8) * Math.sin(v * Math.PI)],
            12,
            5,
            PALETTE.film,
          ),
        ),
      ],
    },
    {
      name: 'roll_tube',
      at: [0, CLOSED_Y, 0.05],
      parts: [
        part(
          'painted',
          tube(
            [
              [0, 0, 0],
              [BAY, 0, 0],
            ],
            0.026,
            PALETTE.powderWhite,
            { sides: 12 },
          ),
          // Clips that hold the film to the tube; they show that it turns.
          merge(
            [0.2, 1.03, 1.85, 2.67, 3.5].map((x) =>
              place(box([0.06, 0.016, 0.05], PALETTE.waterBlue, 0.004), { at: [x + 0.2, 0.022, 0] }),
            ),
          ),
        ),
      ],
    },
  ],
});

/** `roll`: time 0 s is closed, 1 s open, so that time is the opening. */
export function rollClip(): Clip {
  const times = Array.from({ length: QUARTERS + 1 }, (_, i) => i / QUARTERS);
  return {
    name: 'roll',
    tracks: [
      {
        node: 'roll_film',
        path: 'scale',
        times: [0, 1],
        values: [
          [1, 1, 1],
          [1, (TOP - OPEN_Y) / DROP, 1],
        ],
      },
      {
        node: 'roll_tube',
        path: 'translation',
        times: [0, 1],
        values: [
          [0, CLOSED_Y, 0.05],
          [0, OPEN_Y, 0.05],
        ],
      },
      {
        node: 'roll_tube',
        path: 'rotation',
        times,
        values: times.map((_, i): Quat => axisAngle([1, 0, 0], (-i * Math.PI) / 2)),
      },
      {
        node: 'roll_tube',
        path: 'scale',
        times: [0, 1],
        values: [0, 1].map((t): Vec3 => [1, mix(1, GROWTH, t), mix(1, GROWTH, t)]),
      },
    ],
  };
}
