import { useEffect } from 'react';
import { createModel, effect, signal, useModel } from '@preact/signals-react';
import { Button, EmptyState, ErrorState, Skeleton } from '@farm3d/ui';
import type { Alarm } from '@farm3d/api';
import { SeverityMark } from '../../../components/rules/severity-mark.tsx';
import { loadable } from '../../../platform/loadable.ts';
import { t as common } from '../../../platform/locale.ts';
import { problemHint, problemText } from '../../../platform/problem.ts';
import { readingText } from '../../../platform/reading-text.ts';
import { api, live } from '../../../platform/services.ts';
import { hasRight } from '../../../platform/session.ts';
import { agoText, dateText } from '../../../platform/time-text.ts';
import { showToast } from '../../../platform/toasts.ts';
import { AlarmSettings } from '../components/alarm-settings.tsx';
import { DeviceOrders } from '../components/device-orders.tsx';
import { DeviceReports } from '../components/device-reports.tsx';
import { Section } from '../components/facts.tsx';
import { mayOn } from '../device-rights.ts';
import { t } from '../zh-CN.ts';
import type { TabProps } from './tab-props.ts';

/** Alarms that are listed. */
const PAGE_SIZE = 100;
/** Minutes for which an alarm is shelved. */
const SHELVED_MINUTES = 60;

const AlarmsModel = createModel((deviceId: string) => {
  const alarms = loadable<readonly Alarm[]>(
    async (abort) => (await api.alarms.ofDevice(deviceId, { pageSize: PAGE_SIZE }, { signal: abort })).items,
  );
  const waiting = signal<string | null>(null);
  const put = (alarm: Alarm): void => {
    const known = alarms.value.peek() ?? [];
    alarms.set(
      known.some(({ id }) => id === alarm.id)
        ? known.map((one) => (one.id === alarm.id ? alarm : one))
        : [alarm, ...known],
    );
  };
  effect(() =>
    live.watch({ devices: [deviceId] }, (event) => {
      if (event.type === 'alarm') put(event.alarm);
      else if (event.type === 'subscribed' && event.resumed) void alarms.load();
    }),
  );
  return {
    alarms,
    waiting,
    act: async (alarm: Alarm, action: 'acknowledge' | 'clear' | 'shelve'): Promise<void> => {
      waiting.value = alarm.id;
      try {
        put(
          action === 'shelve'
            ? await api.alarms.shelve(alarm.id, alarm.shelvedUntil === null ? SHELVED_MINUTES : 0)
            : await api.alarms[action](alarm.id),
        );
      } catch (error) {
        showToast('error', problemText(error), `alarm.${alarm.id}`);
      } finally {
        waiting.value = null;
      }
    },
  };
});
type AlarmsScreen = InstanceType<typeof AlarmsModel>;

/** Alarms of the device with what can be done about them, and their settings. */
export default function AlarmsTab({ model: page, device }: TabProps) {
  const model = useModel(() => new AlarmsModel(device.id));
  useEffect(() => void model.alarms.load(), [model]);
  const alarms = model.alarms.value.value;
  const error = model.alarms.error.value;
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
      <Section title={t('device.tab.alarms')}>
        {!alarms &&
          (error === null ? (
            <Skeleton className="h-32" />
          ) : (
            <ErrorState title={problemText(error)} hint={problemHint(error)} />
          ))}
        {alarms?.length === 0 && <EmptyState title={t('device.alarms.none')} />}
        <ul className="flex flex-col gap-2">
          {alarms?.map((alarm) => (
            <AlarmRow key={alarm.id} model={model} alarm={alarm} mayAct={mayOn(device, 'alarms')} />
          ))}
        </ul>
      </Section>
      <div className="flex flex-col gap-4">
        <AlarmSettings page={page} device={device} />
        {hasRight('read') && (
          <>
            <DeviceOrders deviceId={device.id} />
            <DeviceReports deviceId={device.id} />
          </>
        )}
      </div>
    </div>
  );
}

function AlarmRow({ model, alarm, mayAct }: { model: AlarmsScreen; alarm: Alarm; mayAct: boolean }) {
  const values = Object.values(alarm.values);
  const isBusy = model.waiting.value === alarm.id;
  return (
    <li
      data-testid="device-alarm"
      data-active={alarm.active}
      className="flex flex-wrap items-center gap-2 rounded-control border border-line px-3 py-2"
    >
      <SeverityMark severity={alarm.severity} isActive={alarm.active} />
      <div className="min-w-40 flex-1">
        <p className="text-body font-medium">{alarm.name}</p>
        <p className="text-note text-ink-3 tabular-nums">
          {dateText(alarm.raisedAt)} · {agoText(alarm.raisedAt)}
          {values.length > 0 && ` · ${values.map((value) => readingText(value)).join(' / ')}`}
        </p>
      </div>
      {mayAct && !alarm.acknowledged && (
        <Button
          size="sm"
          busy={isBusy}
          data-testid="device-alarm-acknowledge"
          onClick={() => void model.act(alarm, 'acknowledge')}
        >
          {common('alarms.acknowledge')}
        </Button>
      )}
      {mayAct && alarm.active && (
        <>
          <Button size="sm" variant="quiet" busy={isBusy} onClick={() => void model.act(alarm, 'shelve')}>
            {t(alarm.shelvedUntil === null ? 'device.alarms.shelve' : 'device.alarms.unshelve')}
          </Button>
          <Button size="sm" variant="quiet" busy={isBusy} onClick={() => void model.act(alarm, 'clear')}>
            {t('device.alarms.clear')}
          </Button>
        </>
      )}
    </li>
  );
}
