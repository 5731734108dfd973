import { attempt, type Crop, findCrop, plotArea, type CropStage } from '@farm3d/agronomy';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/storage/schema.ts';
import type { PlotSoilValues } from '../../platform/storage/tables/crops.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';

type PlantConfigurationRow = Selectable<Database['plant_configuration']>;
type SceneRow = Selectable<Database['scene']>;

/** A plot: from its plant configuration, else from its scene. */
export interface Plot {
  /** Id of the plant configuration, else of the scene; null for a device that belongs to neither. */
  readonly id: string | null;
  readonly name: string | null;
  readonly sceneId: string | null;
  readonly sceneName: string | null;
  /** Name given by the user. */
  readonly cropName: string | null;
  /** Id in the crop table; null when it is not there. */
  readonly cropId: string | null;
  /** Stages of the user's own period list, when it has degree-days. */
  readonly stages: readonly CropStage[] | null;
  /** yyyy-MM-dd. */
  readonly plantDate: string | null;
  /** Devices of the configuration, then the others of its scene. */
  readonly deviceIds: readonly string[];
  readonly valveId: string | null;
  readonly environment: 'field' | 'greenhouse';
  /** m². */
  readonly area: number | null;
  readonly areaFrom: 'entered' | 'boundary' | null;
  readonly soilTexture: string | null;
  readonly fieldCapacity: number | null;
  readonly wiltingPoint: number | null;
  readonly irrigationMethod: 'surface' | 'sprinkler' | 'drip' | null;
  readonly irrigationFlow: number | null;
  readonly irrigationEfficiency: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly elevation: number | null;
  readonly transmissivity: number | null;
  /** The water meter of the plot, when it is not the valve. */
  readonly meterId: string | null;
  /** Devices that the configuration names, without the others of the scene. */
  readonly ownDeviceIds: readonly string[];
  /** m. */
  readonly windHeight: number | null;
  readonly soil: PlotSoilValues | null;
  readonly timeZone: string;
  readonly boundary: unknown;
}

const DEFAULT_ZONE = 'Asia/Shanghai';

