import { profileZhCN } from '../messages/profile.zh-CN.ts';
import { addTexts } from '../platform/locale.ts';

/** A text of the personal data in the present language. Reading it in a component subscribes to the language. */
export const t = addTexts(profileZhCN, async () => (await import('../messages/profile.en.ts')).profileEn);
