import { FarmError } from '../core/errors.ts';

/** Plants in a line at even distances. Metres, in the frame of the field; y is up. */
export interface PlantRow {
  /** Where the first plant stands. */
  readonly x: number;
  /** Of the ground at the first plant, metres. */
  readonly y: number;
  /** Of the first plant, metres. */
  readonly z: number;
  /** From a plant to the next. */
  readonly stepX: number;
  /** From a plant to the next, to the south, metres. */
  readonly stepZ: number;
  /** Whole, 1 … 65,535. */
  readonly count: number;
  /** Whole, 0 … 16,777,215; rows with the same seed look the same. Default: the row's index. */
  readonly seed?: number;
}

/** What a row takes, in main memory and again on the graphics card. */
export const ROW_BYTES = 32;
export const ROW_FLOATS = ROW_BYTES / 4;
/** Most plants in a row. */
export const ROW_PLANTS = 65_535;

/** How plants differ from one another. */
export interface PlantVariation {
  /** Part of the distance that a plant may stand off its place, 0 … 1. Default 0.25. */
  readonly scatter?: number;
  /** Part of the size by which the smallest and the largest differ, 0 … 1. Default 0.3. */
  readonly size?: number;
}

/** How far the plants of a field have grown in their stage: the same for all, and each a little ahead or behind. */
export interface PlantGrowth {
  /** Factor of the model's size when the stage begins and when it ends. */
  readonly from: number;
  /** Factor of the model's size when the stage ends. */
  readonly to: number;
  /** 0 when it begins, 1 when it ends. */
  readonly progress: number;
}

/** One plant as the graphics card places it. */
export interface PlacedPlant {
  /** Metres in the frame of the field. */
  readonly x: number;
  /** Of its foot, metres in the frame of the field. */
  readonly y: number;
  /** Metres in the frame of the field. */
  readonly z: number;
  /** Turn about the upright axis, radians, 0 … 2π. */
  readonly yaw: number;
  /** Factor of the model's size. */
  readonly size: number;
  /** 0 … 1; how light its leaves are. */
  readonly tint: number;
}

/** Part of a stage that the earliest plant is ahead of the latest. */
export const GROWTH_SPREAD = 0.2;

/** @throws FarmError `invalid-argument` */
export function packRows(rows: readonly PlantRow[]): Float32Array<ArrayBuffer> {
  const packed = new Float32Array(rows.length * ROW_FLOATS);
  let at = 0;
  for (const [index, { x, y, z, stepX, stepZ, count, seed = index }] of rows.entries()) {
    const isWhole = Number.isInteger(count) && Number.isInteger(seed);
    const isPlace = Number.isFinite(x + y + z) && Math.hypot(stepX, stepZ) > 0;
    if (!isWhole || !isPlace || count < 1 || count > ROW_PLANTS || seed < 0 || seed > 0xff_ff_ff)
      throw new FarmError('invalid-argument', { reason: `row ${index}` });
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

/** 32 bits that look like chance (PCG); the shader has the same. */
function plantHash(value: number): number {
  const state = (Math.imul(value, 747_796_405) + 2_891_336_453) >>> 0;
  const word = Math.imul((state >>> ((state >>> 28) + 4)) ^ state, 277_803_737) >>> 0;
  return ((word >>> 22) ^ word) >>> 0;
}

/** What the shader computes, on the processor: to pick, to label and to check. */
export function placePlant(
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
  const grown = Math.min(1, Math.max(0, growth.progress + (tint - 0.5) * GROWTH_SPREAD));
  return {
    x: x + stepX * along - stepZ * across,
    y,
    z: z + stepZ * along + stepX * across,
    yaw: part(0) * Math.PI * 2,
    size: (growth.from + (growth.to - growth.from) * grown) * (1 + (part(8) - 0.5) * size),
    tint,
  };
}
