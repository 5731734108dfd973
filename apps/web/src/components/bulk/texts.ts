import { bulkZhCN } from '../../messages/bulk.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts about bulk actions. */
export const t = addTexts(bulkZhCN, async () => (await import('../../messages/bulk.en.ts')).bulkEn);
