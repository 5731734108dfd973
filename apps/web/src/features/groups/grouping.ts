import type { Device, DeviceGroup } from '@farm3d/api';

/** A group in the tree. */
export interface GroupRow {
  readonly group: DeviceGroup;
  /** 0: at the top. */
  readonly depth: number;
  /** Whether there are groups inside it. */
  readonly isParent: boolean;
}

/** Groups by the id of the group that they are in, by name; '' at the top, where also those with an unknown parent are. */
function childrenOf(groups: readonly DeviceGroup[]): ReadonlyMap<string, readonly DeviceGroup[]> {
  const known = new Set(groups.map(({ id }) => id));
  const children = new Map<string, DeviceGroup[]>();
  for (const group of groups.toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN', { numeric: true }))) {
    const { parentId } = group;
    const parent = parentId !== null && known.has(parentId) ? parentId : '';
    const siblings = children.get(parent);
    if (siblings) siblings.push(group);
    else children.set(parent, [group]);
  }
  return children;
}

/** The rows of the tree from above; those inside of closed groups are left out. */
export function rowsOf(groups: readonly DeviceGroup[], closed: ReadonlySet<string>): readonly GroupRow[] {
  const children = childrenOf(groups);
  const below = (id: string, depth: number): GroupRow[] =>
    (children.get(id) ?? []).flatMap((group) => [
      { group, depth, isParent: children.has(group.id) },
      ...(closed.has(group.id) ? [] : below(group.id, depth + 1)),
    ]);
  return below('', 0);
}

/** Ids of a group and of all groups inside it: it cannot be moved into one of them. */
export function withinOf(groups: readonly DeviceGroup[], id: string): ReadonlySet<string> {
  const children = childrenOf(groups);
  const within = (one: string): string[] => [
    one,
    ...(children.get(one) ?? []).flatMap((group) => within(group.id)),
  ];
  return new Set(within(id));
}

/** The groups that a group is in, the topmost first, without itself. */
export function pathTo(groups: readonly DeviceGroup[], id: string): readonly DeviceGroup[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const path: DeviceGroup[] = [];
  for (let at = byId.get(byId.get(id)?.parentId ?? ''); at && !path.includes(at);) {
    path.unshift(at);
    at = byId.get(at.parentId ?? '');
  }
  return path;
}

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
