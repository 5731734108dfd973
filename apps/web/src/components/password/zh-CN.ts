import { addTexts } from '../../platform/locale.ts';

/** Texts of the change of a password. */
export const zhCN = {
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
