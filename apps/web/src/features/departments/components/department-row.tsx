import { EllipsisVertical, Network, Pencil, Plus, Trash2 } from 'lucide-react';
import { Menu } from '@farm3d/ui';
import { isAdministrator } from '../../../platform/session.ts';
import type { Departments, PlacedDepartment } from '../model.ts';
import { t } from '../zh-CN.ts';

const ICON = { size: 18 } as const;
/** Indentation of a level, and of the deepest one that is shown further in, rem. */
const INDENT_REM = 1.25;
const MAX_DEPTH = 8;

/** A department, as far in as it lies in the tree, with the actions of an administrator. */
export function DepartmentRow({ row, model }: { row: PlacedDepartment; model: Departments }) {
  const { department, depth } = row;
  const { id, name } = department;
  const count = model.people.value.value?.get(id) ?? 0;
  return (
    <li
      data-testid="department"
      data-name={name}
      data-depth={depth}
      aria-level={depth + 1}
      className="flex min-h-12 items-center gap-3 border-b border-line py-1 pr-2 last:border-b-0"
      style={{ paddingLeft: `${1 + Math.min(depth, MAX_DEPTH) * INDENT_REM}rem` }}
    >
      <Network aria-hidden {...ICON} className="shrink-0 text-ink-3" />
      <p className="min-w-0 flex-1 truncate text-body font-medium">{name}</p>
      {model.people.hasLoaded.value && (
        <span className="shrink-0 text-note text-ink-3">{t('departments.people', { n: count })}</span>
      )}
      {isAdministrator.value && (
        <Menu
          label={t('departments.menu', { name })}
          testId="department-menu"
          button={<EllipsisVertical {...ICON} />}
          entries={[
            {
              id: 'department-below',
              label: t('departments.below'),
              icon: <Plus {...ICON} />,
              onSelect: () => model.edit({ below: department }),
            },
            {
              id: 'department-rename',
              label: t('departments.rename'),
              icon: <Pencil {...ICON} />,
              onSelect: () => model.edit({ rename: department }),
            },
            {
              id: 'department-remove',
              label: t('common.delete'),
              icon: <Trash2 {...ICON} />,
              startsGroup: true,
              onSelect: () => model.askRemoval(department),
            },
          ]}
        />
      )}
    </li>
  );
}
