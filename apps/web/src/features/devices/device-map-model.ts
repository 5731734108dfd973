import { computed, createModel, effect, signal } from '@preact/signals-react';
import type { MappedDevice } from '@farm3d/api';
import type { MapPoint } from '@farm3d/ui';
import { createPace } from '../../platform/pace.ts';
import { loadable } from '../../platform/loadable.ts';
import { api, live } from '../../platform/services.ts';

/** Changes of devices that come at once make one call, milliseconds. */
const PAUSE_MS = 3000;

/** All devices with a place, the chosen one, and those in the view of the map. */
export const DeviceMapModel = createModel(() => {
  const devices = loadable<readonly MappedDevice[]>(
    async (abort) => (await api.devices.map({ signal: abort })).items,
  );
  const chosen = signal<string | null>(null);
  /** Null: the map has not told it, or there is none. */
  const inView = signal<ReadonlySet<string> | null>(null);
  const pace = createPace(() => void devices.load(), PAUSE_MS);
  effect(() => pace.dispose);
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'device-state' || event.type === 'device-changed') pace.ask();
      else if (event.type === 'subscribed' && (event.resumed || devices.error.peek() !== null))
        void devices.load();
    }),
  );
  void devices.load();
  return {
    devices,
    points: computed<readonly MapPoint[]>(() =>
      (devices.value.value ?? []).map(({ id, longitude, latitude, online }) => ({
        id,
        longitude,
        latitude,
        isActive: online,
      })),
    ),
    chosen: computed(() => devices.value.value?.find(({ id }) => id === chosen.value) ?? null),
    shown: computed(() =>
      (devices.value.value ?? []).filter(({ id }) => inView.value === null || inView.value.has(id)),
    ),
    choose: (id: string | null): void => {
      chosen.value = id;
    },
    view: (ids: readonly string[]): void => {
      const known = inView.peek();
      if (known?.size === ids.length && ids.every((id) => known.has(id))) return;
      inView.value = new Set(ids);
    },
  };
});

export type DeviceMapScreen = InstanceType<typeof DeviceMapModel>;
