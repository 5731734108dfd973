import { box } from '../../kit/box.ts';
import { PALETTE } from '../../kit/colour.ts';
import { merge } from '../../kit/geometry.ts';
import { place } from '../../kit/place.ts';
import { sheet } from '../../kit/sheet.ts';
import { tube } from '../../kit/tube.ts';
import { axisAngle, mix, type Vec3 } from '../../kit/vector.ts';
import { part, type Clip, type ModelNode } from '../../model.ts';
import { BAY, EAVE, HALF_WIDTH, LENGTH, SKIRT } from './profile.ts';

/** The film hangs from here; the tube winds it up from below. Heights in metres. */
const TOP = EAVE - 0.05;
const CLOSED_Y = SKIRT - 0.04;
const OPEN_Y = TOP - 0.05;
const DROP = TOP - CLOSED_Y;
/** How far the film stands rolled up while nobody sets it: a mild morning. 0 closed, 1 open. */
const REST = 0.5;
/** The tube makes this many quarter turns on its way up. */
const QUARTERS = 20;
/** Rolled film grows the tube to this many times its radius. */
const GROWTH = 1.8;

/** Where film and tube are at an opening of 0 to 1. */
const filmScale = (opening: number): Vec3 => [1, mix(1, (TOP - OPEN_Y) / DROP, opening), 1];
const tubeAt = (opening: number): Vec3 => [0, mix(CLOSED_Y, OPEN_Y, opening), 0.05];
const tubeScale = (opening: number): Vec3 => [1, mix(1, GROWTH, opening), mix(1, GROWTH, opening)];

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
      scale: filmScale(REST),
      parts: [
        part(
          'rollFilm',
          sheet(
            (u, v) => [u * BAY, (v - 1) * DROP, 0.014 * Math.sin(u * Math.PI * 8) * Math.sin(v * Math.PI)],
            32,
            3,
            PALETTE.film,
          ),
        ),
      ],
    },
    {
      name: 'roll_tube',
      at: tubeAt(REST),
      scale: tubeScale(REST),
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
  const turns = Array.from({ length: QUARTERS + 1 }, (_, i) => i);
  const ends = [0, 1];
  return {
    name: 'roll',
    tracks: [
      { node: 'roll_film', path: 'scale', times: ends, values: ends.map(filmScale) },
      { node: 'roll_tube', path: 'translation', times: ends, values: ends.map(tubeAt) },
      { node: 'roll_tube', path: 'scale', times: ends, values: ends.map(tubeScale) },
      {
        node: 'roll_tube',
        path: 'rotation',
        times: turns.map((i) => i / QUARTERS),
        values: turns.map((i) => axisAngle([1, 0, 0], (-i * Math.PI) / 2)),
      },
    ],
  };
}
