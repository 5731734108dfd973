import type { AccessLevel, DevicePermission, Right } from '@farm3d/api';
import type { AppContext } from '../../platform/http/context.ts';
import { pathParameter } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { visibleTogether, type VisibleKeys } from '../../platform/telemetry/visible-keys.ts';
import { can } from '../../platform/auth/policy.ts';
import { DEVICE_RIGHTS, lowerLevel, rightsOn, type Reach } from '../../platform/auth/reach.ts';
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

/** Level that a rule must give where a share needs the permission. */
const LEVELS: Readonly<Record<DevicePermission, AccessLevel>> = {
  view: 'see',
  history: 'see',
  control: 'operate',
  configure: 'edit',
};

/** What a share's permission lets its recipient do, as far as their roles do. */
const SHARED: Readonly<Record<DevicePermission, readonly Right[]>> = {
  view: ['read'],
  history: ['read'],
  control: ['operate', 'alarms'],
  configure: ['devices', 'rules'],
};

/** A device that a caller may use in one way. */
export interface AccessibleDevice extends DeviceRow {
  /** Its keys that the caller may see in that way: everything that names a key or its values goes by it. */
  readonly visible: VisibleKeys;
}

/** Finds the device of a call for callers with a permission: its organisation, who reaches it by rules, or the recipient of a share. */
export class DeviceAccess {
  readonly #devices: Pick<DeviceRepository, 'get'>;
  readonly #shares: Shares;
  readonly #reach: Pick<Reach, 'levelOn'>;

  constructor(devices: Pick<DeviceRepository, 'get'>, shares: Shares, reach: Pick<Reach, 'levelOn'>) {
    this.#devices = devices;
    this.#shares = shares;
    this.#reach = reach;
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
    if (principal.byRules) return this.#byRules(principal, own, permission);
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

  /** What a caller who may view a device may do with it: by roles, by rules, or as the recipient of shares. */
  async rightsOn(
    principal: Principal,
    { id, organisation_id }: Pick<DeviceRow, 'id' | 'organisation_id'>,
  ): Promise<Right[]> {
    if (organisation_id === principal.organisationId) return rightsOn(principal, 'device', id, this.#reach);
    const shares = await this.#shares.rights(principal, id);
    const shared = shares.flatMap(({ permissions }) => permissions.flatMap((one) => SHARED[one]));
    return DEVICE_RIGHTS.filter((right) => shared.includes(right) && can(principal, right));
  }

  async #byRules(
    principal: Principal,
    device: DeviceRow | undefined,
    permission: DevicePermission,
  ): Promise<AccessibleDevice> {
    const level = device && (await this.#reach.levelOn(principal, 'device', device.id));
    if (!device || !level) throw notFound();
    if (lowerLevel(level, LEVELS[permission]) !== LEVELS[permission])
      throw new HttpProblem(403, 'device.notPermitted');
    return { ...device, visible: null };
  }
}
