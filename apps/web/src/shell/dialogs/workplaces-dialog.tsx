import { Badge, Button, Skeleton } from '@farm3d/ui';
import type { Membership } from '@farm3d/api';
import { Notice } from '../../kit/blocks.tsx';
import { PageDialog } from '../../kit/dialog.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { workplaces } from '../../platform/dialogs.ts';
import { WorkplacesModel, type Workplaces } from './workplaces-model.ts';
import { t } from './zh-CN.ts';

/** Dialog with the user's organisations. */
export default function WorkplacesDialog() {
  const model = useModelOf(WorkplacesModel);
  return (
    <PageDialog
      keepOpen={model.busy.value !== null}
      onClose={workplaces.close}
      title={t('workplaces.title')}
      testId="workplaces-dialog"
      actions={<Button onClick={workplaces.close}>{t('common.close')}</Button>}
    >
      <List model={model} />
    </PageDialog>
  );
}

function List({ model }: { model: Workplaces }) {
  const { memberships } = model;
  return (
    <Loaded of={memberships} skeleton={<Skeleton className="h-14" />}>
      {() => (
        <ul className="flex flex-col divide-y divide-line">
          {(memberships.value.value ?? []).map((membership) => (
            <Row key={membership.organisationId} membership={membership} model={model} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}

function Row({ membership, model }: { membership: Membership; model: Workplaces }) {
  const { organisationId, organisationName: name, departmentName, active, current } = membership;
  const isBusy = model.busy.value === organisationId;
  const isAsked = model.leaving.value?.organisationId === organisationId;
  return (
    <li className="flex flex-col gap-2 py-3" data-testid="workplace" data-current={current}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-2 text-body font-medium">
            <span className="truncate">{name}</span>
            {current && <Badge tone="leaf">{t('workplaces.current')}</Badge>}
            {!active && <Badge tone="amber">{t('workplaces.inactive')}</Badge>}
          </p>
          {departmentName !== null && <p className="truncate text-note text-ink-3">{departmentName}</p>}
        </div>
        {!isAsked && (
          <Button
            size="sm"
            variant="quiet"
            data-testid="workplace-leave"
            onClick={() => model.ask(membership)}
          >
            {t('workplaces.leave')}
          </Button>
        )}
        {!current && active && !isAsked && (
          <Button
            size="sm"
            busy={isBusy}
            data-testid="workplace-switch"
            onClick={() => void model.enter(membership)}
          >
            {t('workplaces.switch')}
          </Button>
        )}
      </div>
      {isAsked && <Leaving name={name} isBusy={isBusy} model={model} />}
    </li>
  );
}

/** The question before an organisation is left. */
function Leaving({ name, isBusy, model }: { name: string; isBusy: boolean; model: Workplaces }) {
  const isOnly = model.memberships.value.value?.length === 1;
  return (
    <>
      <Notice tone="alarm">
        {t('workplaces.leave.message', { name })} {isOnly && t('workplaces.leave.last')}
      </Notice>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={() => model.ask(null)}>
          {t('common.cancel')}
        </Button>
        <Button
          size="sm"
          variant="danger"
          busy={isBusy}
          data-testid="workplace-leave-confirm"
          onClick={() => void model.leave()}
        >
          {t('workplaces.leave')}
        </Button>
      </div>
    </>
  );
}
