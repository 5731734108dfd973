import { agronomyZhCN } from '../../messages/agronomy.zh-CN.ts';
import { addTexts, type MessageKey } from '../../platform/locale.ts';

/** Name of a text of this feature, or of every screen. */
export type AgronomyKey = keyof typeof agronomyZhCN | MessageKey;

/** A text, as `t` of the platform; this feature's own among them. */
export const t = addTexts(
  agronomyZhCN,
  async () => (await import('../../messages/agronomy.en.ts')).agronomyEn,
);
