import { addTexts } from '../../platform/locale.ts';

/** Texts of the pages that change a password, accept an invitation and choose a new password by e-mail. */
export const zhCN = {
  'invitation.title': '加入 {name}',
  'invitation.for': '给 {invitee} 的邀请，{date} 前有效。',
  'invitation.gone.title': '邀请无效',
  'invitation.gone': '链接不完整、已过期、已撤回或已使用。请向邀请人索取新的链接。',
  'invitation.toLogin': '去登录',
  'invitation.join': '以 {name} 加入',
  'invitation.other': '使用其他账号',
  'invitation.kind': '账号',
  'invitation.new': '我是新用户',
  'invitation.existing': '我已有账号',
  'invitation.displayName': '姓名',
  'invitation.password.hint': '至少 15 个字符，可以是一句话',
  'invitation.password.tooShort': '密码至少15个字符，可以是一句话',
  'invitation.accept.new': '创建账号并加入',
  'invitation.accept.existing': '登录并加入',
  'newPassword.title': '找回密码',
  'newPassword.why': '请输入账号的电子邮箱，我们会发送一个设置新密码的链接。',
  'newPassword.email': '电子邮箱',
  'newPassword.emailRequired': '请输入电子邮箱',
  'newPassword.send': '发送链接',
  'newPassword.sent.title': '请查收邮件',
  'newPassword.sent':
    '如果 {email} 是某个账号由管理员登记的邮箱，链接已发送。链接 30 分钟内有效，只能使用一次。没有收到时，请检查垃圾邮件，或联系管理员重设密码。',
  'newPassword.choose.title': '设置新密码',
  'newPassword.choose': '账号：{name}。设置后，该账号的所有登录和通行密钥都会失效。',
  'newPassword.new': '新密码',
  'newPassword.hint': '至少 15 个字符，可以是一句话',
  'newPassword.tooShort': '密码至少15个字符，可以是一句话',
  'newPassword.submit': '设置新密码',
  'newPassword.done.title': '密码已设置',
  'newPassword.done': '请用新密码登录。',
  'newPassword.gone.title': '链接无效',
  'newPassword.gone': '链接已使用、已过期或不完整。',
  'newPassword.again': '重新发送链接',
  'newPassword.toLogin': '返回登录',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
