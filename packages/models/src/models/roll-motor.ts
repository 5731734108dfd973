import { box } from '../kit/box.ts';
import { PALETTE } from '../kit/colour.ts';
import { merge } from '../kit/geometry.ts';
import { cylinder } from '../kit/lathe.ts';
import { sheet } from '../kit/sheet.ts';
import { curve, tube } from '../kit/tube.ts';
import { axisAngle, mix, type Vec3 } from '../kit/vector.ts';
import { part, type Model } from '../model.ts';
import { drum, enclosure, label, lamp, pad, pole, put, rod } from './parts.ts';

/** The motor climbs the guide pole between these heights: film down, film up. */
const LOW = 0.5;
const HIGH = 1.72;
const REST = 0.45;
/** The tube winds this many quarter turns on its way up. */
const QUARTERS = 16;

const heightAt = (opening: number): number => mix(LOW, HIGH, opening);
const FILM = { from: 0.2, to: 0.98, top: 1.9 };
const filmScale = (opening: number): Vec3 => [
  1,
  Math.max(0.06, (FILM.top - heightAt(opening)) / (FILM.top - LOW)),
  1,
];

/**
 * A rolling-film motor: it climbs its guide pole and winds the film from below. `open_carriage` rises,
 * `spin_tube` on it turns, `open_film` shortens; the clip `open` runs from closed (0 s) to open (1 s).
 */
export function rollMotor(): Model {
  const times = Array.from({ length: QUARTERS + 1 }, (_, i) => i / QUARTERS);
  const carriage = (opening: number): Vec3 => [0, heightAt(opening), 0];
  return {
    name: 'roll-motor',
    nodes: [
      {
        name: 'body',
        parts: [
          part('matte', pad(0.34, 0.05), put(pad(0.24, 0.05), 1, 0, 0)),
          part(
            'metal',
            put(pole(0.026, 2.05, 0.1), 0, 0.05, 0),
            put(pole(0.022, 1.95, 0.09), 1, 0.05, 0),
            // The eave rail that the film hangs from.
            rod([-0.12, FILM.top, 0.02], [1.06, FILM.top, 0.02], 0.02, PALETTE.galvanised),
            ...[LOW - 0.12, HIGH + 0.12].map((y) =>
              put(cylinder(0.04, 0.03, PALETTE.galvanisedDark, { segments: 12 }), 0, y, 0),
            ),
          ),
          part(
            'painted',
            put(enclosure([0.24, 0.32, 0.13], PALETTE.climateAmber), 1, 1.28, 0.09),
            put(cylinder(0.032, 0.025, PALETTE.graphite, { segments: 12 }), 0, 2.1, 0),
            put(cylinder(0.028, 0.025, PALETTE.graphite, { segments: 12 }), 1, 2.0, 0),
            // Limit switches at both ends of the way.
            ...[LOW - 0.05, HIGH + 0.2].map((y) =>
              put(box([0.05, 0.07, 0.04], PALETTE.gaugeRed, 0.006), 0, y, 0.045),
            ),
            tube(
              curve([0.94, 1.12, 0.09], [0.9, 0.5, 0.16], [0.3, 0.35, 0.2], [0.03, 0.42, 0.08], 14),
              0.008,
              PALETTE.cable,
              { sides: 6 },
            ),
          ),
        ],
      },
      {
        name: 'open_carriage',
        at: carriage(REST),
        parts: [
          part(
            'painted',
            // Gear box with the motor barrel below, rollers on both sides of the pole.
            put(box([0.17, 0.17, 0.13], PALETTE.powderWhite, 0.02), 0.02, 0, 0.06),
            put(box([0.1, 0.1, 0.02], PALETTE.climateAmber, 0.006), 0.02, 0, 0.13),
            put(cylinder(0.056, 0.2, PALETTE.graphite, { segments: 18, bevel: 0.012 }), 0.02, -0.27, 0.06),
            put(cylinder(0.06, 0.03, PALETTE.climateAmber, { segments: 18 }), 0.02, -0.11, 0.06),
            ...[-0.06, 0.06].map((y) => put(drum(0.024, 0.05, PALETTE.rubber, 12), 0.02, y, -0.045)),
            put(box([0.09, 0.16, 0.02], PALETTE.galvanisedDark, 0.004), 0.02, 0, -0.075),
            put(drum(0.035, 0.05, PALETTE.galvanisedDark, 14), 0.13, 0, 0.05),
          ),
        ],
        children: [
          {
            name: 'spin_tube',
            at: [0.15, 0, 0.05],
            parts: [
              part(
                'painted',
                put(drum(0.034, 0.82, PALETTE.film, 16), 0.43, 0, 0),
                put(drum(0.026, 0.9, PALETTE.powderWhite, 14), 0.45, 0, 0),
                merge(
                  [0.12, 0.32, 0.54, 0.74].map((x) =>
                    put(box([0.05, 0.016, 0.05], PALETTE.waterBlue, 0.004), x, 0.032, 0),
                  ),
                ),
              ),
            ],
          },
        ],
      },
      {
        name: 'open_film',
        at: [0, FILM.top, 0.055],
        scale: filmScale(REST),
        parts: [
          part(
            'rollFilm',
            sheet(
              (u, v) => [
                mix(FILM.from, FILM.to, u),
                (v - 1) * (FILM.top - LOW),
                0.01 * Math.sin(u * 18) * Math.sin(v * Math.PI),
              ],
              12,
              3,
              PALETTE.film,
            ),
          ),
        ],
      },
      lamp([1.08, 1.438, 0.1], 0.02),
      label(2.4),
    ],
    clips: [
      {
        name: 'open',
        tracks: [
          { node: 'open_carriage', path: 'translation', times: [0, 1], values: [carriage(0), carriage(1)] },
          { node: 'open_film', path: 'scale', times: [0, 1], values: [filmScale(0), filmScale(1)] },
          {
            node: 'spin_tube',
            path: 'rotation',
            times,
            values: times.map((_, i) => axisAngle([1, 0, 0], (-i * Math.PI) / 2)),
          },
        ],
      },
    ],
  };
}
