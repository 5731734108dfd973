import type { FormField } from '@farm3d/ui';

const OPTIONS = Array.from({ length: 8 }, (_, at) => ({ value: `${at + 1}`, label: `选项${at + 1}` }));

/** A field of every type, and of every rule. */
export const FIELDS: readonly FormField[] = [
  { key: 'name', type: 'text', label: '名称', required: true },
  { key: 'mobile', type: 'text', label: '手机', rule: 'phone', isHalf: true },
  { key: 'telephone', type: 'text', label: '电话', rule: 'telphone', isHalf: true },
  { key: 'email', type: 'text', label: '邮箱', rule: 'email', isHalf: true },
  { key: 'identity', type: 'text', label: '身份证', rule: 'ID', isHalf: true },
  { key: 'chinese', type: 'text', label: '中文', rule: 'chiness', isHalf: true },
  { key: 'amount', type: 'text', label: '数量', rule: 'number', isHalf: true },
  { key: 'count', type: 'number', label: '株数', isHalf: true },
  { key: 'weight', type: 'number', label: '重量', decimal: true, max: 100, unit: 'kg', isHalf: true },
  { key: 'kind', type: 'select', label: '类型', required: true, options: OPTIONS },
  { key: 'kinds', type: 'select', label: '多个类型', multiple: true, options: OPTIONS },
  { key: 'colourful', type: 'radio', label: '等级', required: true, options: OPTIONS.slice(0, 3) },
  { key: 'day', type: 'date', label: '日期', isHalf: true },
  { key: 'time', type: 'time', label: '时间', isHalf: true },
  { key: 'on', type: 'switch', label: '启用' },
  { key: 'about', type: 'textarea', label: '说明' },
  { key: 'colour', type: 'color', label: '颜色' },
  { key: 'area', type: 'cascader', label: '地区', required: true },
  { key: 'areas', type: 'cascader', label: '多个地区', multiple: true, maxLength: 2, levels: 4 },
  { key: 'cover', type: 'image', label: '封面' },
  { key: 'photos', type: 'image', label: '照片', maxLength: 3 },
  { key: 'place', type: 'coordinate', label: '位置' },
  { key: 'plot', type: 'map', label: '地块' },
  { key: 'proof', type: 'file', label: '证明材料', required: true },
];
