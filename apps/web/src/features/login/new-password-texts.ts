import { newPasswordZhCN } from '../../messages/new-password.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** A text of a new password by e-mail in the present language. Reading it in a component subscribes to the language. */
export const t = addTexts(
  newPasswordZhCN,
  async () => (await import('../../messages/new-password.en.ts')).newPasswordEn,
);
