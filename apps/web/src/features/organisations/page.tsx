import { useModel } from '@preact/signals-react';
import { HeartPulse, Plus } from 'lucide-react';
import { useLocation } from 'wouter';
import { Button, ConfirmDialog, EmptyState, ErrorState, SearchField, Skeleton } from '@farm3d/ui';
import { LinkDialog } from '../../components/invitations/link-dialog.tsx';
import { PATHS } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { Page } from '../../kit/page.tsx';
import { DeleteDialog } from './components/delete-dialog.tsx';
import { OrganisationDialog } from './components/organisation-dialog.tsx';
import { OrganisationRow } from './components/organisation-row.tsx';
import { OrganisationsModel, type Organisations } from './model.ts';
import { t } from './zh-CN.ts';

/** `/iotManagement/organisations`: organisations of the installation, for its operators. */
export default function OrganisationsPage() {
  const model = useModel(OrganisationsModel);
  const count = model.organisations.value.value?.length;
  const mayOperate = model.mayOperate.value;
  const [, navigate] = useLocation();
  return (
    <Page
      title={t('nav.organisations')}
      hint={t('organisations.subtitle')}
      summary={count === undefined ? undefined : t('organisations.count', { n: count })}
      actions={
        mayOperate && (
          <>
            <Button
              icon={<HeartPulse size={18} />}
              data-testid="organisations-health"
              onClick={() => navigate(PATHS.health)}
            >
              {t('organisations.health')}
            </Button>
            <Button
              variant="primary"
              icon={<Plus size={18} />}
              data-testid="organisation-new"
              onClick={() => model.edit('new')}
            >
              {t('organisations.new')}
            </Button>
          </>
        )
      }
    >
      {mayOperate ? (
        <Content model={model} />
      ) : (
        <EmptyState
          testId="organisations-forbidden"
          title={t('organisations.forbidden.title')}
          hint={t('organisations.forbidden.hint')}
        />
      )}
    </Page>
  );
}

function Content({ model }: { model: Organisations }) {
  const suspending = model.suspending.value;
  return (
    <>
      <div className="flex flex-col gap-4">
        <SearchField
          label={t('organisations.search')}
          clearLabel={t('common.clear')}
          value={model.search.value}
          onValueChange={model.type}
          testId="organisation-search"
        />
        <List model={model} />
      </div>
      <OrganisationDialog model={model} />
      {model.deleting.value && (
        <DeleteDialog
          organisation={model.deleting.value}
          onDeleted={model.deleted}
          onClose={() => model.askToDelete(null)}
        />
      )}
      <LinkDialog invitation={model.invitation.value} onDone={model.handedOver} />
      <ConfirmDialog
        open={suspending !== null}
        dangerous
        title={t('common.prompt')}
        message={suspending && t('organisations.suspend.message', { name: suspending.name })}
        confirmLabel={t('organisations.suspend')}
        cancelLabel={t('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void model.suspend()}
        onCancel={() => model.ask(null)}
      />
    </>
  );
}

function List({ model }: { model: Organisations }) {
  const { organisations } = model;
  const error = organisations.error.value;
  const shown = model.shown.value;
  if (error !== null && !organisations.hasLoaded.value)
    return (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={model.refresh}>{t('common.retry')}</Button>}
      />
    );
  if (!organisations.hasLoaded.value)
    return (
      <div aria-busy="true" className="flex flex-col gap-2">
        {Array.from({ length: 6 }, (_, at) => (
          <Skeleton key={at} className="h-14" />
        ))}
      </div>
    );
  if (shown.length === 0)
    return (
      <EmptyState
        testId="organisations-none"
        title={t('organisations.noMatch.title')}
        hint={t('organisations.noMatch.hint')}
        action={<Button onClick={() => model.type('')}>{t('common.clear')}</Button>}
      />
    );
  return (
    <ul
      className="rounded-panel border border-line bg-raised"
      data-testid="organisations"
      data-count={shown.length}
    >
      {shown.map((one) => (
        <OrganisationRow key={one.id} organisation={one} model={model} />
      ))}
    </ul>
  );
}
