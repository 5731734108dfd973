import type { Device } from './device.ts';

/** Groups nest; a device may be in any number of them. */
export interface DeviceGroup {
  id: string;
  name: string;
  parentId: string | null;
  /** Devices that are directly in it. */
  deviceCount: number;
}

/** A device's place in a group. */
export interface GroupMembership {
  id: string;
  groupId: string;
  groupName: string;
  device: Device;
}
