import type { Device } from '@farm3d/api';
import { problemText } from '../../platform/problem.ts';
import { api } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import type { Bulk } from '../../components/bulk/bulk-work.ts';
import { deviceApi } from './device-api.ts';
import { deviceSheet } from './selected-sheet.ts';
import type { Devices } from './model.ts';
import { saveFile } from '../../platform/save-file.ts';
import { t } from './zh-CN.ts';

const selected = (model: Devices): readonly Device[] => [...model.selection.devices.peek().values()];

/** Selects all devices of the list, also those that are not loaded. */
export async function selectAll(model: Devices): Promise<void> {
  try {
    model.selection.set(await model.collect(new AbortController().signal));
  } catch (error) {
    showToast('error', problemText(error));
  }
}

/** Actions on the selected devices. */
export function createBulkActions(model: Devices, bulk: Bulk) {
  const end = (): void => {
    model.refresh();
  };
  return {
    addToGroup: (groupId: string): Promise<void> => {
      const memberships = new Map<string, string>();
      return bulk.run({
        title: t('devices.bulk.group'),
        items: selected(model),
        work: async ({ id }, signal) =>
          void memberships.set(id, (await deviceApi.deviceGroups.add(groupId, id, { signal })).id),
        undo: async ({ id }, signal) => {
          const membership = memberships.get(id);
          if (membership !== undefined) await deviceApi.deviceGroups.remove(membership, { signal });
        },
        onEnd: end,
      });
    },
    setDisplayed: (displayed: boolean): Promise<void> => {
      const set = (next: boolean) => async (device: Device, signal: AbortSignal) =>
        void (await api.devices.update(device.id, { displayed: next }, { signal }));
      return bulk.run({
        title: t(displayed ? 'devices.bulk.show' : 'devices.bulk.hide'),
        items: selected(model),
        work: set(displayed),
        undo: set(!displayed),
        onEnd: end,
      });
    },
    /** Switches relays, valves and pumps; each that cannot be switched is named with the reason. */
    switchTo: (open: boolean): Promise<void> => {
      const set = (next: boolean) => async (device: Device, signal: AbortSignal) =>
        void (await deviceApi.relay.control(device.id, { open: next }, { signal }));
      return bulk.run({
        title: t(open ? 'devices.bulk.on' : 'devices.bulk.off'),
        items: selected(model),
        work: set(open),
        undo: set(!open),
        nameOf: ({ name }) => name,
        onEnd: end,
      });
    },
    remove: (): Promise<void> =>
      bulk.run({
        title: t('devices.bulk.delete'),
        items: selected(model),
        work: ({ id }, signal) => api.devices.remove(id, { signal }) as Promise<void>,
        onEnd: () => {
          model.selection.clear();
          end();
        },
      }),
    exportSheet: (): void =>
      saveFile(new Blob([deviceSheet(selected(model))], { type: 'text/csv' }), 'devices.csv'),
  };
}
