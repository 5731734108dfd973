import type { GrowthModel, PlantConfiguration } from '@farm3d/api';
import { cropNamed } from '../../../platform/names.ts';

export interface CropChoice {
  readonly crop: string;
  /** In the present language. */
  readonly name: string;
  readonly isOwn: boolean;
}

/** Crops to select from: the user's own first, then those with a growth model; the present crop is always included. */
export function cropChoices(
  models: readonly Pick<GrowthModel, 'crop' | 'cropEn'>[],
  own: readonly Pick<PlantConfiguration, 'crop'>[],
  growing: string | null,
): CropChoice[] {
  const ownNames = new Set(own.map(({ crop }) => crop));
  const names = new Set([...ownNames, ...models.map((one) => one.crop), ...(growing ? [growing] : [])]);
  return [...names].map((crop) => ({
    crop,
    name: cropNamed(crop, models),
    isOwn: ownNames.has(crop),
  }));
}
