import { productModelsZhCN } from '../../messages/product-models.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

export { labelOf } from '../../platform/product-name.ts';

/** Like `t` of the platform, with the texts of the pages about product models. */
export const t = addTexts(
  productModelsZhCN,
  async () => (await import('../../messages/product-models.en.ts')).productModelsEn,
);
