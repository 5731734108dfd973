import { addTexts } from '../../../platform/locale.ts';

/** Texts of the import of devices and of claims. */
export const zhCN = {
  'adding.more': '更多添加方式',
  'adding.import': '导入表格',
  'adding.claim': '凭认领码接收',
  'adding.import.hint':
    '选择 CSV 或 XLSX 表格，最多 1000 行。“名称”和“产品型号”两列必填；先预览，确认后才创建设备。',
  'adding.import.template': '下载空表格',
  'adding.import.choose': '选择表格',
  'adding.import.other': '换一个表格',
  'adding.import.checked': '{name}：{good} 台可以导入，{wrong} 行有误',
  'adding.import.row': '行',
  'adding.import.rest': '另有 {n} 行没有列出',
  'adding.import.submit': '导入 {n} 台设备',
  'adding.import.running': '正在创建设备：{done} / {total}',
  'adding.import.refused': '没有创建任何设备：表格中有 {n} 行有误',
  'adding.import.broken': '没能创建设备',
  'adding.import.done': '已创建 {n} 台设备',
  'adding.import.tokens': '令牌只在这里给出一次，请先下载再关闭。',
  'adding.import.save': '下载令牌',
  'adding.import.undo': '撤销导入',
  'adding.import.undone': '已撤销导入，{n} 台设备已删除',
  'adding.import.finish': '完成',
  'adding.integrations': 'LoRaWAN 与自动登记',
  'adding.claim.hint':
    '设备原来的所有者在设备页“共享”中生成认领码。接收后设备归本组织所有，可查看接收之后测得的数据；此前的数据仍归原所有者。',
  'adding.claim.code': '认领码',
  'adding.claim.submit': '接收设备',
  'adding.claim.done': '已接收设备“{name}”',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
