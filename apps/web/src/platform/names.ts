import type { WeatherKind } from 'farm3d-engine/weather';
import type { ProductModel, GrowthModel } from '@farm3d/api';
import { locale, term } from './locale.ts';

/** The name of a product model or of a part of one in the present language. */
export const labelOf = (names: { code: string; name: string; nameEn: string }): string =>
  locale.value === 'en' && names.nameEn !== '' ? names.nameEn : term(names.code, names.name || names.code);

/** The name of a product type: that of its first product model, else its code. */
export function productTypeName(models: readonly ProductModel[], type: string): string {
  const first = models.find(({ productTypeCode }) => productTypeCode === type);
  return first ? labelOf(first) : type;
}

type Named = Pick<GrowthModel, 'crop' | 'cropEn'>;

/** Name of a crop of the tables in the present language. */
export const cropName = ({ crop, cropEn }: Named): string =>
  locale.value === 'en' ? (cropEn ?? crop) : crop;

/** Name of a crop by its Chinese name: of the tables in the present language, else as it was entered. */
export function cropNamed(crop: string, models: readonly Named[]): string {
  const model = models.find((one) => one.crop === crop);
  return model ? cropName(model) : crop;
}

/** Words of a weather service, precipitation first: '多云转小雨' is rain. */
const WORDS: readonly (readonly [string, WeatherKind])[] = [
  ['雪', 'snow'],
  ['雨', 'rain'],
  ['多云', 'cloudy'],
  ['阴', 'overcast'],
  ['晴', 'sunny'],
];

/** Weather kind of a weather service's text (Spec §7: it contains 多云, 阴, 晴, 雨 or 雪); null: unknown. */
export function weatherKind(text: string | null): WeatherKind | null {
  return WORDS.find(([word]) => text?.includes(word))?.[1] ?? null;
}
