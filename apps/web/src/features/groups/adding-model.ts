import { computed, createModel, signal } from '@preact/signals-react';
import type { SimpleDevice } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { api } from '../../platform/services.ts';

/** Devices that can be added to a group, and the chosen ones. @param isMember whether a device is in it already */
export const AddingModel = createModel((isMember: (deviceId: string) => boolean) => {
  const search = signal('');
  const chosen = signal<ReadonlySet<string>>(new Set());
  const devices = loadable<readonly SimpleDevice[]>(async (abort) =>
    (await api.devices.simple({ signal: abort })).items.filter(({ id }) => !isMember(id)),
  );
  const shown = computed(() => {
    const text = search.value.trim().toLowerCase();
    return (devices.value.value ?? []).filter(({ name, productModelCode }) =>
      `${name}\n${productModelCode}`.toLowerCase().includes(text),
    );
  });
  void devices.load();
  return {
    search,
    chosen,
    devices,
    shown,
    type: (text: string): void => {
      search.value = text;
    },
    toggle: (id: string): void => {
      const next = new Set(chosen.peek());
      if (!next.delete(id)) next.add(id);
      chosen.value = next;
    },
    chooseShown: (): void => {
      chosen.value = new Set([...chosen.peek(), ...shown.peek().map(({ id }) => id)]);
    },
  };
});

export type Adding = InstanceType<typeof AddingModel>;
