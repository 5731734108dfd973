import { addTexts } from '../../platform/locale.ts';

export const zhCN = {
  'departments.subtitle': '组织的部门与下级',
  'departments.count': '{n} 个部门',
  'departments.new': '新建部门',
  'departments.below': '新建下级部门',
  'departments.rename': '改名',
  'departments.menu': '{name} 的操作',
  'departments.name': '名称',
  'departments.parent': '上级：{name}',
  'departments.save': '保存',
  'departments.people': '{n} 人',
  'departments.none': '还没有部门',
  'departments.none.hint': '部门用于整理用户：在用户页面为每人选择部门。',
  'departments.saved': '已保存',
  'departments.removed': '已删除 {name}',
  'departments.remove.message': '将删除“{name}”及其全部下级部门。其中的用户保留，不再属于任何部门。',
} as const;

/** A text in the present language; reading it in a component subscribes to the language. */
export const t = addTexts(zhCN, () => import('./en.ts'));
