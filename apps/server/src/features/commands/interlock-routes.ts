import { deviceLink } from '@farm3d/api';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import { ownDevice } from '../devices/device-answers.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { Interlock, Interlocks } from './interlocks.ts';

const toWire = ({ maxRunMs, exclusion }: Interlock) => ({
  maxRunMinutes: maxRunMs === null ? null : maxRunMs / 60_000,
  exclusion,
});

interface InterlockDependencies {
  readonly devices: Pick<DeviceRepository, 'get'>;
  readonly interlocks: Pick<Interlocks, 'get' | 'set'>;
}

/** `/api/device/{id}/interlock`: interlock rules of a device. */
export function interlockRoutes({ devices, interlocks }: InterlockDependencies): ServedCall[] {
  return [
    serve(deviceLink.interlock, async ({ principal, path }) => {
      const { key } = await ownDevice(devices, principal, path.id);
      return toWire(await interlocks.get(key));
    }),
    serve(deviceLink.setInterlock, async ({ principal, path, body: { maxRunMinutes, exclusion } }) => {
      const { key } = await ownDevice(devices, principal, path.id);
      const maxRunMs = maxRunMinutes === null ? null : maxRunMinutes * 60_000;
      await interlocks.set(key, { maxRunMs, exclusion });
      return toWire(await interlocks.get(key));
    }),
  ];
}
