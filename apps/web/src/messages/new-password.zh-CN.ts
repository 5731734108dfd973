/** Texts of the page that chooses a new password by e-mail. */
export const newPasswordZhCN = {
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

export type NewPasswordTextKey = keyof typeof newPasswordZhCN;
