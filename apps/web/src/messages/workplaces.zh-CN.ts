/** Texts of the dialog with the organisations of the user. */
export const workplacesZhCN = {
  'workplaces.title': '我的组织',
  'workplaces.current': '当前',
  'workplaces.inactive': '已停用',
  'workplaces.switch': '切换',
  'workplaces.leave': '退出',
  'workplaces.leave.message': '退出后，您在 {name} 的密钥与嵌入令牌随之失效；须再次受邀才能回来。',
  'workplaces.leave.last': '这是您唯一的组织：退出后须接受新的邀请才能登录。',
  'workplaces.left': '已退出 {name}',
} as const;
