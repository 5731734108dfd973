import { addTexts } from '../../platform/locale.ts';

/** Texts of the dialogs with the user's organisations and personal data. */
export const zhCN = {
  'workplaces.title': '我的组织',
  'workplaces.current': '当前',
  'workplaces.inactive': '已停用',
  'workplaces.switch': '切换',
  'workplaces.leave': '退出',
  'workplaces.leave.message': '退出后，您在 {name} 的密钥与嵌入令牌随之失效；须再次受邀才能回来。',
  'workplaces.leave.last': '这是您唯一的组织：退出后须接受新的邀请才能登录。',
  'workplaces.left': '已退出 {name}',
  'profile.area': '地区',
  'profile.area.hint': '场景中的实时天气按这个地区查询。',
  'profile.area.placeholder': '请选择',
  'profile.area.required': '请选择地区',
  'profile.province': '省份',
  'profile.city': '城市',
  'profile.county': '区县',
  'profile.town': '乡镇',
  'profile.village': '村庄',
  'profile.saved': '保存成功！',
  'profile.failed': '没能保存：{reason}',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
