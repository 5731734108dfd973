import { addTexts } from '../../platform/locale.ts';

/** Texts of the link of an invitation. */
export const zhCN = {
  'invitations.invitee': '被邀请人',
  'invitations.invitee.hint': '用户名或邮箱；填写已有用户名时，只有该账号可以接受',
  'invitations.days': '有效天数',
  'invitations.link.title': '给 {name} 的邀请链接',
  'invitations.link.hint': '链接只显示这一次，只能使用一次，{date} 前有效。请用安全的方式转交。',
  'invitations.link': '邀请链接',
  'invitations.done': '已转交',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
