import { filesZhCN } from '../../messages/files.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about files. */
export const t = addTexts(filesZhCN, async () => (await import('../../messages/files.en.ts')).filesEn);
