/** Texts of the page that accepts an invitation. */
export const invitationZhCN = {
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
} as const;
