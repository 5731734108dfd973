import { useModel } from '@preact/signals-react';
import { Plus } from 'lucide-react';
import { Button, ConfirmDialog, Dialog, EmptyState, ErrorState, GenericForm, Skeleton } from '@farm3d/ui';
import { formServices } from '../../kit/forms/form-services.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { isAdministrator } from '../../platform/session.ts';
import { Page } from '../../kit/page.tsx';
import { DepartmentRow } from './components/department-row.tsx';
import { DepartmentFormModel, DepartmentsModel, type Departments, type Editing } from './model.ts';
import { t } from './zh-CN.ts';

const FORM = 'department-form';

/** `/iotManagement/departments`: the departments of the organisation as a tree. */
export default function DepartmentsPage() {
  const model = useModel(DepartmentsModel);
  const removing = model.removing.value;
  const editing = model.editing.value;
  const count = model.rows.value.length;
  return (
    <Page
      hint={t('departments.subtitle')}
      summary={count === 0 ? undefined : t('departments.count', { n: count })}
      actions={
        isAdministrator.value && (
          <Button
            variant="primary"
            icon={<Plus size={18} />}
            data-testid="department-new"
            onClick={() => model.edit({ below: null })}
          >
            {t('departments.new')}
          </Button>
        )
      }
    >
      <Tree model={model} />
      {editing && <NameDialog what={editing} model={model} />}
      <ConfirmDialog
        open={removing !== null}
        dangerous
        title={t('common.prompt')}
        message={removing && t('departments.remove.message', { name: removing.name })}
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void (removing && model.remove(removing))}
        onCancel={() => model.askRemoval(null)}
      />
    </Page>
  );
}

function Tree({ model }: { model: Departments }) {
  const error = model.tree.error.value;
  if (!model.tree.hasLoaded.value)
    return error === null ? (
      <div aria-busy="true" className="flex flex-col gap-2">
        {Array.from({ length: 4 }, (_, at) => (
          <Skeleton key={at} className="h-12" />
        ))}
      </div>
    ) : (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={
          <Button data-testid="departments-retry" onClick={model.refresh}>
            {t('common.retry')}
          </Button>
        }
      />
    );
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
  const { form, send } = useModel(() => new DepartmentFormModel(what, model.saved));
  const close = (): void => model.edit(null);
  const below = 'below' in what ? what.below : null;
  return (
    <Dialog
      open
      onClose={close}
      title={t('rename' in what ? 'departments.rename' : 'departments.new')}
      closeLabel={t('common.close')}
      testId="department-dialog"
      actions={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={FORM}
            variant="primary"
            busy={form.busy.value}
            data-testid="department-submit"
          >
            {t('departments.save')}
          </Button>
        </>
      }
    >
      {below && <p className="pb-3 text-note text-ink-3">{t('departments.parent', { name: below.name })}</p>}
      <GenericForm id={FORM} model={form} services={formServices()} send={send} />
    </Dialog>
  );
}
