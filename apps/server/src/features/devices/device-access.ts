import type { DevicePermission } from '@farm3d/api';
import type { AppContext } from '../../platform/http/context.ts';
import { pathParameter } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { visibleTogether, type VisibleKeys } from '../../platform/telemetry/visible-keys.ts';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { DeviceRepository, DeviceRow } from './repository.ts';

/** Shares of devices of other organisations. */
interface Shares {
  /** Those that run now. */
  rights(
    recipient: Pick<Principal, 'organisationId' | 'userId' | 'sceneId'>,
    deviceId: string,
  ): Promise<
    readonly {
      organisationId: string;
      permissions: readonly DevicePermission[];
      attributes: readonly string[] | null;
    }[]
  >;
}

/** A device that a caller may use in one way. */
export interface AccessibleDevice extends DeviceRow {
  /** Its keys that the caller may see in that way: everything that names a key or its values goes by it. */
  readonly visible: VisibleKeys;
}

/** Finds the device of a call for callers with a permission: its organisation, or the recipient of a share. */
export class DeviceAccess {
  readonly #devices: Pick<DeviceRepository, 'get'>;
  readonly #shares: Shares;

  constructor(devices: Pick<DeviceRepository, 'get'>, shares: Shares) {
    this.#devices = devices;
    this.#shares = shares;
  }

  /**
   * The device of the path.
   * @throws {HttpProblem} 404 when the caller may not view it, 403 without the permission
   */
  async find(c: AppContext, permission: DevicePermission): Promise<AccessibleDevice> {
    return this.of(c, pathParameter(c, 'id'), permission);
  }

  /** The same for a device by its id. */
  async of(c: AppContext, id: string, permission: DevicePermission): Promise<AccessibleDevice> {
    const principal = c.get('principal');
    const own = await this.#devices.get(principal.organisationId, id);
    if (own) return { ...own, visible: null };
    const shares = await this.#shares.rights(principal, id);
    if (shares.length === 0) throw notFound();
    const permitting = shares.filter(({ permissions }) => permissions.includes(permission));
    const [first] = permitting;
    if (!first) throw new HttpProblem(403, 'device.notPermitted');
    const shared = await this.#devices.get(first.organisationId, id);
    if (!shared) throw notFound();
    // What a recipient changes stands in the owner's log.
    c.set('concerned', [shared.organisation_id]);
    return { ...shared, visible: visibleTogether(permitting.map(({ attributes }) => attributes)) };
  }
}
