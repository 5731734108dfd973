import { useModel } from '@preact/signals-react';
import { PowerOff, Plus, Workflow } from 'lucide-react';
import { useLocation } from 'wouter';
import { Button, ConfirmDialog, EmptyState, ErrorState, SearchField, Skeleton } from '@farm3d/ui';
import { linkagePath } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { Page } from '../../kit/page.tsx';
import { LinkageItem } from './components/linkage-item.tsx';
import { SwitchedOff } from './components/switched-off.tsx';
import { LinkagesModel, type Linkages } from './list-model.ts';
import { t } from './zh-CN.ts';

/** `/iotManagement/linkages`: the linkages of the organisation. */
export default function LinkagesPage() {
  const [, navigate] = useLocation();
  const model = useModel(() => new LinkagesModel((id) => navigate(linkagePath(id))));
  const isLoaded = model.linkages.hasLoaded.value;
  const total = model.rows.value.length;
  return (
    <Page
      hint={t('linkages.subtitle')}
      summary={
        total > 0 ? (
          <span className="tabular-nums" data-testid="linkage-count" data-count={total}>
            {t('linkages.count', { n: total, on: model.enabledCount.value })}
          </span>
        ) : undefined
      }
      actions={
        <>
          {/* There from the start: one that came with the list would push the other away from under a finger. */}
          {(total > 0 || !isLoaded) && model.automations.off.value === null && (
            <Button
              disabled={!isLoaded}
              icon={<PowerOff size={18} />}
              data-testid="linkages-all-off"
              onClick={() => model.askTurnOff(true)}
            >
              {t('linkages.allOff')}
            </Button>
          )}
          <Button
            variant="primary"
            icon={<Plus size={18} />}
            data-testid="linkage-new"
            onClick={() => navigate(linkagePath('new'))}
          >
            {t('linkages.new')}
          </Button>
        </>
      }
    >
      <SwitchedOff of={model.automations} />
      <LinkageList model={model} />
      <Dialogs model={model} />
    </Page>
  );
}

function Dialogs({ model }: { model: Linkages }) {
  const removing = model.removing.value;
  return (
    <>
      <ConfirmDialog
        open={removing !== null}
        dangerous
        testId="linkage-delete-dialog"
        title={t('common.prompt')}
        message={removing && t('linkages.delete.message', { name: removing.name })}
        confirmLabel={t('common.delete')}
        cancelLabel={t('common.cancel')}
        busy={model.busy.value}
        onConfirm={() => void model.remove()}
        onCancel={() => model.askRemoval(null)}
      />
      <ConfirmDialog
        open={model.isTurningOff.value}
        dangerous
        testId="linkages-all-off-dialog"
        title={t('linkages.allOff')}
        message={t('linkages.allOff.message')}
        confirmLabel={t('linkages.allOff.confirm')}
        cancelLabel={t('common.cancel')}
        busy={model.automations.busy.value}
        onConfirm={() => void model.turnAllOff()}
        onCancel={() => model.askTurnOff(false)}
      />
    </>
  );
}

function LinkageList({ model }: { model: Linkages }) {
  const error = model.linkages.error.value ?? model.catalogue.error.value;
  const isLoaded = model.linkages.hasLoaded.value && model.catalogue.hasLoaded.value;
  if (!isLoaded && error !== null)
    return (
      <ErrorState
        testId="linkages-failed"
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={() => void model.refresh()}>{t('common.retry')}</Button>}
      />
    );
  if (!isLoaded)
    return (
      <div className="flex flex-col gap-3" aria-busy="true">
        {Array.from({ length: 4 }, (_, at) => (
          <Skeleton key={at} className="h-24" />
        ))}
      </div>
    );
  if (model.rows.value.length === 0) return <NoLinkages />;
  const shown = model.shown.value;
  return (
    <div className="flex flex-col gap-4">
      <SearchField
        label={t('linkages.search')}
        clearLabel={t('common.clear')}
        value={model.search.value}
        onValueChange={model.type}
        testId="linkage-search"
      />
      {shown.length === 0 ? (
        <EmptyState
          testId="linkages-no-match"
          title={t('linkages.noMatch.title')}
          hint={t('linkages.noMatch.hint')}
          action={<Button onClick={() => model.type('')}>{t('common.clear')}</Button>}
        />
      ) : (
        <ul className="flex flex-col gap-3" data-testid="linkages" data-count={shown.length}>
          {shown.map(({ linkage, sentence }) => (
            <LinkageItem key={linkage.id} model={model} linkage={linkage} sentence={sentence} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** No linkages: what one is, by an example that can be tried. */
function NoLinkages() {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      testId="linkages-empty"
      illustration={<Workflow size={48} strokeWidth={1} />}
      title={t('linkages.empty.title')}
      hint={t('linkages.empty.hint')}
      action={
        <Button data-testid="linkage-example" onClick={() => navigate(`${linkagePath('new')}?example=1`)}>
          {t('linkages.empty.action')}
        </Button>
      }
    />
  );
}
