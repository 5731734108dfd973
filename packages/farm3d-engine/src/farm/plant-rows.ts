import { check } from '../core/check.ts';

/** Plants in a line at equal distances. Metres, in the frame of the field; y is up. */
export interface PlantRow {
  /** x of the first plant, metres. */
  readonly x: number;
  /** Height of the ground at the first plant, metres. */
  readonly y: number;
  /** z of the first plant, metres. */
  readonly z: number;
  /** Step from plant to plant along x, metres. */
  readonly stepX: number;
  /** Step from plant to plant along z, metres. */
  readonly stepZ: number;
  /** Number of plants, 1 … 65,535. */
  readonly count: number;
  /** Seed of random variation, 0 … 16,777,215; equal seeds give equal rows. Default: the row's index. */
  readonly seed?: number;
}

/** Size of a row, in main memory and again on the graphics card. */
export const ROW_BYTES = 32;
export const ROW_FLOATS = ROW_BYTES / 4;
/** Maximum plants of a row. */
export const ROW_PLANTS = 65_535;

/** Random variation between plants. */
export interface PlantVariation {
  /** Offset from the position as a share of the distance, 0 … 1. Default 0.25. */
  readonly scatter?: number;
  /** Difference between the smallest and the largest plant as a share of the size, 0 … 1. Default 0.3. */
  readonly size?: number;
}

/** Growth of the plants of a field in their stage; single plants are slightly ahead or behind. */
export interface PlantGrowth {
  /** Scale at the start of the stage. */
  readonly from: number;
  /** Scale at the end of the stage. */
  readonly to: number;
  /** 0 at the start, 1 at the end. */
  readonly progress: number;
}

/** Transform of one plant. */
export interface PlacedPlant {
  /** Metres in the frame of the field. */
  readonly x: number;
  /** Height of its foot, metres in the frame of the field. */
  readonly y: number;
  /** Metres in the frame of the field. */
  readonly z: number;
  /** Rotation about the vertical axis, radians, 0 … 2π. */
  readonly yaw: number;
  /** Scale of the model. */
  readonly size: number;
  /** Brightness of its leaves, 0 … 1. */
  readonly tint: number;
}

/** Share of a stage between the earliest and the latest plant. */
export const GROWTH_SPREAD = 0.2;

/** @throws FarmError `invalid-argument` */
export function packRows(rows: readonly PlantRow[]): Float32Array<ArrayBuffer> {
  const packed = new Float32Array(rows.length * ROW_FLOATS);
  let at = 0;
  for (const [index, { x, y, z, stepX, stepZ, count, seed = index }] of rows.entries()) {
    for (const [part, value] of Object.entries({ x, y, z, stepX, stepZ }))
      check(Number.isFinite(value), `rows[${index}].${part}`, value);
    check(Math.hypot(stepX, stepZ) > 0, `rows[${index}].stepX`, stepX);
    check(Number.isInteger(count) && count >= 1 && count <= ROW_PLANTS, `rows[${index}].count`, count);
    check(Number.isInteger(seed) && seed >= 0 && seed <= 0xff_ff_ff, `rows[${index}].seed`, seed);
    packed[at++] = x;
    packed[at++] = y;
    packed[at++] = z;
    packed[at++] = count;
    packed[at++] = stepX;
    packed[at++] = stepZ;
    packed[at++] = seed;
    packed[at++] = 0;
  }
  return packed;
}

/** Pseudo-random 32 bits (PCG); the shader has the same function. */
function plantHash(value: number): number {
  const state = (Math.imul(value, 747_796_405) + 2_891_336_453) >>> 0;
  const word = Math.imul((state >>> ((state >>> 28) + 4)) ^ state, 277_803_737) >>> 0;
  return ((word >>> 22) ^ word) >>> 0;
}

/** The computation of the shader on the CPU: for picking, labels and tests. */
export function plantAt(
  rows: Float32Array,
  row: number,
  index: number,
  growth: PlantGrowth,
  { scatter = 0.25, size = 0.3 }: PlantVariation = {},
): PlacedPlant {
  const at = row * ROW_FLOATS;
  const [x, y, z, , stepX, stepZ, seed] = rows.subarray(at, at + ROW_FLOATS) as unknown as number[] as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const chance = plantHash((Math.imul(seed, 65_536) + index) >>> 0);
  const part = (shift: number) => ((chance >>> shift) & 255) / 255;
  const tint = (plantHash(chance) & 255) / 255;
  const along = index + (part(16) - 0.5) * scatter;
  const across = (part(24) - 0.5) * scatter;
  const ownProgress = Math.min(1, Math.max(0, growth.progress + (tint - 0.5) * GROWTH_SPREAD));
  return {
    x: x + stepX * along - stepZ * across,
    y,
    z: z + stepZ * along + stepX * across,
    yaw: part(0) * Math.PI * 2,
    size: (growth.from + (growth.to - growth.from) * ownProgress) * (1 + (part(8) - 0.5) * size),
    tint,
  };
}
