import { decodeSceneDevice, type StreamTarget } from '@farm3d/api';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import type { DeviceKey, DeviceRepository } from '../devices/repository.ts';
import type { SceneRepository } from '../scenes/repository.ts';
import type { ShareRepository } from './repository.ts';

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
}

/** Resolves a target for one user; null when any of it is unknown or foreign. */
export class TargetResolver {
  readonly #devices: DeviceRepository;
  readonly #scenes: SceneRepository;
  readonly #shares: ShareRepository;

  constructor(devices: DeviceRepository, scenes: SceneRepository, shares: ShareRepository) {
    this.#devices = devices;
    this.#scenes = scenes;
    this.#shares = shares;
  }

  async resolve(
    { organisationId, userId }: Pick<Principal, 'organisationId' | 'userId'>,
    target: StreamTarget,
  ): Promise<ResolvedTarget | null> {
    if ('organisation' in target) {
      return {
        devices: await this.#devices.keys(organisationId),
        scene: null,
        everything: true,
        until: null,
      };
    }
    if ('devices' in target) {
      const requestedIds = new Set(target.devices.map((id) => id.toLowerCase()));
      const devices = await this.#devices.keys(organisationId, [...requestedIds]);
      for (const { id } of devices) requestedIds.delete(id);
      const shared = requestedIds.size > 0 ? await this.#shares.received(userId, [...requestedIds]) : [];
      if (shared.length !== requestedIds.size) return null;
      const ends = shared.flatMap(({ until }) => (until === null ? [] : [until]));
      return {
        devices: [...devices, ...shared],
        scene: null,
        everything: false,
        until: ends.length > 0 ? Math.min(...ends) : null,
      };
    }
    const scene = await this.#scenes.get(organisationId, target.scene);
    if (!scene) return null;
    let ids: string[] = [];
    try {
      ids = decodeSceneDevice(scene.sceneDevice).equipment.map(({ id }) => id);
    } catch {
      // An unreadable layout has no devices; the scene itself can still be followed.
    }
    // Deleted and foreign devices in the scene are left out.
    const devices = ids.length > 0 ? await this.#devices.keys(organisationId, ids) : [];
    return { devices, scene: { id: scene.id, version: scene.version }, everything: false, until: null };
  }
}
