import { computed, createModel, effect, signal, untracked } from '@preact/signals-react';
import type { StreamEvent } from '@farm3d/api';
import { createImageUpload } from '../../kit/images/image-upload.ts';
import { undeclaredKeys } from '../../platform/readings.ts';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { api, live, services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** Details of one device: facts, live values, rejected messages. */
export const DeviceDetailModel = createModel((id: string, onRemoved: () => void) => {
  const detail = loadable((abort) => api.devices.get(id, { signal: abort }));
  const attributes = loadable(async (abort) => (await api.devices.attributes(id, { signal: abort })).items);
  const problems = loadable(async (abort) => (await api.devices.problems(id, { signal: abort })).items);
  const image = createImageUpload(services, {
    store: async (file, abort) =>
      detail.set(await api.devices.update(id, { picture: file?.path ?? null }, { signal: abort })),
  });
  const isConfirmingRemoval = signal(false);
  const removing = signal(false);
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
      try {
        await api.devices.forgetProblems(id);
      } catch (error) {
        showToast('error', problemText(error));
      }
      await problems.load();
    },
    image,
    isConfirmingRemoval,
    removing,
    /** Keys that the device sends and its product model does not declare. */
    undeclared: computed(() =>
      attributes.value.value ? undeclaredKeys(device.keys.value, attributes.value.value) : [],
    ),
    requestRemoval: (): void => {
      isConfirmingRemoval.value = true;
    },
    cancelRemoval: (): void => {
      isConfirmingRemoval.value = false;
    },
    remove: async (): Promise<void> => {
      removing.value = true;
      try {
        await api.devices.remove(id);
        showToast('success', t('devices.deleted'));
        onRemoved();
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        removing.value = false;
        isConfirmingRemoval.value = false;
      }
    },
  };
});

export type DeviceDetailScreen = InstanceType<typeof DeviceDetailModel>;
