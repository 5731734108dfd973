import { invitationZhCN } from '../../messages/invitation.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** A text of an invitation in the present language. Reading it in a component subscribes to the language. */
export const t = addTexts(
  invitationZhCN,
  async () => (await import('../../messages/invitation.en.ts')).invitationEn,
);
