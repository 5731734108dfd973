import { passwordZhCN } from '../../messages/password.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** A text of the change of a password in the present language. Reading it in a component subscribes to the language. */
export const t = addTexts(
  passwordZhCN,
  async () => (await import('../../messages/password.en.ts')).passwordEn,
);
