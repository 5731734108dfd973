import { computed, createModel, effect, untracked } from '@preact/signals-react';
import type { DeviceDetail, Right, StreamEvent } from '@farm3d/api';
import { createAttempts, createQuestion } from '../../kit/actions.ts';
import { createImageUpload } from '../../kit/images/image-upload.ts';
import { undeclaredKeys } from '../../platform/readings.ts';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { t } from './zh-CN.ts';

/** What a user may do with a device, by its answer. */
export type DeviceRights = Pick<DeviceDetail, 'rights' | 'received'>;

/** Whether the user may do this with the device: by roles, by rules about it, or by a share. */
export const mayOn = ({ rights }: DeviceRights, right: Right): boolean => rights.includes(right);

/** The same for what only the device's own organisation can do. */
export const mayOwn = (device: DeviceRights, right: Right): boolean =>
  !device.received && mayOn(device, right);

/** Whether the user may delete the device: by a rule about it, only who manages it. */
export const mayRemove = (device: DeviceRights, { hasRight }: Services['session']): boolean =>
  !device.received && (hasRight('devices') || mayOn(device, 'share'));

/** Details of one device: facts, live values, rejected messages. */
export const DeviceDetailModel = createModel((services: Services, id: string, onRemoved: () => void) => {
  const { api, live } = services;
  const detail = loadable((abort) => api.devices.get(id, { signal: abort }));
  const attributes = loadable(async (abort) => (await api.devices.attributes(id, { signal: abort })).items);
  const problems = loadable(async (abort) => (await api.devices.problems(id, { signal: abort })).items);
  const image = createImageUpload(services, {
    store: async (file, abort) =>
      detail.set(await api.devices.update(id, { picture: file?.path ?? null }, { signal: abort })),
  });
  const { attempt } = createAttempts();
  const device = live.device(id);
  /** A value lies outside its range whose key the list does not have yet; its count is as of the last request. */
  const hasNewFlag = (event: StreamEvent): boolean => {
    if (event.type !== 'telemetry') return false;
    const listed = (problems.value.peek() ?? []).filter(({ kind }) => kind === 'outside');
    const keys = event.items.flatMap(({ deviceId, outside = [] }) => (deviceId === id ? outside : []));
    return keys.some((key) => listed.every(({ field }) => field !== key));
  };

  effect(() =>
    live.watch({ devices: [id] }, (event) => {
      // The event has no details of the rejected message: they are fetched.
      const isMissed = event.type === 'subscribed' && event.resumed;
      if (isMissed || event.type === 'rejection' || event.type === 'device-changed') void detail.load();
      if (isMissed || event.type === 'rejection' || hasNewFlag(event)) void problems.load();
    }),
  );
  effect(() => {
    const known = detail.value.value;
    if (known)
      untracked(() => {
        live.setState(id, known);
        image.follow(known.picture);
      });
  });

  void detail.load();
  void attributes.load();
  void problems.load();
  return {
    detail,
    attributes,
    problems,
    forgetProblems: async (): Promise<void> => {
      await attempt(async () => {
        await api.devices.forgetProblems(id);
        return null;
      });
      await problems.load();
    },
    image,
    removal: createQuestion<DeviceDetail>(async () => {
      const isRemoved = await attempt(async () => {
        await api.devices.remove(id);
        return t('devices.deleted');
      });
      if (isRemoved) onRemoved();
    }),
    /** Keys that the device sends and its product model does not declare. */
    undeclared: computed(() =>
      attributes.value.value ? undeclaredKeys(device.keys.value, attributes.value.value) : [],
    ),
  };
});

export type DeviceDetailScreen = InstanceType<typeof DeviceDetailModel>;
