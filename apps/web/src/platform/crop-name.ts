import type { GrowthModel } from '@farm3d/api';
import { locale } from './locale.ts';

type Named = Pick<GrowthModel, 'crop' | 'cropEn'>;

/** Name of a crop of the tables in the present language. */
export const cropName = ({ crop, cropEn }: Named): string =>
  locale.value === 'en' ? (cropEn ?? crop) : crop;

/** Name of a crop by its Chinese name: of the tables in the present language, else as it was entered. */
export function cropNamed(crop: string, models: readonly Named[]): string {
  const model = models.find((one) => one.crop === crop);
  return model ? cropName(model) : crop;
}
