import type { ProductGroup } from '@farm3d/api';

/** Groups of product types, for a chooser. An unlisted type belongs to 'other'. */
const GROUPS = [
  { id: 'monitoring', name: '环境监测', types: ['TQ', 'QX', 'WS', 'EC', 'SW', 'CQ'] },
  { id: 'control', name: '控制设备', types: ['FM', 'SB', 'DG', 'JM', 'ZY', 'FJ', 'BG'] },
  { id: 'video', name: '视频监控', types: ['SP'] },
  { id: 'other', name: '其他', types: [] },
] as const satisfies readonly { id: string; name: string; types: readonly string[] }[];

export function productGroupOf(productTypeCode: string): string {
  return GROUPS.find(({ types }) => types.some((type) => type === productTypeCode))?.id ?? 'other';
}

/** The groups that are not empty. */
export function productGroups(productTypeCodes: readonly string[]): ProductGroup[] {
  const types = [...new Set(productTypeCodes)].sort();
  return GROUPS.map(({ id, name }) => ({
    id,
    name,
    productTypeCodes: types.filter((type) => productGroupOf(type) === id),
  })).filter((group) => group.productTypeCodes.length > 0);
}
