import { addTexts } from '../../platform/locale.ts';

/** Texts of the command palette. */
export const zhCN = {
  'palette.label': '搜索页面、设备、场景和操作',
  'palette.pages': '页面',
  'palette.actions': '操作',
  'palette.devices': '设备',
  'palette.scenes': '场景',
  'palette.none': '没有符合“{query}”的内容',
  'palette.searching': '正在查找设备和场景…',
  'palette.failed': '没能查找设备和场景：{reason}',
  'palette.action.device': '新建设备',
  'palette.action.linkage': '新建联动',
  'palette.action.workOrder': '新建工单',
  'palette.action.productModel': '新建产品型号',
  'palette.action.silent': '查看一天没有上报的设备',
  'palette.action.wall': '大屏模式',
  'palette.action.language': '切换为 English',
  'palette.action.light': '使用浅色外观',
  'palette.action.dark': '使用深色外观',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
