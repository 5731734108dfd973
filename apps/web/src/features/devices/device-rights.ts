import type { DeviceDetail, Right } from '@farm3d/api';
import { hasRight } from '../../platform/session.ts';

/** What a user may do with a device, by its answer. */
export type DeviceRights = Pick<DeviceDetail, 'rights' | 'received'>;

/** Whether the user may do this with the device: by roles, by rules about it, or by a share. */
export const mayOn = ({ rights }: DeviceRights, right: Right): boolean => rights.includes(right);

/** The same for what only the device's own organisation can do. */
export const mayOwn = (device: DeviceRights, right: Right): boolean =>
  !device.received && mayOn(device, right);

/** Whether the user may delete the device: by a rule about it, only who manages it. */
export const mayRemove = (device: DeviceRights): boolean =>
  !device.received && (hasRight('devices') || mayOn(device, 'share'));
