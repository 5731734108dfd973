import { invitationsZhCN } from '../../messages/invitations.zh-CN.ts';
import { addTexts } from '../../platform/locale.ts';

/** Like `t` of the platform, with the texts of invitations. */
export const t = addTexts(
  invitationsZhCN,
  async () => (await import('../../messages/invitations.en.ts')).invitationsEn,
);
