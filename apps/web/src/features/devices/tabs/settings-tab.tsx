import { useEffect, useState } from 'react';
import { createModel, useModel } from '@preact/signals-react';
import { Trash2, X } from 'lucide-react';
import { Button, createFormModel, GenericForm, SelectField, Skeleton } from '@farm3d/ui';
import type { FormValues } from '@farm3d/ui';
import type { DeviceDetail, DeviceGroup, GroupMembership, ProductModel } from '@farm3d/api';
import { formDraft, formProblem, formServices } from '../../../kit/forms/form-services.ts';
import { loadable } from '../../../platform/loadable.ts';
import { locale } from '../../../platform/locale.ts';
import { problemText } from '../../../platform/problem.ts';
import { api } from '../../../platform/services.ts';
import { showToast } from '../../../platform/toasts.ts';
import { Confirm } from '../../../kit/confirm.tsx';
import { useServices } from '../../../kit/services.tsx';
import { Section, type TabProps } from './tab-parts.tsx';
import { DEVICE_BODY_FIELDS, deviceFields, deviceValues, patchOf } from '../device-fields.ts';
import { deviceApi } from '../device-api.ts';
import { mayRemove, type DeviceDetailScreen } from '../device-detail-model.ts';
import { t } from '../zh-CN.ts';

const SettingsModel = createModel((page: DeviceDetailScreen, device: DeviceDetail) => {
  const products = loadable<readonly ProductModel[]>(
    async (abort) => (await api.productModels.list({ signal: abort })).items,
  );
  const form = createFormModel({
    fields: () => deviceFields(products.value.value ?? []),
    locale,
    initial: deviceValues(device),
    draft: formDraft(`device.${device.id}`),
    problemOf: formProblem(DEVICE_BODY_FIELDS),
  });
  return {
    products,
    form,
    send: async (values: FormValues): Promise<void> => {
      const current = page.detail.value.peek() ?? device;
      page.detail.set(await api.devices.update(device.id, patchOf(values, current)));
    },
  };
});

const GroupsModel = createModel((deviceId: string) => {
  const groups = loadable<readonly DeviceGroup[]>(
    async (abort) => (await deviceApi.groups.list({}, { signal: abort })).items,
  );
  const memberships = loadable<readonly GroupMembership[]>(
    async (abort) => (await deviceApi.deviceGroups.list({ deviceId }, { signal: abort })).items,
  );
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
      await memberships.load();
    } catch (error) {
      showToast('error', problemText(error));
    }
  };
  return {
    groups,
    memberships,
    add: (groupId: string): Promise<void> => change(() => deviceApi.deviceGroups.add(groupId, deviceId)),
    remove: (id: string): Promise<void> => change(() => deviceApi.deviceGroups.remove(id)),
  };
});

/** Every field of the device that can be changed, its groups, and its removal. */
export default function SettingsTab({ model: page, device }: TabProps) {
  const { session } = useServices();
  const model = useModel(() => new SettingsModel(page, device));
  useEffect(() => void model.products.load(), [model]);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
      <Section title={t('device.tab.settings')}>
        <GenericForm
          id="device-form"
          testId="device-form"
          model={model.form}
          services={formServices()}
          send={model.send}
          onSent={() => {
            const saved = page.detail.value.peek();
            if (saved) model.form.reset(deviceValues(saved));
            showToast('success', t('device.saved'));
          }}
        >
          <Button
            type="submit"
            variant="primary"
            busy={model.form.busy.value || model.form.isUploading.value}
            data-testid="device-save"
          >
            {t('device.save')}
          </Button>
        </GenericForm>
      </Section>
      <div className="flex flex-col gap-4">
        {!device.received && session.hasRight('devices') && <Groups deviceId={device.id} />}
        {mayRemove(device, session) && (
          <Section title={t('devices.delete')}>
            <Button
              variant="quiet"
              className="text-alarm! hover:bg-alarm-soft!"
              icon={<Trash2 size={18} />}
              data-testid="device-delete"
              onClick={() => page.removal.ask(device)}
            >
              {t('devices.delete')}
            </Button>
          </Section>
        )}
      </div>
      <Confirm question={page.removal} message={({ name }) => t('devices.delete.message', { name })} />
    </div>
  );
}

function Groups({ deviceId }: { deviceId: string }) {
  const model = useModel(() => new GroupsModel(deviceId));
  useEffect(() => {
    void model.groups.load();
    void model.memberships.load();
  }, [model]);
  const [chosen, setChosen] = useState<string | null>(null);
  const memberships = model.memberships.value.value;
  const others = (model.groups.value.value ?? []).filter(
    ({ id }) => !memberships?.some(({ groupId }) => groupId === id),
  );
  return (
    <Section title={t('device.groups')}>
      {!memberships && <Skeleton className="h-9" />}
      {memberships?.length === 0 && <p className="text-note text-ink-3">{t('device.groups.none')}</p>}
      <ul className="mb-3 flex flex-wrap gap-1">
        {memberships?.map(({ id, groupName }) => (
          <li
            key={id}
            data-testid="device-group"
            className="flex items-center rounded-full bg-leaf-soft pl-3 text-note text-leaf-ink"
          >
            {groupName}
            <button
              type="button"
              aria-label={t('device.groups.remove', { name: groupName })}
              onClick={() => void model.remove(id)}
              className="grid size-9 place-items-center rounded-full pointer-coarse:size-11"
            >
              <X aria-hidden size={14} />
            </button>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <div className="flex flex-col gap-2">
          <SelectField
            label={t('device.groups.add')}
            placeholder={t('device.groups.choose')}
            testId="device-group-choose"
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen}
            onChange={setChosen}
          />
          <Button
            size="sm"
            disabled={chosen === null}
            data-testid="device-group-add"
            onClick={() => {
              if (chosen !== null) void model.add(chosen);
              setChosen(null);
            }}
          >
            {t('device.groups.add')}
          </Button>
        </div>
      )}
    </Section>
  );
}
