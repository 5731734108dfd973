import { createModel, effect, signal } from '@preact/signals-react';
import { Button, EmptyState, Skeleton } from '@farm3d/ui';
import { alarmSettings, type Alarm, type DeviceDetail, type ProductAttribute } from '@farm3d/api';
import type { AlarmTrialProps } from '../../../components/rules/alarm-setting-dialog.tsx';
import { AlarmSettingList } from '../../../components/rules/alarm-setting-list.tsx';
import { AlarmSettingsModel } from '../../../components/rules/alarm-settings-model.ts';
import { SeverityMark } from '../../../components/rules/severity-mark.tsx';
import { watchedKeys } from '../../../components/rules/alarm-setting-values.ts';
import { Loaded } from '../../../kit/loaded.tsx';
import { useModelOf, useServices } from '../../../kit/services.tsx';
import { lazyComponent } from '../../../platform/lazy.tsx';
import { loadable } from '../../../platform/loadable.ts';
import { withTexts } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import { readingText } from '../../../platform/readings.ts';
import type { Services } from '../../../platform/services.ts';
import { agoText, dateText } from '../../../platform/time-text.ts';
import { showToast } from '../../../platform/toasts.ts';
import { mayOn } from '../device-detail-model.ts';
import { t } from '../zh-CN.ts';
import { DeviceRecords } from './device-records.tsx';
import { Section, type TabProps } from './tab-parts.tsx';

/** Alarms that are listed. */
const PAGE_SIZE = 100;
/** Minutes for which an alarm is shelved. */
const SHELVED_MINUTES = 60;

const AlarmsModel = createModel(({ api, live }: Services, deviceId: string) => {
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
  void alarms.load();
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

// With the chart.
const AlarmTrial = lazyComponent<AlarmTrialProps>(() => withTexts(import('./alarm-trial.tsx')));

const DeviceSettingsModel = createModel((services: Services, device: DeviceDetail) => {
  const calls = services.clientOf({ alarmSettings }).alarmSettings;
  /** Attributes that alarms may use (attributeType 0, alarmUse 1). */
  const attributes = loadable<readonly ProductAttribute[]>(
    async (abort) =>
      (
        await services.api.productModels.attributes(
          device.productModelId,
          { type: 'attribute', forAlarms: true },
          { signal: abort },
        )
      ).items,
  );
  void attributes.load();
  const settings = new AlarmSettingsModel({
    list: async (abort) => (await calls.list(device.id, abort ? { signal: abort } : {})).items,
    save: async (list) => (await calls.save(device.id, list)).items,
  });
  return { settings, attributes };
});

/** Alarms of the device with what can be done about them, and their settings. */
export default function AlarmsTab({ model: page, device }: TabProps) {
  const { session } = useServices();
  const model = useModelOf(AlarmsModel, device.id);
  const alarms = model.alarms.value.value ?? [];
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[3fr_2fr]">
      <Section title={t('device.tab.alarms')}>
        <Loaded of={model.alarms} skeleton={<Skeleton className="h-32" />}>
          {() => alarms.length === 0 && <EmptyState title={t('device.alarms.none')} />}
        </Loaded>
        <ul className="flex flex-col gap-2">
          {alarms.map((alarm) => (
            <AlarmRow key={alarm.id} model={model} alarm={alarm} mayAct={mayOn(device, 'alarms')} />
          ))}
        </ul>
      </Section>
      <div className="flex flex-col gap-4">
        <AlarmSettings model={page} device={device} />
        {session.hasRight('read') && <DeviceRecords deviceId={device.id} />}
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
          {t('alarms.acknowledge')}
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

/** The alarm settings of a device as sentences; each is tried on the past before it is saved. */
function AlarmSettings({ model: page, device }: TabProps) {
  const model = useModelOf(DeviceSettingsModel, device);
  const usable = model.attributes.value.value;
  const error = model.attributes.error.value;
  const keys = usable && watchedKeys(usable);
  // A setting may also watch a state.
  const all = watchedKeys(page.attributes.value.value ?? usable ?? []);
  const nameKey = (key: string) => all.find((one) => one.key === key) ?? { name: key, unit: '' };
  return (
    <Section title={t('device.alarms.settings')}>
      {!usable && error !== null && (
        <p role="alert" className="flex items-center gap-2 text-note text-alarm">
          <span className="min-w-0 flex-1">{problemText(error)}</span>
          <Button size="sm" onClick={() => void model.attributes.load()}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      <AlarmSettingList
        model={model.settings}
        owner={device.id}
        keys={keys}
        nameKey={nameKey}
        mayEdit={mayOn(device, 'rules')}
        Trial={AlarmTrial}
      />
    </Section>
  );
}
