import { useState } from 'react';
import { createModel } from '@preact/signals-react';
import { Trash2, X } from 'lucide-react';
import { Button, SelectField, Skeleton } from '@farm3d/ui';
import {
  deviceGroups,
  groups as groupCalls,
  type DeviceDetail,
  type DeviceGroup,
  type GroupMembership,
  type ProductModel,
} from '@farm3d/api';
import { createAttempts } from '../../../kit/actions.ts';
import { Confirm } from '../../../kit/confirm.tsx';
import { createForm } from '../../../kit/forms/create-form.ts';
import { useModelOf, useServices } from '../../../kit/services.tsx';
import { loadable } from '../../../platform/loadable.ts';
import type { Services } from '../../../platform/services.ts';
import { mayRemove, type DeviceDetailScreen } from '../device-detail-model.ts';
import { DEVICE_BODY_FIELDS, deviceFields, deviceValues, patchOf } from '../device-fields.ts';
import { t } from '../zh-CN.ts';
import { SavedForm, Section, type TabProps } from './tab-parts.tsx';

const SettingsModel = createModel((services: Services, page: DeviceDetailScreen, device: DeviceDetail) => {
  const { api } = services;
  const products = loadable<readonly ProductModel[]>(
    async (abort) => (await api.productModels.list({ signal: abort })).items,
  );
  void products.load();
  return createForm(services, {
    fields: () => deviceFields(products.value.value ?? []),
    initial: deviceValues(device),
    draft: `device.${device.id}`,
    bodyFields: DEVICE_BODY_FIELDS,
    send: async (values) => {
      const current = page.detail.value.peek() ?? device;
      page.detail.set(await api.devices.update(device.id, patchOf(values, current)));
    },
  });
});

const GroupsModel = createModel((services: Services, deviceId: string) => {
  const calls = services.clientOf({ deviceGroups, groups: groupCalls });
  const groups = loadable<readonly DeviceGroup[]>(
    async (abort) => (await calls.groups.list({}, { signal: abort })).items,
  );
  const memberships = loadable<readonly GroupMembership[]>(
    async (abort) => (await calls.deviceGroups.list({ deviceId }, { signal: abort })).items,
  );
  const { attempt } = createAttempts();
  const change = (work: () => Promise<unknown>): Promise<boolean> =>
    attempt(async () => {
      await work();
      await memberships.load();
      return null;
    });
  void groups.load();
  void memberships.load();
  return {
    groups,
    memberships,
    add: (groupId: string) => change(() => calls.deviceGroups.add(groupId, deviceId)),
    remove: (id: string) => change(() => calls.deviceGroups.remove(id)),
  };
});

/** Every field of the device that can be changed, its groups, and its removal. */
export default function SettingsTab({ model: page, device }: TabProps) {
  const { session } = useServices();
  const model = useModelOf(SettingsModel, page, device);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
      <Section title={t('device.tab.settings')}>
        <SavedForm
          id="device-form"
          form={model.form}
          send={model.send}
          saveTestId="device-save"
          onSaved={() => {
            const saved = page.detail.value.peek();
            if (saved) model.form.reset(deviceValues(saved));
          }}
        />
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
  const model = useModelOf(GroupsModel, deviceId);
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
            label={t('devices.bulk.group')}
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
            {t('devices.bulk.group')}
          </Button>
        </div>
      )}
    </Section>
  );
}
