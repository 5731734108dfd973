import { addTexts } from '../../platform/locale.ts';

/** Texts of the page of the organisation's archives, and of its deletion. */
export const zhCN = {
  'organisationData.title': '组织数据',
  'organisationData.subtitle': '导出组织拥有的全部数据，或永久删除组织',
  'organisationData.forbidden.title': '仅供组织管理员使用',
  'organisationData.forbidden.hint': '请联系本组织的管理员。',
  'organisationData.exports': '导出',
  'organisationData.exports.hint':
    '一个压缩包，内含全部数据表（JSON Lines）、设备读数和文件，保留 7 天。不含密码、密钥等机密，但含联系方式，请妥善保管。',
  'organisationData.exports.none': '还没有导出',
  'organisationData.exports.new': '导出全部数据',
  'organisationData.export.running': '正在导出 {percent}%',
  'organisationData.export.done': '可以下载 · {size}',
  'organisationData.export.failed': '导出没有完成，请重试',
  'organisationData.export.download': '下载',
  'organisationData.export.remove': '删除 {date} 的导出',
  'organisationData.export.removed': '导出已删除',
  'organisationData.delete': '永久删除组织',
  'organisationData.delete.hint':
    '设备、读数、场景、文件和规则全部删除，无法恢复；只属于本组织的账号一并删除。审计日志保留。请先导出数据。',
  'organisationData.delete.owners': '只有组织的所有者可以删除组织。',
  'organisationData.delete.open': '删除 {name}…',
  'organisationData.delete.title': '永久删除 {name}？',
  'organisationData.delete.message':
    '从现在起没有人能在 {name} 中工作，设备消息被拒绝，全部数据随后删除，无法恢复。',
  'organisationData.delete.name': '请输入组织名称以确认',
  'organisationData.delete.name.wrong': '请准确输入：{name}',
  'organisationData.delete.submit': '永久删除',
  'organisationData.delete.begun': '正在删除 {name}',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
