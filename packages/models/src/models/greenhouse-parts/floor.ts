import { box } from '../../kit/box.ts';
import { blend, PALETTE } from '../../kit/colour.ts';
import { merge, type Geometry } from '../../kit/geometry.ts';
import { place } from '../../kit/place.ts';
import { seeded } from '../../kit/random.ts';
import { sheet } from '../../kit/sheet.ts';
import { HALF_WIDTH, LENGTH } from './profile.ts';

/** Half the width of the concrete path down the middle. */
const PATH = 0.6;
const PATH_TOP = 0.03;
/** Beds: centres of the three on each side, and their half width. */
export const BED_CENTRES = [1.14, 2.24, 3.34];
const BED_HALF = 0.42;
const BED_HEIGHT = 0.15;
const FURROW = 0.02;
/** Beds end before the gables, where the cross path runs. */
export const BED_END = LENGTH / 2 - 1;
/** Drip lines lie this far on both sides of a bed's centre. */
const LINE_OFFSET = 0.2;

const smooth = (t: number): number => {
  const c = Math.min(1, Math.max(0, t));
  return c * c * (3 - 2 * c);
};

/** Height of the soil at a distance from the path's middle. */
export function soilHeight(z: number): number {
  const near = Math.min(...BED_CENTRES.map((centre) => Math.abs(Math.abs(z) - centre)));
  return FURROW + (BED_HEIGHT - FURROW) * smooth((BED_HALF + 0.1 - near) / 0.2);
}

/** Every drip line: its place across and its height. */
export const DRIP_LINES = [-1, 1].flatMap((side) =>
  BED_CENTRES.flatMap((centre) =>
    [-LINE_OFFSET, LINE_OFFSET].map((offset) => ({
      z: side * (centre + offset),
      y: soilHeight(centre + offset) + 0.012,
    })),
  ),
);

/** Soil on one side of the path with raised beds, darker where the drip lines wet it. */
function soil(side: 1 | -1): Geometry {
  const random = seeded(side > 0 ? 11 : 29);
  const outer = HALF_WIDTH - 0.06;
  const columns = 30;
  const noise = Array.from({ length: 4096 }, random);
  return sheet(
    (u, v) => {
      const z = side > 0 ? outer - v * (outer - PATH) : -PATH - v * (outer - PATH);
      const along = (u - 0.5) * 2 * BED_END;
      const crumble = (noise[Math.floor((u * 731 + v * 977) * 13) % noise.length]! - 0.5) * 0.018;
      const edge = u === 0 || u === 1 ? FURROW : soilHeight(z) + crumble;
      return [along, edge, z];
    },
    columns,
    44,
    (u, _v, [, , z]) => {
      const wet = DRIP_LINES.reduce((most, line) => Math.max(most, 1 - Math.abs(line.z - z) / 0.17), 0);
      const grain = noise[Math.floor(u * 3989 + Math.abs(z) * 1021) % noise.length]!;
      const dry = blend(PALETTE.soilDry, PALETTE.soilMid, 0.25 + grain * 0.75);
      return blend(dry, PALETTE.soilWet, smooth(wet * 1.3) * (0.75 + 0.25 * grain));
    },
  );
}

/** The floor: what devices stand on. Soil beds, the path and the cross paths at both doors. */
export function floor(): Geometry {
  // Every slab was poured on another day.
  const random = seeded(5);
  const slab = (sx: number, sz: number, x: number, z: number) =>
    place(box([sx, PATH_TOP, sz], blend(PALETTE.concrete, PALETTE.concreteDark, random() * 0.55), 0.004), {
      at: [x, PATH_TOP / 2, z],
    });
  const parts: Geometry[] = [soil(1), soil(-1)];
  // Slabs with joints every 2.05 m, and an apron before each door.
  const joint = 0.012;
  const count = 12;
  const step = (2 * BED_END) / count;
  for (let i = 0; i < count; i++) parts.push(slab(step - joint, PATH * 2, -BED_END + (i + 0.5) * step, 0));
  for (const end of [-1, 1]) {
    const x = end * (BED_END + (LENGTH / 2 - BED_END) / 2);
    for (const z of [-2.6, 0, 2.6]) parts.push(slab(LENGTH / 2 - BED_END - joint, 2.6 - joint, x, z));
    parts.push(slab(1.1, 2.2, end * (LENGTH / 2 + 0.65), 0));
  }
  return merge(parts);
}
