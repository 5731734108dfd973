import { type Sourced, sourced } from './sources.ts';

export type DroughtCode = 'NONE' | 'LIGHT' | 'MODERATE' | 'SEVERE' | 'EXTREME';

export interface DroughtGrade {
  /** 0 none … 4 extreme. */
  readonly level: 0 | 1 | 2 | 3 | 4;
  readonly code: DroughtCode;
  readonly zh: string;
  readonly en: string;
}

/** The five grades of GB/T 32136 and GB/T 20481. */
export const DROUGHT_GRADES = [
  { level: 0, code: 'NONE', zh: '无旱', en: 'No drought' },
  { level: 1, code: 'LIGHT', zh: '轻旱', en: 'Light drought' },
  { level: 2, code: 'MODERATE', zh: '中旱', en: 'Moderate drought' },
  { level: 3, code: 'SEVERE', zh: '重旱', en: 'Severe drought' },
  { level: 4, code: 'EXTREME', zh: '特旱', en: 'Extreme drought' },
] as const satisfies readonly DroughtGrade[];

/** Soil classes of the moisture grades. */
export type SoilClass = 'sand' | 'loam' | 'clay';

/** Relative soil moisture (%) below which a soil is in light, moderate, severe, extreme drought. */
export const SOIL_MOISTURE_THRESHOLDS: Record<SoilClass, Sourced<readonly [number, number, number, number]>> = {
  loam: sourced([60, 50, 40, 30], 'gbt-20481', 'published'),
  sand: sourced([55, 45, 35, 25], 'gbt-32136', 'unverified'),
  clay: sourced([65, 55, 45, 35], 'gbt-32136', 'unverified'),
};

/** SPI or SPEI at or below which a period is in light, moderate, severe, extreme drought. */
export const INDEX_THRESHOLDS: Sourced<readonly [number, number, number, number]> = sourced(
  [-0.5, -1, -1.5, -2],
  'gbt-20481',
  'published',
);

/** How sensitive a crop is to drought in its stage. */
export type WaterSensitivity = 'seedling' | 'critical' | 'other';

/** Factor a on relative soil moisture by stage, and the depth that counts, m. GB/T 32136 §5.2. */
export const STAGE_FACTORS: Record<WaterSensitivity, { factor: Sourced<number>; depth: Sourced<number> }> = {
  seedling: {
    factor: sourced(1.1, 'gbt-32136', 'unverified'),
    depth: sourced(0.2, 'gbt-32136', 'unverified'),
  },
  critical: {
    factor: sourced(0.9, 'gbt-32136', 'unverified'),
    depth: sourced(0.5, 'gbt-32136', 'unverified'),
  },
  other: {
    factor: sourced(1, 'gbt-32136', 'unverified'),
    depth: sourced(0.5, 'gbt-32136', 'unverified'),
  },
};
