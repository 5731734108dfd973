import { computed, createModel, effect, untracked } from '@preact/signals-react';
import type { Device, DeviceGroup } from '@farm3d/api';
import { createSelection } from '../../components/bulk/selection.ts';
import { createOpening } from '../../kit/actions.ts';
import { loadable, createPace } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { countByType } from './grouping.ts';
import { createTurns, groupCallsOf, TOPIC } from './model.ts';
import { t } from './zh-CN.ts';

/** In the place of a group's id: the devices that others share with the user. */
export const RECEIVED = 'received';
/** Changes of devices that come at once make one reload, milliseconds. */
const RELOAD_PAUSE_MS = 500;
/** Devices that one call adds. */
const ADDED_AT_ONCE = 1000;
/** Memberships that one call ends: their ids are in its address. */
const REMOVED_AT_ONCE = 100;

/** A device of the group. */
interface Member {
  /** Id of the membership; null: received from others. */
  readonly id: string | null;
  readonly device: Device;
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}

const names = new Intl.Collator('zh-CN', { numeric: true });

/** The devices directly in a group. @param groupId its id, or {@link RECEIVED} @param onChange called after each change */
export const MembersModel = createModel((services: Services, groupId: string, onChange: () => void) => {
  const { api, live } = services;
  const { deviceGroups } = groupCallsOf(services);
  /** By name and number. */
  const members = loadable<readonly Member[]>(async (abort) => {
    const found: Member[] =
      groupId === RECEIVED
        ? (await api.devices.received({ signal: abort })).items.map((device) => ({ id: null, device }))
        : (await deviceGroups.list({ groupId }, { signal: abort })).items;
    return found.toSorted((a, b) => names.compare(a.device.name, b.device.name));
  });
  const list = computed(() => members.value.value ?? []);
  const selection = createSelection();
  /** Whether the dialog that adds devices is open. */
  const adding = createOpening<true>();
  const isOnline = (id: string, known: boolean): boolean => live.device(id).online.value ?? known;
  const types = computed(() => {
    const online = new Set(
      list.value.flatMap(({ device }) => (isOnline(device.id, device.online) ? [device.id] : [])),
    );
    return countByType(
      list.value.map(({ device }) => device),
      (id) => online.has(id),
    );
  });

  const reload = (): void => void members.load();
  const pace = createPace(reload, RELOAD_PAUSE_MS);
  effect(() => pace.dispose);
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'device-changed') pace.ask();
      else if (event.type === 'subscribed' && (event.resumed || members.error.peek() !== null)) reload();
    }),
  );
  effect(() => {
    const shown = list.value;
    untracked(() => {
      for (const { device } of shown) live.setState(device.id, device);
    });
  });
  reload();

  const { busy, run, undo } = createTurns(() => {
    reload();
    onChange();
  });
  /** Adds devices to a group. @returns ids of the memberships of these devices */
  const addTo = async (toId: string, deviceIds: readonly string[]): Promise<string[]> => {
    const wanted = new Set(deviceIds);
    let memberships: string[] = [];
    for (const chunk of chunksOf(deviceIds, ADDED_AT_ONCE)) {
      const { items } = await deviceGroups.addMany(toId, chunk);
      // Each answer contains all devices of the group.
      memberships = items.flatMap(({ id, device }) => (wanted.has(device.id) ? [id] : []));
    }
    return memberships;
  };
  const removeFrom = async (memberships: readonly string[]): Promise<void> => {
    for (const chunk of chunksOf(memberships, REMOVED_AT_ONCE)) await deviceGroups.removeMany(chunk);
  };
  /** Memberships and devices of the selected rows; those that have left the group meanwhile are left out. */
  const selected = () => {
    const chosen = list.peek().filter(({ device }) => selection.devices.peek().has(device.id));
    return {
      memberships: chosen.flatMap(({ id }) => id ?? []),
      deviceIds: chosen.map(({ device }) => device.id),
    };
  };

  return {
    members,
    list,
    selection,
    adding,
    busy,
    reload,
    /** Devices by type, live. */
    types,
    online: computed(() => types.value.reduce((sum, { online }) => sum + online, 0)),
    /** The group has so many devices: others changed it when these are not as many. */
    expect: (count: number): void => {
      if (members.hasLoaded.peek() && !busy.peek() && count !== list.peek().length) reload();
    },
    selectAll: (): void => selection.set(list.peek().map(({ device }) => device)),
    add: (deviceIds: readonly string[]): Promise<boolean> =>
      run(async () => {
        const memberships = await addTo(groupId, deviceIds);
        adding.close();
        showToast(
          'success',
          t('groups.added', { n: deviceIds.length }),
          TOPIC,
          undo(() => removeFrom(memberships)),
        );
      }),
    takeOut: (): Promise<boolean> =>
      run(async () => {
        const { memberships, deviceIds } = selected();
        await removeFrom(memberships);
        selection.clear();
        showToast(
          'success',
          t('groups.takenOut', { n: deviceIds.length }),
          TOPIC,
          undo(async () => void (await addTo(groupId, deviceIds))),
        );
      }),
    /** Adds the selected devices to another group and takes them out of this one. */
    moveTo: (target: DeviceGroup): Promise<boolean> =>
      run(async () => {
        const { memberships, deviceIds } = selected();
        const before = await deviceGroups.list({ groupId: target.id });
        const there = new Set(before.items.map(({ id }) => id));
        const added = (await addTo(target.id, deviceIds)).filter((id) => !there.has(id));
        await removeFrom(memberships);
        selection.clear();
        showToast(
          'success',
          t('groups.movedTo', { n: deviceIds.length, name: target.name }),
          TOPIC,
          undo(async () => {
            await addTo(groupId, deviceIds);
            await removeFrom(added);
          }),
        );
      }),
  };
});

export type Members = InstanceType<typeof MembersModel>;
