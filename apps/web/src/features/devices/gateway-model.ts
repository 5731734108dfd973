import { createModel, effect, signal } from '@preact/signals-react';
import type { Device } from '@farm3d/api';
import { loadable } from '../../platform/loadable.ts';
import { createPace } from '../../platform/pace.ts';
import { problemText } from '../../platform/problem.ts';
import { api, live } from '../../platform/services.ts';
import { showToast } from '../../platform/toasts.ts';
import { deviceApi } from './device-api.ts';

/** Devices behind a gateway that are listed. */
const MAX_LISTED = 200;
/** While devices come in, the list is fetched this often, milliseconds. */
const REFRESH_MS = 1000;

/** Whether a device speaks for others, and for which. */
export const GatewayModel = createModel((deviceId: string, onChanged: () => void) => {
  const children = loadable((abort) =>
    api.devices.list({ gatewayId: deviceId, pageSize: MAX_LISTED }, { signal: abort }),
  );
  const busy = signal(false);
  const isStopping = signal(false);
  const removing = signal<Device | null>(null);
  const pace = createPace(() => void children.load(), REFRESH_MS);
  effect(() => pace.dispose);
  effect(() =>
    live.watch({ organisation: true }, (event) => {
      if (event.type === 'device-changed' || (event.type === 'subscribed' && event.resumed)) pace.ask();
    }),
  );
  void children.load();
  /** Runs one change at a time; when it fails, the reason is shown. */
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (busy.peek()) return;
    busy.value = true;
    try {
      await work();
    } catch (error) {
      showToast('error', problemText(error));
    } finally {
      busy.value = false;
      onChanged();
      void children.load();
    }
  };
  const set = (gateway: boolean): Promise<void> =>
    run(() => deviceApi.deviceLink.setGateway(deviceId, gateway));
  return {
    children,
    busy,
    isStopping,
    removing,
    /** Makes it a gateway; a gateway that has devices is asked about first. */
    change: (gateway: boolean): void => {
      if (!gateway && (children.value.peek()?.total ?? 0) > 0) isStopping.value = true;
      else void set(gateway);
    },
    /** Answers whether it stops to be a gateway. */
    answerStop: (stop: boolean): void => {
      isStopping.value = false;
      if (stop) void set(false);
    },
    askRemoval: (device: Device | null): void => {
      removing.value = device;
    },
    remove: (): Promise<void> => {
      const device = removing.peek();
      removing.value = null;
      return device ? run(() => api.devices.leaveGateway(deviceId, [device.id])) : Promise.resolve();
    },
  };
});
