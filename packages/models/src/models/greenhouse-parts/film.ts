import { PALETTE } from '../../kit/colour.ts';
import { panel } from '../../kit/extrude.ts';
import { merge, type Geometry } from '../../kit/geometry.ts';
import { place } from '../../kit/place.ts';
import { sheet } from '../../kit/sheet.ts';
import { arch, CURB, EAVE, gableOutline, HALF_WIDTH, LENGTH, RIB_SPACING, RIBS, SKIRT } from './profile.ts';

/** Film lies this far outside the ribs' axes, metres, and sags inward between them. */
const OUT = 0.03;
const SAG = 0.045;
const STEPS_PER_RIB = 4;
const COLUMNS = (RIBS - 1) * STEPS_PER_RIB;

const sag = (u: number): number => SAG * Math.sin((Math.PI * u * LENGTH) / RIB_SPACING) ** 2;

const x = (u: number): number => (u - 0.5) * LENGTH;

/** The fixed film: roof, the wall toward −Z, both skirts and both gables. */
export function film(door: { half: number; top: number }): Geometry {
  const roof = sheet(
    (u, v) => {
      const { y, z } = arch(1 - v, OUT - sag(u));
      return [x(u), y, z];
    },
    COLUMNS,
    26,
    PALETTE.film,
  );
  const wall = sheet(
    (u, v) => [x(1 - u), SKIRT + v * (EAVE - SKIRT), -(HALF_WIDTH + OUT - sag(u) * Math.sin(Math.PI * v))],
    COLUMNS,
    4,
    PALETTE.film,
  );
  const gable = panel(gableOutline(CURB, door), PALETTE.film);
  return merge([
    roof,
    wall,
    place(gable, { at: [LENGTH / 2 + OUT, 0, 0], rotation: [0, Math.PI / 2, 0] }),
    place(gable, { at: [-LENGTH / 2 - OUT, 0, 0], rotation: [0, -Math.PI / 2, 0] }),
  ]);
}

/** The fixed strips of stronger film at the foot of both side walls. */
export function skirts(): Geometry {
  const strip = sheet((u, v) => [x(u), CURB + v * (SKIRT - CURB), HALF_WIDTH + OUT], 1, 1, PALETTE.filmSkirt);
  return merge([strip, place(strip, { rotation: [0, Math.PI, 0] })]);
}
