import { Button, Menu } from '@farm3d/ui';
import type { DeviceGroup } from '@farm3d/api';
import { pathTo, rowsOf } from '../group-tree.ts';
import type { Members } from '../members-model.ts';
import { t } from '../zh-CN.ts';

interface MemberBulkBarProps {
  group: DeviceGroup;
  groups: readonly DeviceGroup[];
  members: Members;
}

/** What can be done with the selected devices of a group. */
export function MemberBulkBar({ group, groups, members }: MemberBulkBarProps) {
  const n = members.selection.size.value;
  const total = members.list.value.length;
  const others = rowsOf(groups, new Set())
    .map((row) => row.group)
    .filter(({ id }) => id !== group.id);
  if (n === 0) return null;
  return (
    <div
      role="toolbar"
      aria-label={t('groups.selected', { n })}
      data-testid="member-bulk-bar"
      className="flex flex-wrap items-center gap-2 rounded-control bg-leaf-soft px-3 py-1 text-leaf-ink"
    >
      <span className="mr-auto text-note font-medium" data-testid="member-bulk-count" data-count={n}>
        {t('groups.selected', { n })}
      </span>
      {n < total && (
        <Button size="sm" variant="quiet" data-testid="member-bulk-all" onClick={members.selectAll}>
          {t('groups.select.all', { n: total })}
        </Button>
      )}
      <Button size="sm" variant="quiet" data-testid="member-bulk-none" onClick={members.selection.clear}>
        {t('groups.select.none')}
      </Button>
      {others.length > 0 && (
        <Menu
          label={t('groups.moveTo')}
          testId="member-bulk-move"
          buttonClassName="inline-flex h-9 items-center gap-2 rounded-control border border-line-strong bg-raised px-3 text-note font-medium text-ink pointer-coarse:h-11"
          button={t('groups.moveTo')}
          entries={others.map((other) => ({
            id: other.id,
            label: [...pathTo(groups, other.id), other].map(({ name }) => name).join(' / '),
            onSelect: () => void members.moveTo(other),
          }))}
        />
      )}
      <Button
        size="sm"
        busy={members.busy.value}
        data-testid="member-bulk-out"
        onClick={() => void members.takeOut()}
      >
        {t('groups.takeOut')}
      </Button>
    </div>
  );
}
