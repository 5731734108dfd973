import { linkagesZhCN } from '../../messages/linkages.zh-CN.ts';
import { addTexts, locale } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of the pages about linkages. */
export const t = addTexts(
  linkagesZhCN,
  async () => (await import('../../messages/linkages.en.ts')).linkagesEn,
);

/** A list in the present language: 'a, b'. */
export const listText = (parts: readonly string[]): string => parts.join(locale.value === 'en' ? ', ' : '、');
