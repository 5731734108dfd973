import { agronomyZhCN } from '../../messages/agronomy.zh-CN.ts';
import { addTexts, type MessageKey } from '../../platform/locale.ts';

/** Name of a text of this feature, or of every screen. */
export type AgronomyKey = keyof typeof agronomyZhCN | MessageKey;

/** Like `t` of the platform, with the texts of this feature. */
export const t = addTexts(
  agronomyZhCN,
  async () => (await import('../../messages/agronomy.en.ts')).agronomyEn,
);
