import { batch, computed, effect, signal } from '@preact/signals-react';
import {
  ApiError,
  type Device,
  type ProductAttribute,
  type Scene,
  type SceneGlobalConfig,
} from '@farm3d/api';
import type { Api, Services } from '../../../platform/services.ts';
import { equipmentKinds } from '../objects/catalogue.ts';

/** Maximum number of records in one response of a list call. */
const PAGE_SIZE = 200;
/** Maximum number of product models that one call names. */
const MODELS_MAX = 100;

export type RecordsState = 'loading' | 'ready' | 'missing' | 'failed';

/** The calls by which the records of a scene are fetched. */
export interface RecordsApi {
  readonly scenes: Pick<Api['scenes'], 'get' | 'list' | 'globalConfig'>;
  readonly devices: Pick<Api['devices'], 'list' | 'received'>;
  readonly productModels: Pick<Api['productModels'], 'linkageAttributes'>;
}

export interface RecordsServices {
  readonly api: RecordsApi;
  readonly session: Pick<Services['session'], 'hasRight' | 'seesByRules'>;
}

/** Own devices, and those that others share: both may stand in a scene. */
async function allDevices({ api, session }: RecordsServices, signal: AbortSignal): Promise<Device[]> {
  // Shares are of the whole organisation.
  const received = session.seesByRules.peek() ? { items: [] } : api.devices.received({ signal });
  const [own, { items }] = await Promise.all([ownDevices(api, signal), received]);
  return [...own, ...items];
}

async function ownDevices(api: RecordsApi, signal: AbortSignal): Promise<Device[]> {
  const devices: Device[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await api.devices.list({ page, pageSize: PAGE_SIZE }, { signal });
    devices.push(...items);
    if (items.length === 0 || devices.length >= total) return devices;
  }
}

/**
 * The records of the server for a scene: the scene, the organisation's devices, and the attributes of their
 * products.
 */
export class SceneRecords {
  readonly state = signal<RecordsState>('loading');
  readonly error = signal<unknown>(null);
  readonly scene = signal<Scene | null>(null);
  /** What the platform's settings allow; without the real weather where the user may not know it. */
  readonly config = signal<SceneGlobalConfig | null>(null);
  readonly devices = signal<readonly Device[]>([]);
  /** Greenhouses that may be placed on this plot; none in a greenhouse. */
  readonly childCandidates = signal<readonly Scene[]>([]);
  readonly deviceById = computed(() => new Map(this.devices.value.map((device) => [device.id, device])));
  /** Names and models of the devices, for the viewer. */
  readonly catalogue = computed(() => equipmentKinds(this.devices.value));
  /** By product model. */
  readonly attributes = signal<ReadonlyMap<string, readonly ProductAttribute[]>>(new Map());
  /** Devices that stand in another scene: they are not free. */
  readonly placedElsewhere = signal<ReadonlySet<string>>(new Set());
  /** Whether the user may change the scene, by roles or by a rule about it. */
  readonly mayEdit = computed(() => this.#may('scenes'));
  /** Whether the user may choose its crop and skin too, which are of the whole organisation. */
  readonly mayPlant = computed(() => this.mayEdit.value && !this.#services.session.seesByRules.value);
  /** Whether the user may send commands to the devices in it. */
  readonly mayOperate = computed(() => this.#may('operate'));
  readonly #requestedAttributes = new Set<string>();
  readonly #lifetime = new AbortController();
  readonly #services: RecordsServices;
  readonly #sceneId: string;

  constructor(services: RecordsServices, sceneId: string) {
    this.#services = services;
    this.#sceneId = sceneId;
    effect(() => () => this.#lifetime.abort());
  }

  /** @returns whether there is a scene to show */
  async load(): Promise<boolean> {
    if (this.#sceneId === '') {
      this.state.value = 'missing';
      return false;
    }
    this.state.value = 'loading';
    try {
      await this.#fetchAll();
      return true;
    } catch (problem) {
      if (this.#lifetime.signal.aborted) return false;
      const isMissing = problem instanceof ApiError && (problem.status === 404 || problem.status === 400);
      batch(() => {
        this.error.value = problem;
        this.state.value = isMissing ? 'missing' : 'failed';
      });
      return false;
    }
  }

  /** Fetches the devices again; the present ones stay if the call fails. */
  async reloadDevices(): Promise<void> {
    try {
      this.devices.value = await allDevices(this.#services, this.#lifetime.signal);
    } catch {
      // Fetched again at the next change, or at the next visit.
    }
  }

  /** Fetches which devices stand in other scenes; the present ones stay if the call fails. */
  async loadPlacedElsewhere(): Promise<void> {
    try {
      const placed = new Set<string>();
      for (let page = 1, seen = 0; ; page += 1) {
        const { items, total } = await this.#services.api.scenes.list(
          { page, pageSize: PAGE_SIZE },
          { signal: this.#lifetime.signal },
        );
        for (const { id, layout } of items) {
          if (id === this.#sceneId) continue;
          for (const equipment of layout.equipment) {
            // A plot repeats what stands in the greenhouses on it, this one perhaps.
            if (equipment.parentId !== this.#sceneId) placed.add(equipment.id);
          }
        }
        seen += items.length;
        if (items.length === 0 || seen >= total) break;
      }
      this.placedElsewhere.value = placed;
    } catch {
      // Fetched again when editing begins the next time.
    }
  }

  /** Fetches the attributes of product models once, all that are missing in one call. */
  requestAttributes(productModelIds: Iterable<string>): void {
    const requested = this.#requestedAttributes;
    const models = [...new Set(productModelIds)].filter((id) => !requested.has(id));
    if (models.length === 0) return;
    for (const id of models) requested.add(id);
    this.#services.api.productModels
      // Of more than the address has room for: all of them.
      .linkageAttributes(models.length > MODELS_MAX ? {} : { models }, { signal: this.#lifetime.signal })
      .then(({ items }) => {
        const byModel = Map.groupBy(items, ({ productModelId }) => productModelId);
        this.attributes.value = new Map([
          ...this.attributes.peek(),
          // One without attributes is known to have none.
          ...models.map((id) => [id, byModel.get(id) ?? []] as const),
        ]);
      })
      .catch(() => {
        for (const id of models) requested.delete(id);
      });
  }

  /** Path of a scene's base model: its own, else the platform's default; null: none. */
  baseModelPathOf(scene: Scene | undefined): string | null {
    return scene?.baseModelPath ?? this.config.peek()?.baseModelPath ?? null;
  }

  #may(right: 'scenes' | 'operate'): boolean {
    return this.#services.session.hasRight(right) || this.scene.value?.rights.includes(right) === true;
  }

  async #fetchAll(): Promise<void> {
    const { api, session } = this.#services;
    const options = { signal: this.#lifetime.signal };
    const [scene, devices, config] = await Promise.all([
      api.scenes.get(this.#sceneId, options),
      allDevices(this.#services, options.signal),
      api.scenes.globalConfig(options),
    ]);
    const greenhouses =
      scene.type === 'plot'
        ? await api.scenes.list({ type: 'greenhouse', pageSize: PAGE_SIZE }, options)
        : null;
    batch(() => {
      this.childCandidates.value = greenhouses?.items ?? [];
      this.scene.value = scene;
      this.devices.value = devices;
      this.config.value = session.seesByRules.peek() ? { ...config, realWeather: false } : config;
      this.error.value = null;
      this.state.value = 'ready';
    });
  }
}
