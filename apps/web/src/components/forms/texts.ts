import { formZhCN } from '../../messages/form.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of form fields. */
export const t = addTexts(formZhCN, async () => (await import('../../messages/form.en.ts')).formEn);
