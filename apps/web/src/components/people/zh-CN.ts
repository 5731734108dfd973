import { addTexts } from '../../platform/locale.ts';

/** Texts of invitations and passwords. */
export const zhCN = {
  'invitations.invitee': '被邀请人',
  'invitations.invitee.hint': '用户名或邮箱；填写已有用户名时，只有该账号可以接受',
  'invitations.days': '有效天数',
  'invitations.link.title': '给 {name} 的邀请链接',
  'invitations.link.hint': '链接只显示这一次，只能使用一次，{date} 前有效。请用安全的方式转交。',
  'invitations.link': '邀请链接',
  'invitations.done': '已转交',
  'password.title': '修改初始密码',
  'password.why': '{name} 的密码由服务器生成，仅显示过一次。请换成只有您知道的密码，再继续使用。',
  'password.current': '当前密码',
  'password.new': '新密码',
  'password.hint': '至少 15 个字符，可以是一句话',
  'password.tooShort': '密码至少15个字符，可以是一句话',
  'password.same': '新密码不能与原密码相同',
  'password.submit': '修改密码',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
