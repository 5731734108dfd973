import { useEffect } from 'react';
import { createModel, useModel } from '@preact/signals-react';
import type { DeviceDetail, ProductAttribute } from '@farm3d/api';
import { Button } from '@farm3d/ui';
import type { AlarmTrialProps } from '../../../components/rules/alarm-setting-dialog.tsx';
import { AlarmSettingList } from '../../../components/rules/alarm-setting-list.tsx';
import { AlarmSettingsModel } from '../../../components/rules/alarm-settings-model.ts';
import { watchedKeys } from '../../../components/rules/watched-keys.ts';
import { lazyComponent } from '../../../platform/lazy-component.tsx';
import { loadable } from '../../../platform/loadable.ts';
import { withTexts } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import { api } from '../../../platform/services.ts';
import { deviceApi } from '../device-api.ts';
import type { DeviceDetailScreen } from '../device-detail-model.ts';
import { mayOn } from '../device-rights.ts';
import { t } from '../zh-CN.ts';
import { Section } from './facts.tsx';

// With the chart.
const AlarmTrial = lazyComponent<AlarmTrialProps>(() => withTexts(import('./alarm-trial.tsx')));

const DeviceSettingsModel = createModel((device: DeviceDetail) => ({
  settings: new AlarmSettingsModel({
    list: async (abort) =>
      (await deviceApi.alarmSettings.list(device.id, abort ? { signal: abort } : {})).items,
    save: async (list) => (await deviceApi.alarmSettings.save(device.id, list)).items,
  }),
  /** Attributes that alarms may use (attributeType 0, alarmUse 1). */
  attributes: loadable<readonly ProductAttribute[]>(
    async (abort) =>
      (
        await api.productModels.attributes(
          device.productModelId,
          { type: 'attribute', forAlarms: true },
          { signal: abort },
        )
      ).items,
  ),
}));

/** The alarm settings of a device as sentences; each is tried on the past before it is saved. */
export function AlarmSettings({ page, device }: { page: DeviceDetailScreen; device: DeviceDetail }) {
  const model = useModel(() => new DeviceSettingsModel(device));
  useEffect(() => void model.attributes.load(), [model]);
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
