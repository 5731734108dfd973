import type { QualityTier } from '../../render/quality.ts';
import type { DetailOptions } from './detail-options.ts';
import type { DetailKind } from './patch-shader.ts';

/** A tier that has the effects. */
export type DetailTier = Exclude<QualityTier, 'low'>;

const KINDS: Readonly<Record<DetailKind, number>> = {
  solid: 0,
  leafy: 1,
  grass: 2,
  ground: 3,
  tree: 4,
  sheer: 5,
};

/**
 * Taps of ambient shade by tier and kind. Leaves lie behind one another, and are drawn several times a pixel; film does not
 * cast ambient shade, and what is behind it has its own.
 */
const TAPS: Readonly<Record<DetailTier, Readonly<Record<DetailKind, number>>>> = {
  medium: { solid: 4, leafy: 3, grass: 0, ground: 4, tree: 0, sheer: 0 },
  high: { solid: 8, leafy: 5, grass: 3, ground: 8, tree: 4, sheer: 0 },
};

/** All names that the detail defines. */
export const DEFINES = [
  'FARM_DETAIL',
  'DETAIL_PARTS',
  'DETAIL_LEAFY',
  'DETAIL_TREE',
  'DETAIL_SWAY',
  'DETAIL_STILL',
  'DETAIL_TAPS',
  'DETAIL_RINGS',
  'DETAIL_FINE',
] as const;

/** What else decides about a shader. */
export interface DetailTraits {
  readonly isLeafy: boolean;
  /** Part of the base model. */
  readonly isBase: boolean;
  /** Never moves: part of the base model, or a plot. */
  readonly isStill: boolean;
  readonly options: DetailOptions;
}

/** Defines of a material's shader: what it draws, and how finely a tier draws it. */
export function definesOf(
  kind: DetailKind,
  tier: DetailTier,
  { isLeafy, isBase, isStill, options: { ground, leaves, air } }: DetailTraits,
): Record<string, string | number> {
  return {
    FARM_DETAIL: KINDS[kind],
    // Not read: shaders with other effects are other programs.
    DETAIL_PARTS: [ground, leaves, air].map(Number).join(''),
    DETAIL_TAPS: TAPS[tier][kind],
    ...(isLeafy && { DETAIL_LEAFY: '' }),
    ...(kind === 'tree' && { DETAIL_TREE: '' }),
    ...(isStill && { DETAIL_STILL: '' }),
    ...(isBase && isLeafy && { DETAIL_SWAY: '' }),
    ...(kind === 'ground' && { DETAIL_RINGS: tier === 'high' ? 2 : 1 }),
    ...(tier === 'high' && { DETAIL_FINE: '' }),
  };
}
