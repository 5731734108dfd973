import { blend, PALETTE } from '../../kit/colour.ts';
import { merge, type Geometry } from '../../kit/geometry.ts';
import { Plant } from '../../kit/plant.ts';
import type { LeafShape } from '../../kit/plant-parts.ts';
import { place } from '../../kit/place.ts';
import { seeded } from '../../kit/random.ts';
import { part, type Copy, type ModelNode } from '../../model.ts';
import { MAIZE } from '../crops/cereals.ts';
import type { Stage } from '../crops/parts.ts';
import { TOMATO } from '../crops/vines.ts';
import { ROW_END, ROWS } from './multi-span.ts';
import { terrain } from './parts.ts';

/** The maize plot beyond the lane: its middle and size, metres. Rows run along Z. */
const PLOT = { x: 34, z: -5.5, width: 23, depth: 21 };
/** Between two rows of maize, metres. */
const MAIZE_ROWS = 0.8;

/** As many triangles as the plant has near. */
const WHOLE = Infinity;
/** Rows of tomatoes that a walk through the greenhouse comes close to. */
const SEEN_Z = [6, 10] as const;
/** One in so many of the finest tomato rows throws a shadow: between them nobody misses the others'. */
const SHADED_OF = 3;

/** A short row of plants along an axis, no two alike, whose middle is the origin: copied down the rows of a field. */
function rowOf(
  stages: readonly (Stage | undefined)[],
  axis: 'x' | 'z',
  apart: number,
  triangles: number,
  seed: number,
): Geometry {
  const random = seeded(seed);
  const plants = stages.map((grow, i) => {
    const plant = new Plant();
    grow?.(plant, seeded(seed + i * 7));
    const along = (i - (stages.length - 1) / 2) * apart + (random() - 0.5) * apart * 0.2;
    const aside = (random() - 0.5) * 0.1;
    return place(triangles === WHOLE ? plant.near() : plant.far(triangles), {
      at: axis === 'x' ? [along, 0, aside] : [aside, 0, along],
      rotation: [0, random() * 6.28, 0],
      scale: 0.92 + random() * 0.16,
    });
  });
  return merge(plants);
}

/** Tomatoes on their strings in every row of the greenhouse; a farther level has half as many. */
export function tomatoes(isNear: boolean): ModelNode[] {
  const random = seeded(99);
  const stages = [TOMATO['ripe'], TOMATO['fruit'], TOMATO['ripe'], TOMATO['ripe'], TOMATO['fruit']];
  const apart = isNear ? 0.56 : 1.2;
  const size = isNear ? 1.1 : 1.4;
  const step = apart * stages.length;
  const [seen, others]: [Copy[], Copy[]] = [[], []];
  for (const z of ROWS)
    for (let x = -ROW_END + step / 2 + 0.1; x < ROW_END - step / 2 + 0.3; x += step)
      (isNear && z > SEEN_Z[0] && z < SEEN_Z[1] ? seen : others).push({
        at: [x, 0.17, z],
        yaw: random() < 0.5 ? 0 : Math.PI,
        scale: [1, 1.08 + random() * 0.12, size],
      });
  const node = (name: string, triangles: number, copies: Copy[]): ModelNode => ({
    name,
    parts: [part('leaf', rowOf(stages, 'x', apart, triangles, 41))],
    copies,
  });
  return isNear
    ? [
        node(
          'crops_tomato_seen',
          WHOLE,
          seen.filter((_, i) => i % SHADED_OF === 0),
        ),
        node(
          'crops_tomato_seen_unshaded',
          WHOLE,
          seen.filter((_, i) => i % SHADED_OF !== 0),
        ),
        node('crops_tomato', 60, others),
      ]
    : [node('crops_tomato', 24, others)];
}

/** A leaf of maize in a few triangles: the ribbon that is left of it ten metres away. */
const RIBBON: LeafShape = {
  stations: [
    [0, 0.5],
    [0.4, 1],
    [1, 0],
  ],
};

