import { batch, computed, effect, signal } from '@preact/signals-react';
import {
  ApiError,
  type Device,
  type ProductAttribute,
  type Scene,
  type SceneGlobalConfig,
} from '@farm3d/api';
import type { Api } from '../../../platform/services.ts';

/** The most that the list call gives at once. */
const PAGE_SIZE = 200;

export type DataState = 'loading' | 'ready' | 'missing' | 'failed';

async function allDevices(api: Api, signal: AbortSignal): Promise<Device[]> {
  const devices: Device[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await api.devices.list({ page, pageSize: PAGE_SIZE }, { signal });
    devices.push(...items);
    if (items.length === 0 || devices.length >= total) return devices;
  }
}

/** What the platform knows about a scene: the scene, the organisation's devices, and what their products measure. */
export function createSceneData(api: Api, sceneId: string) {
  const state = signal<DataState>('loading');
  const error = signal<unknown>(null);
  const scene = signal<Scene | null>(null);
  const config = signal<SceneGlobalConfig | null>(null);
  const devices = signal<readonly Device[]>([]);
  /** Greenhouses that may stand on the plot of this scene; none in a greenhouse. */
  const childCandidates = signal<readonly Scene[]>([]);
  const deviceById = computed(() => new Map(devices.value.map((device) => [device.id, device])));
  /** By product model. */
  const attributes = signal<ReadonlyMap<string, readonly ProductAttribute[]>>(new Map());
  const asked = new Set<string>();
  const lifetime = new AbortController();
  effect(() => () => lifetime.abort());

  /** @returns whether there is something to show. */
  const load = async (): Promise<boolean> => {
    if (sceneId === '') {
      state.value = 'missing';
      return false;
    }
    state.value = 'loading';
    const options = { signal: lifetime.signal };
    try {
      const [loadedScene, loadedDevices, loadedConfig] = await Promise.all([
        api.scenes.get(sceneId, options),
        allDevices(api, lifetime.signal),
        api.scenes.globalConfig(options),
      ]);
      const greenhouses =
        loadedScene.type === 'plot'
          ? await api.scenes.list({ type: 'greenhouse', pageSize: PAGE_SIZE }, options)
          : null;
      batch(() => {
        childCandidates.value = greenhouses?.items ?? [];
        scene.value = loadedScene;
        devices.value = loadedDevices;
        config.value = loadedConfig;
        error.value = null;
        state.value = 'ready';
      });
      return true;
    } catch (problem) {
      if (lifetime.signal.aborted) return false;
      error.value = problem;
      const isMissing = problem instanceof ApiError && (problem.status === 404 || problem.status === 400);
      state.value = isMissing ? 'missing' : 'failed';
      return false;
    }
  };

  /** Takes over changes of devices; what was known stays when the platform does not answer. */
  const reloadDevices = async (): Promise<void> => {
    try {
      devices.value = await allDevices(api, lifetime.signal);
    } catch {
      // The next change, or the next visit, asks again.
    }
  };

  /** Asks for what a product measures, once. */
  const needAttributes = (productModelId: string): void => {
    if (asked.has(productModelId)) return;
    asked.add(productModelId);
    api.productModels
      .attributes(productModelId, {}, { signal: lifetime.signal })
      .then(({ items }) => {
        attributes.value = new Map(attributes.value).set(productModelId, items);
      })
      .catch(() => asked.delete(productModelId));
  };

  return {
    state,
    error,
    scene,
    config,
    devices,
    childCandidates,
    deviceById,
    attributes,
    load,
    reloadDevices,
    needAttributes,
  };
}

export type SceneData = ReturnType<typeof createSceneData>;
