import { addTexts } from '../../platform/locale.ts';

export const zhCN = {
  'start.title': '欢迎使用',
  'start.step': '第 {n} 步，共 {total} 步',
  'start.language': '语言、单位与组织',
  'start.organisation': '组织名称',
  'start.organisation.hint': '合作社、农场或企业的名称，之后可以修改。',
  'start.place': '农场位置',
  'start.place.hint': '地图从这里开始；天气、日照和日出日落按它计算。',
  'start.place.centre': '位置',
  'start.device': '从哪里开始',
  'start.device.hint': '添加第一台真实设备，并看着第一条数据到达；也可以先看看。',
  'start.device.add': '添加第一台设备',
  'start.demo': '先看示范农场',
  'start.demo.hint': '示范设备的数据是模拟的；以 FARM3D_DEMO=0 启动的新安装没有示范农场。',
  'start.empty': '从空白开始',
  'start.next': '下一步',
  'start.skip': '跳过',
  'start.skipAll': '全部跳过',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
