import type { DevicePermission } from '@farm3d/api';
import type { DeviceRepository, DeviceRow } from './repository.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { pathParameter } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

/** Who knows what a user may do with the devices of other organisations. */
interface Grants {
  /** Null when nothing. */
  grant(
    userId: string,
    deviceId: string,
  ): Promise<{ organisationId: string; permissions: readonly DevicePermission[] } | null>;
}

/** Finds the device of a call for who may do the wanted thing with it: its organisation, or a share's recipient. */
export class DeviceAccess {
  readonly #devices: Pick<DeviceRepository, 'get'>;
  readonly #shares: Grants;

  constructor(devices: Pick<DeviceRepository, 'get'>, shares: Grants) {
    this.#devices = devices;
    this.#shares = shares;
  }

  /**
   * The device that the path names.
   * @throws {HttpProblem} 404 when the caller may not even see it, 403 when its share does not reach so far.
   */
  async find(c: AppContext, permission: DevicePermission): Promise<DeviceRow> {
    return this.of(c, pathParameter(c, 'id'), permission);
  }

  /** The same for a device that something else leads to. */
  async of(c: AppContext, id: string, permission: DevicePermission): Promise<DeviceRow> {
    const { organisationId, userId } = c.get('principal');
    const own = await this.#devices.get(organisationId, id);
    if (own) return own;
    const grant = await this.#shares.grant(userId, id);
    if (!grant) throw notFound();
    if (!grant.permissions.includes(permission)) throw new HttpProblem(403, 'device.notPermitted');
    const shared = await this.#devices.get(grant.organisationId, id);
    if (!shared) throw notFound();
    return shared;
  }
}
