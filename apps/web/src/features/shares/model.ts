import { computed, createModel, signal } from '@preact/signals-react';
import { sharing, type Device, type DeviceShare, type SimpleDevice } from '@farm3d/api';
import { createAttempts, createOpening, createQuestion } from '../../kit/actions.ts';
import { whenResumed } from '../../platform/live-store.ts';
import { loadable } from '../../platform/loadable.ts';
import type { Services } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { t } from './zh-CN.ts';

export type Side = 'given' | 'received';

/** A device of others with the shares by which it is received. */
export interface ReceivedDevice {
  readonly device: Device;
  readonly shares: readonly DeviceShare[];
}

const isActive = ({ state }: DeviceShare): boolean => state === 'active';

/** Given and received shares, and what is done with them. */
export const SharesModel = createModel(({ api, clientOf, live }: Services) => {
  const calls = clientOf({ sharing }).sharing;
  const ledgerOf = (direction: 'shared' | 'received') =>
    loadable<readonly DeviceShare[]>(
      async (abort) => (await calls.ledger({ direction }, { signal: abort })).items,
    );
  const side = signal<Side>('given');
  const given = ledgerOf('shared');
  const received = ledgerOf('received');
  const receivedDevices = loadable<readonly Device[]>(
    async (abort) => (await api.devices.received({ signal: abort })).items,
  );
  const receivedCount = loadable((abort) => calls.receivedCount({ signal: abort }));
  /** Own devices, for the forms. */
  const devices = loadable<readonly SimpleDevice[]>(
    async (abort) => (await api.devices.simple({ signal: abort })).items,
  );
  const showsEnded = signal(false);
  const selected = signal<ReadonlySet<string>>(new Set());
  const dialog = createOpening<'share' | 'terms'>();

  const refresh = (): void => {
    void given.load();
    void received.load();
    void receivedDevices.load();
    void receivedCount.load();
  };
  whenResumed(live, refresh);
  refresh();
  const { attempt } = createAttempts(refresh);

  const shownGiven = computed(() =>
    (given.value.value ?? []).filter((share) => showsEnded.value || isActive(share)),
  );
  /** Running shares of the selection: others have ended meanwhile. */
  const chosen = computed(() =>
    shownGiven.value.filter((one) => isActive(one) && selected.value.has(one.id)),
  );

  return {
    side,
    given,
    received,
    receivedDevices,
    receivedCount,
    devices,
    showsEnded,
    dialog,
    shownGiven,
    chosen,
    isSelected: (id: string): boolean => selected.value.has(id),
    activeCount: computed(() => (given.value.value ?? []).filter(isActive).length),
    shownReceived: computed((): readonly ReceivedDevice[] => {
      const shares = (received.value.value ?? []).filter(isActive);
      return (receivedDevices.value.value ?? []).map((device) => ({
        device,
        shares: shares.filter(({ deviceId }) => deviceId === device.id),
      }));
    }),
    refresh,
    show: (next: Side): void => {
      side.value = next;
    },
    showEnded: (on: boolean): void => {
      showsEnded.value = on;
    },
    toggle: (id: string): void => {
      const next = new Set(selected.peek());
      if (!next.delete(id)) next.add(id);
      selected.value = next;
    },
    selectAll: (on: boolean): void => {
      selected.value = new Set(on ? shownGiven.peek().flatMap((one) => (isActive(one) ? [one.id] : [])) : []);
    },
    open: (which: 'share' | 'terms'): void => {
      dialog.open(which);
      void devices.load();
    },
    shared: (shares: readonly DeviceShare[]): void => {
      dialog.close();
      side.value = 'given';
      showToast('success', t('shares.shared', { n: shares.length }));
      refresh();
    },
    changed: (count: number): void => {
      dialog.close();
      selected.value = new Set();
      showToast('success', t('shares.changed', { n: count }));
      refresh();
    },
    /** The share that is to end, once the user has confirmed it. */
    ending: createQuestion(({ id, direction }: DeviceShare) =>
      attempt(async () => {
        const stops = direction === 'shared';
        await (stops ? calls.stop(id) : calls.leave(id));
        return t(stops ? 'shares.stopped' : 'shares.left');
      }),
    ),
  };
});

export type Shares = InstanceType<typeof SharesModel>;
