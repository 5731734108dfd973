import { useEffect, useState } from 'react';
import { useModel } from '@preact/signals-react';
import { ShieldCheck } from 'lucide-react';
import { useLocation, useSearch, useSearchParams } from 'wouter';
import { Button, EmptyState, ErrorState, Skeleton } from '@farm3d/ui';
import { BulkProgressDialog } from '../../components/bulk/bulk-progress-dialog.tsx';
import { BulkModel } from '../../components/bulk/bulk-work.ts';
import { PATHS } from '../../platform/paths.ts';
import { problemHint, problemText } from '../../platform/problem.ts';
import { agoText } from '../../platform/time-text.ts';
import { Page } from '../../kit/page.tsx';
import { createAlarmActions, type AlarmActions } from './alarm-actions.ts';
import { AlarmBulkBar } from './components/alarm-bulk-bar.tsx';
import { AlarmFilters } from './components/alarm-filters.tsx';
import { AlarmPanel } from './components/alarm-panel.tsx';
import { AlarmTable } from './components/alarm-table.tsx';
import { AlarmsModel, type Alarms } from './model.ts';
import { t } from './zh-CN.ts';

/** `/iotManagement/alarms`: the organisation's alarms. Its address holds the filters, the order and the opened alarm. */
export default function AlarmsPage() {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [parameters] = useSearchParams();
  const alarmId = parameters.get('alarm');
  const model = useModel(() => new AlarmsModel(search));
  const bulk = useModel(BulkModel);
  const [actions] = useState(() => createAlarmActions(model, bulk));
  const filters = model.address.value;
  const pathOf = (opened: string | null): string => {
    const given = new URLSearchParams(filters);
    if (opened !== null) given.set('alarm', opened);
    const text = given.toString();
    return text === '' ? PATHS.alarms : `${PATHS.alarms}?${text}`;
  };
  const address = pathOf(alarmId);
  useEffect(() => {
    // Rendered once more while a link leads elsewhere.
    if (path === PATHS.alarms) navigate(address, { replace: true });
  }, [address, path, navigate]);
  const { store } = model;
  const count = store.isComplete.value ? store.alarms.value.size : store.total.value;
  return (
    <Page
      title={t('alarmList.title')}
      hint={t('alarmList.subtitle')}
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
        <AlarmList model={model} actions={actions} onOpen={(id) => navigate(pathOf(id))} />
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
            if (location.pathname === PATHS.alarms) navigate(pathOf(null), { replace: true });
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
  if (error !== null)
    return (
      <ErrorState
        title={problemText(error)}
        hint={problemHint(error)}
        action={<Button onClick={model.reload}>{t('common.retry')}</Button>}
      />
    );
  if (!model.isEmpty.value)
    return (
      <div aria-busy="true" className="flex flex-col gap-2">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-11" />
        ))}
      </div>
    );
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
