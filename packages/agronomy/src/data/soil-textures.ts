import type { SoilClass } from './drought-grades.ts';
import { type Sourced, sourced } from './sources.ts';

export type TextureId =
  | 'sand'
  | 'loamySand'
  | 'sandyLoam'
  | 'loam'
  | 'siltLoam'
  | 'silt'
  | 'siltyClay'
  | 'clay';

/** Default hydraulic values of a soil texture: results then have `calibration: 'default'`. */
export interface SoilTexture {
  readonly id: TextureId;
  readonly zh: string;
  readonly en: string;
  /** m³/m³. */
  readonly fieldCapacity: Sourced<number>;
  readonly wiltingPoint: Sourced<number>;
  /** Its column in the drought table. */
  readonly soilClass: Sourced<SoilClass>;
}

function texture(
  id: TextureId,
  zh: string,
  en: string,
  limits: readonly [fieldCapacity: number, wiltingPoint: number],
  soilClass: SoilClass,
): SoilTexture {
  return {
    id,
    zh,
    en,
    fieldCapacity: sourced(limits[0], 'fao56-t19', 'unverified'),
    wiltingPoint: sourced(limits[1], 'fao56-t19', 'unverified'),
    soilClass: sourced(soilClass, 'ours', 'assumed'),
  };
}

export const SOIL_TEXTURES: readonly SoilTexture[] = [
  texture('sand', '砂土', 'Sand', [0.12, 0.045], 'sand'),
  texture('loamySand', '壤质砂土', 'Loamy sand', [0.15, 0.06], 'sand'),
  texture('sandyLoam', '砂壤土', 'Sandy loam', [0.23, 0.11], 'loam'),
  texture('loam', '壤土', 'Loam', [0.25, 0.12], 'loam'),
  texture('siltLoam', '粉砂壤土', 'Silt loam', [0.29, 0.15], 'loam'),
  texture('silt', '粉土', 'Silt', [0.32, 0.17], 'loam'),
  texture('siltyClay', '粉质黏土', 'Silty clay', [0.36, 0.23], 'clay'),
  texture('clay', '黏土', 'Clay', [0.36, 0.22], 'clay'),
];

/** The texture of an id, or undefined. */
export function findTexture(
  id: string | null | undefined,
  textures: readonly SoilTexture[] = SOIL_TEXTURES,
): SoilTexture | undefined {
  return textures.find((texture) => texture.id === id);
}
