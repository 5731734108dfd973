import { useState } from 'react';
import { useModel } from '@preact/signals-react';
import { ShieldCheck, X } from 'lucide-react';
import { useLocation, useSearchParams } from 'wouter';
import { Button, EmptyState, SearchField, SelectField, classes, type SelectOption } from '@farm3d/ui';
import { BulkProgressDialog } from '../../components/bulk/bulk-progress-dialog.tsx';
import { BulkModel } from '../../components/bulk/bulk-work.ts';
import { SeverityMark } from '../../components/rules/severity-mark.tsx';
import { Failure, SkeletonRows } from '../../kit/loaded.tsx';
import { Page } from '../../kit/page.tsx';
import { useModelOf, useServices } from '../../kit/services.tsx';
import { PATHS, withSearch } from '../../platform/paths.ts';
import { agoText } from '../../platform/time-text.ts';
import { AlarmBulkBar } from './alarm-bulk-bar.tsx';
import { AGES, SEVERITIES, SORTS, STATES, type AlarmFilter } from './alarm-filter.ts';
import { AlarmTable } from './alarm-table.tsx';
import { AlarmPanel } from './alarm-panel.tsx';
import { AlarmsModel, createAlarmActions, type AlarmActions, type Alarms } from './model.ts';
import { t } from './zh-CN.ts';

