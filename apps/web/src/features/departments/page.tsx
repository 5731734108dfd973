import { Network, Pencil, Plus, Trash2 } from 'lucide-react';
import { Button, EmptyState } from '@farm3d/ui';
import { Confirm } from '../../kit/confirm.tsx';
import { FormDialog } from '../../kit/forms/form-dialog.tsx';
import { Loaded, SkeletonRows } from '../../kit/loaded.tsx';
import { menuEntry, RowMenu } from '../../kit/menu-entry.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import {
  DepartmentFormModel,
  DepartmentsModel,
  type Departments,
  type Editing,
  type PlacedDepartment,
} from './model.ts';
import { t } from './zh-CN.ts';

/** `/iotManagement/departments`: the departments of the organisation as a tree. */
export default function DepartmentsPage() {
  const model = useModelOf(DepartmentsModel);
  const { session } = useServices();
  const editing = model.editing.subject.value;
  const count = model.rows.value.length;
  return (
    <Page
      hint={t('departments.subtitle')}
      summary={count === 0 ? undefined : t('departments.count', { n: count })}
      actions={
        session.isAdministrator.value && (
          <Button
            variant="primary"
            icon={<Plus size={18} />}
            data-testid="department-new"
            onClick={() => model.editing.open({ below: null })}
          >
            {t('departments.new')}
          </Button>
        )
      }
    >
      <Loaded
        of={model.tree}
        skeleton={<SkeletonRows n={4} className="h-12" />}
        onRetry={model.refresh}
        retryTestId="departments-retry"
      >
        {() => <Tree model={model} />}
      </Loaded>
      {editing && <NameDialog what={editing} model={model} />}
      <Confirm question={model.removing} message={({ name }) => t('departments.remove.message', { name })} />
    </Page>
  );
}

function Tree({ model }: { model: Departments }) {
  const rows = model.rows.value;
  if (rows.length === 0)
    return (
      <EmptyState testId="departments-none" title={t('departments.none')} hint={t('departments.none.hint')} />
    );
  return (
    <ul
      data-testid="departments"
      data-count={rows.length}
      className="rounded-panel border border-line bg-raised"
    >
      {rows.map((row) => (
        <DepartmentRow key={row.department.id} row={row} model={model} />
      ))}
    </ul>
  );
}

function NameDialog({ what, model }: { what: Editing; model: Departments }) {
  const services = useServices();
  const below = 'below' in what ? what.below : null;
  return (
    <FormDialog
      id="department"
      title={t('rename' in what ? 'departments.rename' : 'departments.new')}
      submitLabel={t('departments.save')}
      model={() => new DepartmentFormModel(services, what, model.saved)}
      onClose={model.editing.close}
      before={
        below && <p className="pb-3 text-note text-ink-3">{t('departments.parent', { name: below.name })}</p>
      }
    />
  );
}

const ICON = { size: 18 } as const;
/** Indentation of a level, and of the deepest one that is shown further in, rem. */
const INDENT_REM = 1.25;
const MAX_DEPTH = 8;

/** A department, as far in as it lies in the tree, with the actions of an administrator. */
function DepartmentRow({ row, model }: { row: PlacedDepartment; model: Departments }) {
  const { department, depth } = row;
  const { id, name } = department;
  const { session } = useServices();
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
      {session.isAdministrator.value && (
        <RowMenu
          label={t('departments.menu', { name })}
          testId="department-menu"
          entries={[
            menuEntry('department-below', t('departments.below'), Plus, () =>
              model.editing.open({ below: department }),
            ),
            menuEntry('department-rename', t('departments.rename'), Pencil, () =>
              model.editing.open({ rename: department }),
            ),
            menuEntry('department-remove', t('common.delete'), Trash2, () => model.removing.ask(department), {
              startsGroup: true,
            }),
          ]}
        />
      )}
    </li>
  );
}