/** Maize at tasselling for the middle of a field: its habit, at a fifth of the triangles. */
const plainMaize: Stage = (plant, random) => {
  const height = 2.1;
  plant.stem({
    path: [
      [0, 0, 0],
      [0, height, 0],
    ],
    radius: 0.02,
    colour: PALETTE.leafMid,
    sides: 2,
  });
  for (let i = 0; i < 8; i++)
    plant.leaf({
      at: [0, height * (0.3 + i * 0.08), 0],
      heading: (i % 2) * Math.PI + (random() - 0.5) * 0.9,
      rise: 1.05 - random() * 0.2,
      length: 0.95 - Math.abs(i - 3) * 0.09,
      width: 0.13,
      shape: RIBBON,
      droop: 1.9 + random() * 0.5,
      fold: 0.14,
      roll: (random() - 0.5) * 1.4,
      dark: PALETTE.leafDark,
      light: PALETTE.leafLight,
    });
  for (let i = 0; i < 3; i++)
    plant.leaf({
      at: [0, height * 0.96, 0],
      heading: i * 2.1,
      rise: i === 0 ? 1.5 : 1.1,
      length: 0.34,
      width: 0.035,
      shape: RIBBON,
      droop: 0.4,
      dark: PALETTE.strawDark,
      light: PALETTE.grain,
    });
};

/**
 * Maize at tasselling: full plants at the edges that people look at, lighter ones behind them. Only the
 * edges throw shadows: the shadow map is fitted to the greenhouse and ends a few rows into the plot.
 */
export function maize(isNear: boolean): ModelNode[] {
  const random = seeded(7);
  const stages = [MAIZE['tass'], MAIZE['fill'], MAIZE['tass'], MAIZE['tass']];
  const apart = isNear ? 0.5 : 1.1;
  const step = apart * stages.length;
  const [edge, inner]: [Copy[], Copy[]] = [[], []];
  const [west, south] = [PLOT.x - PLOT.width / 2 + 0.7, PLOT.z + PLOT.depth / 2 - 0.7];
  for (let x = west; x < PLOT.x + PLOT.width / 2 - 0.5; x += MAIZE_ROWS * (isNear ? 1 : 4 / 3))
    for (let z = south - step / 2; z > PLOT.z - PLOT.depth / 2 + step / 2; z -= step) {
      const isSeen = isNear && (x - west < 2 || south - z < step);
      const size = 0.9 + random() * 0.16;
      (isSeen ? edge : inner).push({
        at: [x + (random() - 0.5) * 0.08, 0.02, z],
        yaw: random() < 0.5 ? 0 : Math.PI,
        scale: [size * (isNear ? 1 : 1.35), size, 1],
      });
    }
  const node = (name: string, grown: readonly (Stage | undefined)[], triangles: number, copies: Copy[]) => ({
    name,
    parts: [part('leaf', rowOf(grown, 'z', apart, triangles, 23))],
    copies,
  });
  const plain = stages.map(() => plainMaize);
  return isNear
    ? [node('crops_maize_edge', stages, 150, edge), node('crops_maize_unshaded', plain, WHOLE, inner)]
    : [node('crops_maize_unshaded', plain, 22, inner)];
}

/** The plot's soil with a ridge under each row. */
export function plotSoil(isNear: boolean): Geometry {
  const { x: cx, z: cz, width, depth } = PLOT;
  const edge = (x: number, z: number): number =>
    Math.min(1, Math.max(0, Math.min(width / 2 - Math.abs(x), depth / 2 - Math.abs(z)) / 0.6));
  const ridge = (x: number): number =>
    0.5 + 0.5 * Math.cos(((x + width / 2 - 0.7) / MAIZE_ROWS) * Math.PI * 2);
  return place(
    terrain(
      width,
      depth,
      isNear ? [116, 16] : [40, 6],
      (x, z) => -0.06 + edge(x, z) * (0.04 + 0.07 * ridge(x)),
      (x, z, grain) => {
        const soil = blend(
          blend(PALETTE.soilMid, PALETTE.soilDry, ridge(x) * 0.7 + 0.3 * grain),
          PALETTE.soilWet,
          0.3 * grain,
        );
        return blend(PALETTE.turf, soil, edge(x, z));
      },
      12,
    ),
    { at: [cx, 0, cz] },
  );
}
