import { addTexts } from '../../platform/locale.ts';

/** Texts of bulk actions. */
export const zhCN = {
  'bulk.running': '正在处理',
  'bulk.done': '已处理 {done}/{total}',
  'bulk.failed': '{n} 项失败：{reason}',
  'bulk.stop': '停止',
  'bulk.undo': '撤销',
  'bulk.selected': '已选 {n} 台',
  'bulk.select.all': '选择全部 {n} 台',
  'bulk.select.none': '取消选择',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