function parsed(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Ids of all devices in a scene, also in its child scenes. */
function placedIn(layout: unknown): string[] {
  if (Array.isArray(layout)) return layout.flatMap(placedIn);
  if (typeof layout !== 'object' || layout === null) return [];
  const { id, equData, otherScene } = layout as { id?: unknown; equData?: unknown; otherScene?: unknown };
  return [...(typeof id === 'string' ? [id] : []), ...placedIn(equData), ...placedIn(otherScene)];
}

/** Stages from a user's period list, `[{name, endGdd, waterSensitivity?}]` with rising ends; else null. */
function stagesOf(period: string | null): CropStage[] | null {
  const list = parsed(period);
  if (!Array.isArray(list) || list.length === 0) return null;
  let before = 0;
  const stages: CropStage[] = [];
  for (const [index, item] of list.entries()) {
    const { code, name, nameEn, bbch, endGdd, waterSensitivity } = (item ?? {}) as Record<string, unknown>;
    if (typeof endGdd !== 'number' || !(endGdd > before) || typeof name !== 'string') return null;
    before = endGdd;
    stages.push({
      code: typeof code === 'string' ? code : `S${index + 1}`,
      zh: name,
      en: typeof nameEn === 'string' ? nameEn : name,
      bbch: typeof bbch === 'string' ? bbch : '',
      endGdd: { value: endGdd, from: 'organisation', certainty: 'entered' },
      waterSensitivity:
        waterSensitivity === 'seedling' || waterSensitivity === 'critical' ? waterSensitivity : 'other',
    });
  }
  return stages;
}

/** A crop with the plot's own stages instead of those of the table. */
export function cropOfPlot(plot: Pick<Plot, 'cropId' | 'stages'>, crops: readonly Crop[]): Crop | undefined {
  const crop = findCrop(plot.cropId, crops);
  return crop && plot.stages ? { ...crop, stages: plot.stages } : crop;
}

const EMPTY: Plot = {
  id: null,
  name: null,
  sceneId: null,
  sceneName: null,
  cropName: null,
  cropId: null,
  stages: null,
  plantDate: null,
  deviceIds: [],
  valveId: null,
  environment: 'field',
  area: null,
  areaFrom: null,
  soilTexture: null,
  fieldCapacity: null,
  wiltingPoint: null,
  irrigationMethod: null,
  irrigationFlow: null,
  irrigationEfficiency: null,
  latitude: null,
  longitude: null,
  elevation: null,
  transmissivity: null,
  meterId: null,
  ownDeviceIds: [],
  windHeight: null,
  soil: null,
  timeZone: DEFAULT_ZONE,
  boundary: null,
};

/**
 * A plot of a configuration in a scene, or of a scene alone; values missing in the configuration come from the scene.
 */
function plotOf(plant: PlantConfigurationRow | undefined, scene: SceneRow | undefined): Plot {
  const boundary = parsed(scene?.boundary ?? null);
  const drawn = attempt(() => plotArea(boundary)).value;
  const cropName = plant?.crop ?? scene?.grow_crop ?? null;
  return {
    ...EMPTY,
    id: plant?.id ?? scene?.id ?? null,
    name: plant?.name ?? null,
    sceneId: scene?.id ?? null,
    sceneName: scene?.name ?? null,
    cropName,
    cropId: plant?.growth_model ?? findCrop(cropName)?.id ?? null,
    stages: stagesOf(plant?.period ?? null),
    plantDate: plant ? plant.grow_time : (scene?.grow_time ?? null),
    deviceIds: [...new Set([...(plant?.device_ids ?? []), ...placedIn(parsed(scene?.scene_device ?? null))])],
    valveId: plant?.valve_id ?? null,
    // A scene of type '1' is a greenhouse (readings 5).
    environment: plant?.environment ?? (scene?.type === '1' ? 'greenhouse' : 'field'),
    area: plant?.area ?? drawn,
    areaFrom: plant?.area ? 'entered' : drawn === null ? null : 'boundary',
    soilTexture: plant?.soil_texture ?? null,
    fieldCapacity: plant?.field_capacity ?? null,
    wiltingPoint: plant?.wilting_point ?? null,
    irrigationMethod: plant?.irrigation_method ?? null,
    irrigationFlow: plant?.irrigation_flow ?? null,
    irrigationEfficiency: plant?.irrigation_efficiency ?? null,
    latitude: plant?.latitude ?? scene?.latitude ?? null,
    longitude: plant?.longitude ?? scene?.longitude ?? null,
    elevation: plant?.elevation ?? null,
    transmissivity: plant?.transmissivity ?? null,
    meterId: plant?.meter_id ?? null,
    ownDeviceIds: plant?.device_ids ?? [],
    windHeight: plant?.wind_height ?? null,
    soil: plant?.soil ?? null,
    timeZone: plant?.time_zone ?? DEFAULT_ZONE,
    boundary,
  };
}

/** Plots of one organisation. */
export class PlotRepository {
  readonly #db: Kysely<Database>;

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  #plants(organisationId: string) {
    return this.#db
      .selectFrom('plant_configuration')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .orderBy('created_at', 'desc')
      .orderBy('id');
  }

  async #scene(organisationId: string, id: string | null): Promise<SceneRow | undefined> {
    if (id === null) return undefined;
    return this.#db
      .selectFrom('scene')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .executeTakeFirst();
  }

  /** By the id of a plant configuration or of a scene. */
  async get(organisationId: string, id: string): Promise<Plot | undefined> {
    if (!isUuid(id)) return undefined;
    const plant = await this.#plants(organisationId).where('id', '=', id).executeTakeFirst();
    if (plant) return plotOf(plant, await this.#scene(organisationId, plant.scene_id));
    const scene = await this.#scene(organisationId, id);
    if (!scene) return undefined;
    const inside = await this.#plants(organisationId).where('scene_id', '=', id).executeTakeFirst();
    return plotOf(inside, scene);
  }

  /**
   * The plot that a device measures: of the configuration that names it, else of a configuration of its scene, else
   * of its scene; the newest of several. A device in none of them has a plot with nothing but its position.
   */
  async ofDevice(
    organisationId: string,
    device: { id: string; latitude: number | null; longitude: number | null },
  ): Promise<Plot> {
    const named = await this.#plants(organisationId)
      .where((where) =>
        where.or([
          where('valve_id', '=', device.id),
          sql<boolean>`device_ids @> array[${device.id}]::uuid[]`,
        ]),
      )
      .executeTakeFirst();
    const plot = named
      ? plotOf(named, await this.#scene(organisationId, named.scene_id))
      : await this.#plotAround(organisationId, device.id);
    const latitude = plot.latitude ?? device.latitude;
    const longitude = plot.longitude ?? device.longitude;
    return { ...plot, latitude, longitude };
  }

  async #plotAround(organisationId: string, deviceId: string): Promise<Plot> {
    const scene = await this.#db
      .selectFrom('scene')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where(sql<boolean>`position(${deviceId} in scene_device) > 0`)
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    if (!scene) return EMPTY;
    const plant = await this.#plants(organisationId).where('scene_id', '=', scene.id).executeTakeFirst();
    return plotOf(plant, scene);
  }

  /** Every configuration, and every scene with plants and without a configuration. */
  async list(
    organisationId: string,
    filter: { sceneId?: string | undefined },
    limit: number,
  ): Promise<Plot[]> {
    if (filter.sceneId !== undefined && !isUuid(filter.sceneId)) return [];
    let plants = this.#plants(organisationId).limit(limit);
    let scenes = this.#db.selectFrom('scene').selectAll().where('organisation_id', '=', organisationId);
    if (filter.sceneId !== undefined) {
      plants = plants.where('scene_id', '=', filter.sceneId);
      scenes = scenes.where('id', '=', filter.sceneId);
    }
    const [planted, all] = await Promise.all([plants.execute(), scenes.execute()]);
    const byId = new Map(all.map((scene) => [scene.id, scene]));
    const taken = new Set(planted.map(({ scene_id }) => scene_id));
    return [
      ...planted.map((plant) => plotOf(plant, byId.get(plant.scene_id ?? ''))),
      ...all
        .filter(({ id, grow_crop }) => grow_crop && !taken.has(id))
        .map((scene) => plotOf(undefined, scene)),
    ].slice(0, limit);
  }
}
