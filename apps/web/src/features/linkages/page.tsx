import { Copy, Pencil, Play, Plus, PowerOff, Trash2, TriangleAlert, Workflow } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import type { ListedLinkage } from '@farm3d/api';
import { Button, EmptyState, SearchField, Skeleton, Switch, classes } from '@farm3d/ui';
import { Confirm } from '../../kit/confirm.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { menuEntry, RowMenu } from '../../kit/menu-entry.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf } from '../../kit/services.tsx';
import { linkagePath } from '../../platform/paths.ts';
import { agoText, dateText } from '../../platform/time-text.ts';
import { RunBadge, SwitchedOff } from './components/states.tsx';
import { LinkagesModel, type Linkages } from './list-model.ts';
import { conflictText } from './sentence.ts';
import { t } from './zh-CN.ts';

/** `/iotManagement/linkages`: the linkages of the organisation. */
export default function LinkagesPage() {
  const [, navigate] = useLocation();
  const model = useModelOf(LinkagesModel, location.search, (id: string) => navigate(linkagePath(id)));
  const isLoaded = model.list.rows.hasLoaded.value;
  const total = model.list.rows.value.value?.length ?? 0;
  return (
    <Page
      hint={t('linkages.subtitle')}
      search={model.list.address}
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
              onClick={() => model.turningOff.ask(true)}
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
      <Confirm
        question={model.removal}
        testId="linkage-delete-dialog"
        message={({ name }) => t('linkages.delete.message', { name })}
      />
      <Confirm
        question={model.turningOff}
        testId="linkages-all-off-dialog"
        title={t('linkages.allOff')}
        message={() => t('linkages.allOff.message')}
        confirmLabel={t('linkages.allOff.confirm')}
      />
    </Page>
  );
}

function LinkageList({ model }: { model: Linkages }) {
  const { list } = model;
  const shown = model.shown.value;
  return (
    <Loaded
      of={[list.rows, model.catalogue]}
      skeleton={
        <div className="flex flex-col gap-3" aria-busy="true">
          {Array.from({ length: 4 }, (_, at) => (
            <Skeleton key={at} className="h-24" />
          ))}
        </div>
      }
      onRetry={list.refresh}
    >
      {() =>
        list.rows.value.value?.length === 0 ? (
          <NoLinkages />
        ) : (
          <div className="flex flex-col gap-4">
            <SearchField
              label={t('linkages.search')}
              clearLabel={t('common.clear')}
              value={list.search.value}
              onValueChange={list.type}
              testId="linkage-search"
            />
            {shown.length === 0 ? (
              <EmptyState
                testId="linkages-no-match"
                title={t('linkages.noMatch.title')}
                hint={t('linkages.noMatch.hint')}
                action={<Button onClick={() => list.type('')}>{t('common.clear')}</Button>}
              />
            ) : (
              <ul className="flex flex-col gap-3" data-testid="linkages" data-count={shown.length}>
                {shown.map((linkage) => (
                  <LinkageItem key={linkage.id} model={model} linkage={linkage} />
                ))}
              </ul>
            )}
          </div>
        )
      }
    </Loaded>
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

interface LinkageItemProps {
  model: Linkages;
  linkage: ListedLinkage;
}

/** A linkage in the list, with its switch, last run and actions. */
function LinkageItem({ model, linkage }: LinkageItemProps) {
  const { id, name, enabled } = linkage;
  return (
    <li
      data-testid="linkage-item"
      data-name={name}
      data-enabled={enabled}
      className="relative flex items-start gap-3 rounded-panel border border-line bg-raised p-4 transition-shadow duration-150 hover:shadow-panel"
    >
      <div className={classes('min-w-0 flex-1', !enabled && 'text-ink-2')}>
        <Link
          href={linkagePath(id)}
          data-testid="linkage-open"
          className="text-body font-semibold break-words after:absolute after:inset-0 after:rounded-panel"
        >
          {name}
        </Link>
        <p data-testid="linkage-sentence" className="mt-0.5 text-body break-words text-ink-2">
          {model.sentences.value.get(id) ?? ''}
        </p>
        <Conflicts model={model} id={id} />
        <LastRun model={model} linkage={linkage} />
      </div>
      {/* Above the link, which covers the item. */}
      <div className="relative z-10 -mt-2 -mr-2 flex shrink-0 items-center max-sm:flex-col-reverse">
        <Switch
          label={t('linkages.enabled.of', { name })}
          checked={enabled}
          testId="linkage-switch"
          onChange={(on) => model.toggle(linkage, on)}
        />
        <ItemMenu model={model} linkage={linkage} />
      </div>
    </li>
  );
}

function ItemMenu({ model, linkage }: LinkageItemProps) {
  const [, navigate] = useLocation();
  return (
    <RowMenu
      label={t('linkages.menu', { name: linkage.name })}
      testId="linkage-menu"
      entries={[
        menuEntry('linkage-run', t('linkages.run'), Play, () => void model.run(linkage)),
        menuEntry('linkage-edit', t('linkages.edit'), Pencil, () => navigate(linkagePath(linkage.id))),
        menuEntry('linkage-copy', t('linkages.copy'), Copy, () => void model.copy(linkage)),
        menuEntry('linkage-delete', t('common.delete'), Trash2, () => model.removal.ask(linkage), {
          startsGroup: true,
        }),
      ]}
    />
  );
}

function Conflicts({ model, id }: { model: Linkages; id: string }) {
  const conflicts = model.conflicts.value.get(id) ?? [];
  const catalogue = model.catalogue.value.value;
  return (
    <>
      {catalogue &&
        conflicts.map((conflict) => (
          <p
            key={`${conflict.otherId} ${conflict.deviceId} ${conflict.method} ${conflict.otherMethod}`}
            data-testid="linkage-conflict"
            className="mt-2 flex items-start gap-1.5 text-note text-amber"
          >
            <TriangleAlert aria-hidden size={16} className="mt-px shrink-0" />
            {conflictText(conflict, catalogue)}
          </p>
        ))}
    </>
  );
}

function LastRun({ model, linkage }: LinkageItemProps) {
  const { id, lastRun: run } = linkage;
  if (model.running.value.has(id))
    return <p className="mt-2 text-note text-ink-3">{t('linkages.running')}</p>;
  return (
    <p
      className="mt-2 flex flex-wrap items-center gap-2 text-note text-ink-3"
      data-testid="linkage-last-run"
      data-state={run?.state ?? 'never'}
    >
      {run === null ? (
        t('linkages.neverRan')
      ) : (
        <>
          <RunBadge state={run.state} />
          <span title={dateText(run.startedAt)}>
            {t('linkages.lastRun', {
              time: agoText(run.startedAt),
              trigger: t(`linkages.by.${run.trigger}`),
            })}
          </span>
        </>
      )}
    </p>
  );
}
