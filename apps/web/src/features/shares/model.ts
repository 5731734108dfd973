import { computed, createModel, effect, signal } from '@preact/signals-react';
import type { Device, DeviceShare, SimpleDevice } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { problemText } from '../../platform/problem.ts';
import { api, live } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { shareApi } from './share-api.ts';
import { t } from './zh-CN.ts';

export type Side = 'given' | 'received';

/** A device of others with the shares by which it is received. */
export interface ReceivedDevice {
  readonly device: Device;
  readonly shares: readonly DeviceShare[];
}

const isActive = ({ state }: DeviceShare): boolean => state === 'active';

async function ledgerOf(side: Side, abort: AbortSignal): Promise<readonly DeviceShare[]> {
  const direction = side === 'given' ? 'shared' : 'received';
  return (await shareApi.sharing.ledger({ direction }, { signal: abort })).items;
}

/** Given and received shares, and what is done with them. */
export const SharesModel = createModel(() => {
  const side = signal<Side>('given');
  const given = loadable((abort) => ledgerOf('given', abort));
  const received = loadable((abort) => ledgerOf('received', abort));
  const receivedDevices = loadable<readonly Device[]>(
    async (abort) => (await api.devices.received({ signal: abort })).items,
  );
  const receivedCount = loadable((abort) => shareApi.sharing.receivedCount({ signal: abort }));
  /** Own devices, for the forms. */
  const devices = loadable<readonly SimpleDevice[]>(
    async (abort) => (await api.devices.simple({ signal: abort })).items,
  );
  const showsEnded = signal(false);
  const selected = signal<ReadonlySet<string>>(new Set());
  const dialog = signal<'share' | 'terms' | null>(null);
  /** The share that is to end, once the user has confirmed it. */
  const ending = signal<DeviceShare | null>(null);
  const busy = signal(false);

  const refresh = (): void => {
    void given.load();
    void received.load();
    void receivedDevices.load();
    void receivedCount.load();
  };
  // Connected again: what the page missed is fetched.
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'subscribed' && event.resumed) refresh();
    }),
  );
  refresh();

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
    ending,
    busy,
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
    open: (which: 'share' | 'terms' | null): void => {
      dialog.value = which;
      if (which !== null) void devices.load();
    },
    shared: (shares: readonly DeviceShare[]): void => {
      dialog.value = null;
      side.value = 'given';
      showToast('success', t('shares.shared', { n: shares.length }));
      refresh();
    },
    changed: (count: number): void => {
      dialog.value = null;
      selected.value = new Set();
      showToast('success', t('shares.changed', { n: count }));
      refresh();
    },
    ask: (share: DeviceShare | null): void => {
      ending.value = share;
    },
    confirm: async (): Promise<void> => {
      const share = ending.peek();
      if (!share) return;
      busy.value = true;
      try {
        if (share.direction === 'shared') await shareApi.sharing.stop(share.id);
        else await shareApi.sharing.leave(share.id);
        showToast('success', t(share.direction === 'shared' ? 'shares.stopped' : 'shares.left'));
      } catch (error) {
        showToast('error', problemText(error));
      } finally {
        busy.value = false;
        ending.value = null;
        refresh();
      }
    },
  };
});

export type Shares = InstanceType<typeof SharesModel>;
