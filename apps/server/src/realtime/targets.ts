import { decodeSceneDevice, type StreamTarget } from '@farm3d/api';
import type { DeviceKey, DeviceRepository } from '../domain/devices/device-repository.ts';
import type { SceneRepository } from '../domain/scenes/scene-repository.ts';

/** What a subscription covers, after its rights were checked. */
export interface ResolvedTarget {
  /** All that it covers now, with their short keys. */
  readonly devices: readonly DeviceKey[];
  /** Version of the scene it is about. */
  readonly scene: { id: string; version: number } | null;
  /** It also covers devices that come later. */
  readonly everything: boolean;
}

/** Finds out what a target means for one organisation; null when any of it is unknown or foreign. */
export class TargetResolver {
  readonly #devices: DeviceRepository;
  readonly #scenes: SceneRepository;

  constructor(devices: DeviceRepository, scenes: SceneRepository) {
    this.#devices = devices;
    this.#scenes = scenes;
  }

  async resolve(organisationId: string, target: StreamTarget): Promise<ResolvedTarget | null> {
    if ('organisation' in target) {
      return { devices: await this.#devices.keys(organisationId), scene: null, everything: true };
    }
    if ('devices' in target) {
      const wanted = new Set(target.devices.map((id) => id.toLowerCase()));
      const devices = await this.#devices.keys(organisationId, [...wanted]);
      return devices.length === wanted.size ? { devices, scene: null, everything: false } : null;
    }
    const scene = await this.#scenes.get(organisationId, target.scene);
    if (!scene) return null;
    let ids: string[] = [];
    try {
      ids = decodeSceneDevice(scene.scene_device).equipment.map(({ id }) => id);
    } catch {
      // A layout that cannot be read has no devices; the scene itself can still be followed.
    }
    // Of what stands in the scene, a deleted or foreign device has nothing to tell.
    const devices = ids.length > 0 ? await this.#devices.keys(organisationId, ids) : [];
    return { devices, scene: { id: scene.id, version: scene.version }, everything: false };
  }
}
