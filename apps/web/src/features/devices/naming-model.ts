import { createModel, signal } from '@preact/signals-react';
import type { DeviceNames, DeviceNaming } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { api } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

/** The dialog with the organisation's rule for names of devices. */
export const NamingModel = createModel(() => {
  const open = signal(false);
  const busy = signal(false);
  const problem = signal<string | null>(null);
  /** What is chosen in the dialog; null: nothing yet. */
  const choice = signal<DeviceNames['unique'] | null>(null);
  const saved = loadable<DeviceNaming>((abort) => api.organisation.deviceNames({ signal: abort }));
  return {
    open,
    busy,
    problem,
    choice,
    saved,
    begin: (): void => {
      choice.value = null;
      problem.value = null;
      open.value = true;
      void saved.load();
    },
    choose: (unique: DeviceNames['unique']): void => {
      choice.value = unique;
    },
    close: (): void => {
      open.value = false;
    },
    save: async (unique: DeviceNames['unique']): Promise<void> => {
      busy.value = true;
      problem.value = null;
      try {
        saved.set(await api.organisation.saveDeviceNames({ unique }));
        open.value = false;
        showToast('success', t('devices.names.saved'));
      } catch (error) {
        problem.value = problemText(error);
      } finally {
        busy.value = false;
      }
    },
  };
});

export type Naming = InstanceType<typeof NamingModel>;
