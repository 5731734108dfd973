import { addTexts } from '../../platform/locale.ts';

/** Texts of the page about files. */
export const zhCN = {
  'files.title': '文件',
  'files.subtitle': '本组织上传的图片与文档',
  'files.count': '共 {n} 个文件',
  'files.upload': '上传文件',
  'files.export': '导出组织数据',
  'files.search': '按文件名查找',
  'files.empty.title': '还没有文件',
  'files.empty.hint': '上传图片或文档；在表单中上传的文件也会出现在这里。',
  'files.noMatch.title': '没有找到文件',
  'files.noMatch.hint': '换个名称再找，或清除查找内容。',
  'files.choose': '选择 {name}',
  'files.chosen': '已选 {n} 个',
  'files.none': '取消选择',
  'files.download': '打包下载',
  'files.download.busy': '正在打包…',
  'files.download.limit': '一次最多打包 {n} 个文件',
  'files.archive.name': '文件.zip',
  'files.delete.message': '删除这 {n} 个文件？用到它们的页面将不再显示，且无法恢复。',
  'files.delete.others': '其中 {n} 个由他人上传，您不能删除，将保留。',
  'files.delete.title': '删除文件',
  'files.by': '{name} 上传',
  'files.by.unknown': '上传人未知',
  'files.details.type': '类型',
  'files.details.size': '大小',
  'files.details.pixels': '尺寸',
  'files.details.pixels.value': '{width} × {height} 像素',
  'files.details.author': '上传人',
  'files.details.time': '上传时间',
  'files.details.read': '谁可以查看',
  'files.details.read.value': '本组织的所有成员',
  'files.details.remove': '谁可以删除',
  'files.details.remove.value': '上传人与管理员',
  'files.details.gone': '文件已被删除',
  'files.details.original': '打开原文件',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
