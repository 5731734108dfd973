import { addTexts } from '../../platform/locale.ts';

export const zhCN = {
  'logs.subtitle': '谁改了什么、对设备下了什么指令',
  'logs.parts': '日志的种类',
  'logs.audit': '审计日志',
  'logs.operations': '设备操作',
  'logs.none': '没有符合条件的记录',
  'logs.username': '用户名',
  'logs.action': '操作名称',
  'logs.from': '从',
  'logs.to': '到',
  'logs.filter': '筛选',
  'logs.clear': '清除筛选',
  'logs.export': '导出 CSV',
  'logs.export.limit': '记录超过 {n} 条，只导出最新的 {n} 条；请缩小时间范围',
  'logs.verify': '校验完整性',
  'logs.verify.intact': '{n} 条记录完整，未被改动',
  'logs.verify.broken': '第 {n} 条记录被改动或缺失',
  'logs.platform': '平台',
  'logs.time': '时间',
  'logs.user': '用户',
  'logs.address': '地址',
  'logs.target': '对象',
  'logs.device': '设备',
  'logs.command': '指令',
  'logs.state': '结果',
  'logs.number': '序号',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
