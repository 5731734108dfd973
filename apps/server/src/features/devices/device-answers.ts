import type { Pool } from 'pg';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { notFound } from '../../platform/http/problem.ts';
import { lastRejection } from '../../platform/telemetry/rejections.ts';
import type { VisibleKeys } from '../../platform/telemetry/visible-keys.ts';
import type { DeviceAccess } from './device-access.ts';
import type { DeviceRepository, DeviceRow } from './repository.ts';
import { deviceDetailToWire, type ImageAddresses, type Presence } from './wire.ts';

export interface DetailNeeds {
  readonly pool: Pool;
  readonly access: Pick<DeviceAccess, 'rightsOn'>;
  readonly sessions: Presence;
  readonly photos: ImageAddresses;
  /** The media server; null where there is none. */
  readonly media: { readonly port: number } | null;
  readonly mqtt: { readonly port: number };
}

/** Makes the response of calls about one device. */
export function detailOf({ access, pool, sessions, photos, media, mqtt }: DetailNeeds) {
  return async (device: DeviceRow & { readonly visible?: VisibleKeys }, principal: Principal) => {
    // The refused message may contain any key.
    const rejection = device.visible ? null : await lastRejection(pool, device.key);
    const ports = { mqttPort: mqtt.port, rtmpPort: media?.port ?? null };
    return {
      ...deviceDetailToWire(device, sessions, photos.shownTo(principal), rejection, ports),
      received: device.organisation_id !== principal.organisationId,
      rights: await access.rightsOn(principal, device),
    };
  };
}

/**
 * A device of the caller's organisation.
 * @throws {HttpProblem} 404 when it has no such device
 */
export async function ownDevice(
  devices: Pick<DeviceRepository, 'get'>,
  { organisationId }: Pick<Principal, 'organisationId'>,
  id: string,
): Promise<DeviceRow> {
  const device = await devices.get(organisationId, id);
  if (!device) throw notFound();
  return device;
}
