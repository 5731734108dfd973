import type { DevicePermission } from '@farm3d/api';
import type { DeviceRepository, DeviceRow } from './repository.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { pathParameter } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

/** Permissions of users on devices of other organisations. */
interface Grants {
  /** Null without a permission. */
  grant(
    userId: string,
    deviceId: string,
  ): Promise<{ organisationId: string; permissions: readonly DevicePermission[] } | null>;
}

/** Finds the device of a call for callers with a permission: its organisation, or the recipient of a share. */
export class DeviceAccess {
  readonly #devices: Pick<DeviceRepository, 'get'>;
  readonly #shares: Grants;

  constructor(devices: Pick<DeviceRepository, 'get'>, shares: Grants) {
    this.#devices = devices;
    this.#shares = shares;
  }

  /**
   * The device of the path.
   * @throws {HttpProblem} 404 when the caller may not view it, 403 without the permission
   */
  async find(c: AppContext, permission: DevicePermission): Promise<DeviceRow> {
    return this.of(c, pathParameter(c, 'id'), permission);
  }

  /** The same for a device by its id. */
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