/** `/iotManagement/alarms`: the organisation's alarms. Its address holds the filters, the order and the opened alarm. */
export default function AlarmsPage() {
  const [, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const alarmId = parameters.get('alarm');
  const model = useModelOf(AlarmsModel, location.search);
  const bulk = useModel(BulkModel);
  const services = useServices();
  const [actions] = useState(() => createAlarmActions(services, model, bulk));
  const filters = model.address.value;
  const searchOf = (opened: string | null): string => {
    const given = new URLSearchParams(filters);
    if (opened !== null) given.set('alarm', opened);
    return given.toString();
  };
  const { store } = model;
  const count = store.isComplete.value ? store.alarms.value.size : store.total.value;
  return (
    <Page
      title={t('alarmList.title')}
      hint={t('alarmList.subtitle')}
      search={searchOf(alarmId)}
      summary={
        count !== null && (
          <span className="tabular-nums" data-testid="alarm-count" data-count={count}>
            {t(`alarmList.count.${model.filter.value.state}`, { n: count })}
          </span>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <AlarmFilters model={model} />
        <AlarmBulkBar model={model} actions={actions} />
        <AlarmList
          model={model}
          actions={actions}
          onOpen={(id) => navigate(withSearch(PATHS.alarms, searchOf(id)))}
        />
      </div>
      <BulkProgressDialog bulk={bulk} />
      {alarmId !== null && (
        <AlarmPanel
          key={alarmId}
          model={model}
          actions={actions}
          alarmId={alarmId}
          onClose={() => {
            // Also called when the panel disappears because one of its links is being opened.
            if (location.pathname === PATHS.alarms)
              navigate(withSearch(PATHS.alarms, searchOf(null)), { replace: true });
          }}
        />
      )}
    </Page>
  );
}

interface AlarmListProps {
  model: Alarms;
  actions: AlarmActions;
  onOpen: (alarmId: string) => void;
}

function AlarmList({ model, actions, onOpen }: AlarmListProps) {
  const { store } = model;
  const error = store.error.value;
  if (store.alarms.value.size > 0)
    return (
      <>
        <AlarmTable model={model} actions={actions} onOpen={onOpen} />
        <p className="text-note text-ink-3 max-md:hidden" data-testid="alarm-keys">
          {t('alarmList.keys')}
        </p>
      </>
    );
  if (error !== null) return <Failure error={error} onRetry={model.reload} />;
  if (!model.isEmpty.value) return <SkeletonRows n={8} className="h-11" />;
  return model.isFiltered.value ? (
    <EmptyState
      testId="alarms-no-match"
      title={t('alarmList.noMatch.title')}
      hint={t('alarmList.noMatch.hint')}
      action={<Button onClick={model.clear}>{t('alarmList.noMatch.action')}</Button>}
    />
  ) : (
    <Quiet model={model} />
  );
}

/** No alarms: good news, with the time since when. */
function Quiet({ model }: { model: Alarms }) {
  const since = model.quietSince.value.value;
  return (
    <EmptyState
      testId="alarms-empty"
      illustration={<ShieldCheck size={48} strokeWidth={1} className="text-leaf" />}
      title={t('alarmList.empty.title')}
      hint={
        since === null
          ? ''
          : since.at === null
            ? t('alarmList.empty.never')
            : t('alarmList.empty.since', { time: agoText(since.at) })
      }
      action={
        since?.at === null ? undefined : (
          <Button data-testid="alarms-past" onClick={() => model.change({ state: 'cleared' })}>
            {t('alarmList.empty.past')}
          </Button>
        )
      }
    />
  );
}

/** Severities with their numbers, search, and the other filters of the list. */
export function AlarmFilters({ model }: { model: Alarms }) {
  const filter = model.filter.value;
  const any = { value: '', label: t('alarmList.filter.any') };
  const named = (list: readonly { id: string; name: string }[] | null) => [
    any,
    ...(list ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const choice = (
    name: keyof AlarmFilter,
    label: string,
    options: readonly SelectOption[],
    testId = `alarm-filter-${name}`,
  ) => (
    <SelectField
      label={label}
      placeholder={any.label}
      testId={testId}
      value={filter[name]}
      options={options}
      onChange={(next) => model.change({ [name]: next })}
    />
  );
  return (
    <div className="flex flex-col gap-3">
      <SeverityCounts model={model} />
      <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-[2fr_repeat(3,minmax(7rem,1fr))] xl:grid-cols-[2fr_repeat(5,minmax(7rem,1fr))]">
        <div className="flex max-md:col-span-2">
          <SearchField
            label={t('alarmList.search')}
            clearLabel={t('common.clear')}
            value={filter.text}
            onValueChange={model.search}
            testId="alarm-search"
          />
        </div>
        {choice(
          'state',
          t('alarmList.filter.state'),
          STATES.map((value) => ({ value, label: t(`alarmList.filter.state.${value}`) })),
        )}
        {choice('scene', t('alarmList.column.scene'), named(model.names.scenes.value.value))}
        {choice('group', t('alarmList.column.group'), named(model.names.groups.value.value))}
        {choice('age', t('alarmList.column.age'), [
          any,
          ...AGES.map((value) => ({ value, label: t(`alarmList.filter.age.${value}`) })),
        ])}
        {choice(
          'sort',
          t('alarmList.sort'),
          SORTS.map((value) => ({ value, label: t(`alarmList.sort.${value}`) })),
          'alarm-sort',
        )}
      </div>
      {(filter.area !== '' || filter.device !== '') && (
        <button
          type="button"
          data-testid="alarm-filter-place"
          onClick={() => model.change({ area: '', map: '', device: '' })}
          className="inline-flex min-h-9 items-center gap-1 self-start rounded-full bg-leaf-soft px-3 text-note text-leaf-ink hover:bg-hover pointer-coarse:min-h-11"
        >
          {t(filter.area === '' ? 'alarmList.filter.device' : 'alarmList.filter.area')}
          <X aria-hidden size={14} />
          <span className="sr-only">{t('common.clear')}</span>
        </button>
      )}
    </div>
  );
}

/** How many loaded alarms have each severity; pressed, only those are listed. */
function SeverityCounts({ model }: { model: Alarms }) {
  const chosen = model.filter.value.severity;
  const counts = model.counts.value;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t('alarmList.column.severity')}</legend>
      {SEVERITIES.map((severity) => (
        <button
          key={severity}
          type="button"
          aria-pressed={chosen === severity}
          data-testid="alarm-severity"
          data-severity={severity}
          data-count={counts[severity]}
          onClick={() => model.change({ severity: chosen === severity ? '' : severity })}
          className={classes(
            'inline-flex min-h-9 items-center gap-2 rounded-control border px-3 pointer-coarse:min-h-11',
            chosen === severity ? 'border-leaf bg-leaf-soft' : 'border-line-strong bg-raised hover:bg-hover',
          )}
        >
          <SeverityMark severity={severity} isActive={counts[severity] > 0} />
          <span className="text-body font-semibold tabular-nums">{counts[severity]}</span>
        </button>
      ))}
    </fieldset>
  );
}
