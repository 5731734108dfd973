import type { Device } from '@farm3d/api';
import { csvText } from '../../platform/csv.ts';

/** The devices as a table that spreadsheets open. */
export function deviceSheet(devices: readonly Device[]): string {
  return csvText(
    ['name', 'productModelCode', 'thirdId', 'online', 'lastActivityTime', 'id'],
    devices.map((device) => [
      device.name,
      device.productModelCode,
      device.thirdId ?? '',
      device.online ? '1' : '0',
      device.lastActivityAt === null ? '' : new Date(device.lastActivityAt).toISOString(),
      device.id,
    ]),
  );
}
