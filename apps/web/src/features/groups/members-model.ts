import { computed, createModel, effect, signal, untracked } from '@preact/signals-react';
import type { Device, DeviceGroup } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { createPace } from '../../platform/pace.ts';
import { problemText } from '../../platform/problem.ts';
import { api, live } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { createSelection } from '../../components/bulk/selection.ts';
import { groupApi } from './group-api.ts';
import { countByType } from './member-counts.ts';
import { TOPIC } from './model.ts';
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

/** Adds devices to a group. @returns ids of the memberships of these devices */
async function addTo(groupId: string, deviceIds: readonly string[]): Promise<string[]> {
  const wanted = new Set(deviceIds);
  let memberships: string[] = [];
  for (const chunk of chunksOf(deviceIds, ADDED_AT_ONCE)) {
    const { items } = await groupApi.deviceGroups.addMany(groupId, chunk);
    // Each answer contains all devices of the group.
    memberships = items.flatMap(({ id, device }) => (wanted.has(device.id) ? [id] : []));
  }
  return memberships;
}

async function removeFrom(memberships: readonly string[]): Promise<void> {
  for (const chunk of chunksOf(memberships, REMOVED_AT_ONCE)) await groupApi.deviceGroups.removeMany(chunk);
}

const names = new Intl.Collator('zh-CN', { numeric: true });

/** The devices of a group, by name and number. */
async function fetchMembers(groupId: string, signal: AbortSignal): Promise<readonly Member[]> {
  const members: Member[] =
    groupId === RECEIVED
      ? (await api.devices.received({ signal })).items.map((device) => ({ id: null, device }))
      : (await groupApi.deviceGroups.list({ groupId }, { signal })).items;
  return members.toSorted((a, b) => names.compare(a.device.name, b.device.name));
}

/** The devices directly in a group. @param groupId its id, or {@link RECEIVED} @param onChange called after each change */
export const MembersModel = createModel((groupId: string, onChange: () => void) => {
  const members = loadable<readonly Member[]>((abort) => fetchMembers(groupId, abort));
  const list = computed(() => members.value.value ?? []);
  const selection = createSelection();
  /** Whether the dialog that adds devices is open. */
  const isAdding = signal(false);
  const busy = signal(false);
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

  /** Runs one action at a time; when it fails, the reason is shown. */
  const run = async (work: () => Promise<void>): Promise<boolean> => {
    if (busy.peek()) return false;
    busy.value = true;
    try {
      await work();
      return true;
    } catch (error) {
      showToast('error', problemText(error), TOPIC);
      return false;
    } finally {
      busy.value = false;
      reload();
      onChange();
    }
  };
  const undo = (work: () => Promise<void>) => ({ label: t('groups.undo'), run: () => void run(work) });
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
    isAdding,
    busy,
    reload,
    /** Devices by type, live. */
    types,
    online: computed(() => types.value.reduce((sum, { online }) => sum + online, 0)),
    /** The group has so many devices: others changed it when these are not as many. */
    expect: (count: number): void => {
      if (members.hasLoaded.peek() && !busy.peek() && count !== list.peek().length) reload();
    },
    setAdding: (isOpen: boolean): void => {
      isAdding.value = isOpen;
    },
    selectAll: (): void => selection.set(list.peek().map(({ device }) => device)),
    add: (deviceIds: readonly string[]): Promise<boolean> =>
      run(async () => {
        const memberships = await addTo(groupId, deviceIds);
        isAdding.value = false;
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
        const before = await groupApi.deviceGroups.list({ groupId: target.id });
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
