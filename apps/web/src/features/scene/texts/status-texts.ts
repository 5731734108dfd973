import { statusZhCN } from '../../../messages/status.zh-CN.ts';
import { addTexts } from '../../../platform/locale.ts';

/** A text of the strip at the foot of a scene in the present language. Reading it in a component subscribes to the language. */
export const t = addTexts(statusZhCN, async () => (await import('../../../messages/status.en.ts')).statusEn);
