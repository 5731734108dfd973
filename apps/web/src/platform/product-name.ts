import type { ProductModel } from '@farm3d/api';
import { locale, term } from './locale.ts';

/** The name of a product model or of a part of one in the present language. */
export const labelOf = (names: { code: string; name: string; nameEn: string }): string =>
  locale.value === 'en' && names.nameEn !== '' ? names.nameEn : term(names.code, names.name || names.code);

/** The name of a product type: that of its first product model, else its code. */
export function productTypeName(models: readonly ProductModel[], type: string): string {
  const first = models.find(({ productTypeCode }) => productTypeCode === type);
  return first ? labelOf(first) : type;
}
