import type { GrowthModel, PlantConfiguration } from '@farm3d/api';

export interface CropChoice {
  readonly crop: string;
  /** Null for a crop that has none. */
  readonly modelId: string | null;
  readonly isOwn: boolean;
}

/** Crops to select from: the user's own first, then those with a growth model; the present crop is always included. */
export function cropChoices(
  models: readonly Pick<GrowthModel, 'id' | 'crop'>[],
  own: readonly Pick<PlantConfiguration, 'crop'>[],
  growing: string | null,
): CropChoice[] {
  const idOf = new Map(models.map(({ id, crop }) => [crop, id]));
  const ownNames = new Set(own.map(({ crop }) => crop));
  const names = new Set([...ownNames, ...idOf.keys(), ...(growing ? [growing] : [])]);
  return [...names].map((crop) => ({
    crop,
    modelId: idOf.get(crop) ?? null,
    isOwn: ownNames.has(crop),
  }));
}
