import { finite, physical } from './checked.ts';
import {
  DROUGHT_GRADES,
  type DroughtGrade,
  INDEX_THRESHOLDS,
  SOIL_MOISTURE_THRESHOLDS,
  type SoilClass,
  STAGE_FACTORS,
  type WaterSensitivity,
} from './data/drought-grades.ts';
import { findTexture, SOIL_TEXTURES, type SoilTexture } from './data/soil-textures.ts';
import { AgronomyError } from './reason.ts';

/** Column of the drought table for a texture or class; loam, with a note, when it is unknown. */
export function soilClassOf(
  texture: string | null | undefined,
  textures: readonly SoilTexture[] = SOIL_TEXTURES,
): { soilClass: SoilClass; assumed: boolean } {
  const known = findTexture(texture, textures)?.soilClass.value;
  if (known !== undefined) return { soilClass: known, assumed: false };
  return { soilClass: 'loam', assumed: true };
}

/** The grade of a value by four descending thresholds. */
export function gradeBelow(
  value: number,
  thresholds: readonly number[],
  includeEqual: boolean,
): DroughtGrade {
  const level = thresholds.filter((limit) => (includeEqual ? value <= limit : value < limit)).length;
  return DROUGHT_GRADES[level] ?? DROUGHT_GRADES[0];
}

/** Drought grade of a relative soil moisture in %. GB/T 32136-2015 table 2: a value at a threshold has the milder grade. */
export function rsmGrade(input: { rsm: number; texture?: string | null }): DroughtGrade & {
  textureAssumed: boolean;
} {
  const { soilClass, assumed } = soilClassOf(input.texture);
  const grade = gradeBelow(finite(input.rsm, 'rsm'), SOIL_MOISTURE_THRESHOLDS[soilClass].value, false);
  return { ...grade, textureAssumed: assumed };
}

/** Drought grade of an SPI or SPEI: −0.5 itself is light. */
export function gradeOfIndex(
  index: number,
  thresholds: readonly number[] = INDEX_THRESHOLDS.value,
): DroughtGrade {
  return gradeBelow(finite(index, 'index'), thresholds, true);
}

/** Drought grade of an SPI. */
export function spiGrade(index: number): DroughtGrade {
  return gradeOfIndex(index);
}

/** A layer for {@link rsm}: contents in one unit, m³/m³ or mass percent alike. */
export interface MoistLayer {
  vwc: number;
  fieldCapacity: number;
  /** Weight of the layer: its thickness, m. Default 1. */
  thickness?: number | null;
}

/** Relative soil moisture in %: stage factor × mean of water content over field capacity. GB/T 32136 §5.2. */
export function rsm(input: {
  layers: readonly MoistLayer[];
  stage?: WaterSensitivity | null;
  /** Factor of the stage; that of the built-in table otherwise. */
  factor?: number | null;
}): number {
  let share = 0;
  let weight = 0;
  for (const layer of input.layers) {
    const capacity = physical(layer.fieldCapacity, 'fieldCapacity', 'soilWater');
    if (capacity <= 0) throw new AgronomyError('out_of_range', 'fieldCapacity', capacity);
    const thickness = layer.thickness ?? 1;
    share += (thickness * physical(layer.vwc, 'vwc', 'soilWater')) / capacity;
    weight += thickness;
  }
  if (!(weight > 0)) throw new AgronomyError('no_soil_moisture', 'layers');
  const factor = input.factor ?? STAGE_FACTORS[input.stage ?? 'other'].factor.value;
  return (factor * 100 * share) / weight;
}
