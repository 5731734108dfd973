import * as v from 'valibot';
import type { DeviceDraft, DevicePatch } from './device-drafts.ts';
import { instant, optionalQueryFlag, optionalQueryText, cursorEntries } from './inputs.ts';

/* Requests of the device calls. */

/** Sort keys of a device list. */
export const DEVICE_SORTS = ['name', 'productModelCode', 'online', 'lastActivityTime', 'createTime'] as const;

/** Only present members are sent: the server keeps the others. */
export const encodeDevice = ({
  picture: pic,
  modelPath: scene3dModelSnape,
  ...same
}: DeviceDraft | DevicePatch) => ({
  ...same,
  pic,
  scene3dModelSnape,
});

export const deviceList = v.object({
  ...cursorEntries,
  /** Part of the name, DevEUI or serial, case-insensitive. */
  name: optionalQueryText,
  productModelCode: optionalQueryText,
  online: optionalQueryFlag,
  /** Devices of this group and its descendants. */
  groupId: optionalQueryText,
  /** Devices behind this gateway. */
  gatewayId: optionalQueryText,
  /** Devices in an area of the map `mapCode`. */
  areaCode: optionalQueryText,
  /** Code of the area whose map `areaCode` names; default: the map of the whole. */
  mapCode: optionalQueryText,
  /** Devices without activity at or after this instant, epoch milliseconds; those that never reported are among them. */
  inactiveSince: instant,
  /** Default 'name', also the second key. Devices without activity sort before all others. */
  sortProperty: v.optional(v.picklist(DEVICE_SORTS), 'name'),
  sortOrder: v.optional(
    v.pipe(
      v.string(),
      v.transform((order) => order.toUpperCase()),
      v.picklist(['ASC', 'DESC']),
    ),
    'ASC',
  ),
});

export type DeviceQuery = Omit<v.InferInput<typeof deviceList>, 'online'> & { online?: boolean };
