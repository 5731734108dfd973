import type { StreamTarget } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { can } from '../../platform/auth/policy.ts';
import type { RuleReach } from '../../platform/auth/rule-reach.ts';
import type { DeviceKey, DeviceRepository } from '../devices/repository.ts';
import { placedDevices } from '../../platform/placed-devices.ts';
import type { SceneRepository } from '../scenes/repository.ts';
import type { Recipient, ShareRepository } from './repository.ts';

/** What rules give to people without the right to read everything. */
type DeviceReach = Pick<RuleReach, 'deviceIds' | 'levelOn'>;

/** Targets of a subscription, after the check of its rights. */
export interface ResolvedTarget {
  /** All current devices, with their short keys. */
  readonly devices: readonly DeviceKey[];
  /** Version of the scene of the subscription. */
  readonly scene: { id: string; version: number } | null;
  /** It also covers future devices. */
  readonly everything: boolean;
  /** When the first of its rights ends, epoch ms; null: none does. */
  readonly until: number | null;
  /** Ids of the devices of which the caller sees chosen keys only, with these. */
  readonly restricted: ReadonlyMap<string, ReadonlySet<string>>;
  /** Ids of other devices in the scene, of other organisations: a share may bring them. */
  readonly foreign: readonly string[];
}

const NO_SHARES = { until: null, restricted: new Map<string, ReadonlySet<string>>(), foreign: [] };

/** Resolves a target for one user; null when any of it is unknown, foreign or not permitted. */
export class TargetResolver {
  readonly #devices: DeviceRepository;
  readonly #scenes: SceneRepository;
  readonly #shares: ShareRepository;
  readonly #reach: DeviceReach;

  constructor(
    devices: DeviceRepository,
    scenes: SceneRepository,
    shares: ShareRepository,
    reach: DeviceReach,
  ) {
    this.#devices = devices;
    this.#scenes = scenes;
    this.#shares = shares;
    this.#reach = reach;
  }

  async resolve(principal: Principal, target: StreamTarget): Promise<ResolvedTarget | null> {
    // A page with an embed token may follow its one scene.
    if (principal.sceneId !== undefined)
      return 'scene' in target && target.scene.toLowerCase() === principal.sceneId
        ? this.#resolve(principal, target)
        : null;
    if (can(principal, 'read')) return this.#resolve(principal, target);
    // Rules are of people: a program's key has the rights of its roles alone.
    return principal.apiKeyId === undefined ? this.#byRules(principal, target) : null;
  }

  /** Devices of the own organisation alone, those that rules name. */
  async #byRules(principal: Principal, target: StreamTarget): Promise<ResolvedTarget | null> {
    const { organisationId } = principal;
    const own = { ...NO_SHARES, scene: null, everything: false };
    if ('scene' in target) {
      if ((await this.#reach.levelOn(principal, 'scene', target.scene)) === null) return null;
      const scene = await this.#scenes.get(organisationId, target.scene);
      if (!scene) return null;
      const devices = await this.#devices.keys(organisationId, placedDevices(scene.sceneDevice));
      return { ...own, devices, scene: { id: scene.id, version: scene.version } };
    }
    const seen = await this.#reach.deviceIds(principal);
    if ('organisation' in target)
      return seen.length > 0 ? { ...own, devices: await this.#devices.keys(organisationId, seen) } : null;
    const wanted = new Set(target.devices.map((id) => id.toLowerCase()));
    const devices = await this.#devices.keys(
      organisationId,
      seen.filter((id) => wanted.has(id)),
    );
    return devices.length === wanted.size ? { ...own, devices } : null;
  }

  async #resolve(principal: Recipient, target: StreamTarget): Promise<ResolvedTarget | null> {
    const { organisationId } = principal;
    if ('organisation' in target) {
      return {
        ...NO_SHARES,
        devices: await this.#devices.keys(organisationId),
        scene: null,
        everything: true,
      };
    }
    if ('devices' in target) {
      const wanted = target.devices.map((id) => id.toLowerCase());
      const { foreign, ...found } = await this.#find(principal, wanted);
      return foreign.length > 0 ? null : { ...found, foreign, scene: null, everything: false };
    }
    const scene = await this.#scenes.get(organisationId, target.scene);
    if (!scene) return null;
    // Deleted and foreign devices in the scene are left out.
    const found = await this.#find(principal, placedDevices(scene.sceneDevice));
    return { ...found, scene: { id: scene.id, version: scene.version }, everything: false };
  }

  /** Those of `ids` that the caller's organisation has or that are shared with the caller. */
  async #find(
    principal: Recipient,
    ids: readonly string[],
  ): Promise<Pick<ResolvedTarget, 'devices' | 'until' | 'restricted' | 'foreign'>> {
    if (ids.length === 0) return { ...NO_SHARES, devices: [] };
    const missing = new Set(ids);
    const own = await this.#devices.keys(principal.organisationId, [...missing]);
    for (const { id } of own) missing.delete(id);
    if (missing.size === 0) return { ...NO_SHARES, devices: own };
    const shared = await this.#shares.received(principal, [...missing]);
    for (const { id } of shared) missing.delete(id);
    const ends = shared.flatMap(({ until }) => (until === null ? [] : [until]));
    return {
      devices: [...own, ...shared],
      until: ends.length > 0 ? Math.min(...ends) : null,
      restricted: new Map(shared.flatMap(({ id, visible }) => (visible ? [[id, visible]] : []))),
      foreign: [...missing],
    };
  }
}
