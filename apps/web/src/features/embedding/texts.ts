import { embeddingZhCN } from '../../messages/embedding.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about embedding. */
export const t = addTexts(
  embeddingZhCN,
  async () => (await import('../../messages/embedding.en.ts')).embeddingEn,
);
