import type { Device } from '@farm3d/api';

/** Devices of a product type. */
interface TypeCount {
  readonly type: string;
  readonly total: number;
  readonly online: number;
}

/** Devices by product type, the most frequent first. */
export function countByType(
  devices: readonly Pick<Device, 'id' | 'productTypeCode'>[],
  isOnline: (id: string) => boolean,
): readonly TypeCount[] {
  const counts = new Map<string, { total: number; online: number }>();
  for (const { id, productTypeCode } of devices) {
    const count = counts.get(productTypeCode) ?? { total: 0, online: 0 };
    counts.set(productTypeCode, count);
    count.total += 1;
    if (isOnline(id)) count.online += 1;
  }
  return [...counts]
    .map(([type, count]) => ({ type, ...count }))
    .toSorted((a, b) => b.total - a.total || (a.type < b.type ? -1 : 1));
}
