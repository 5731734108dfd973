import { Hono } from 'hono';
import * as v from 'valibot';
import {
  type Crop,
  cropPeriods,
  CROPS,
  findCrop,
  SOIL_TEXTURES,
  type TableCell,
  tableCells,
  withEdits,
} from '@farm3d/agronomy';
import type { ServerDeps } from '../../composition/deps.ts';
import { AgronomyService } from '../agronomy/service.ts';
import {
  plantConfigurationToWire,
  type PlantConfigurationRow,
  type PlantConfigurationRepository,
  type PlantConfigurationValues,
} from './repository.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { ProductModelRepository } from '../product-models/repository.ts';
import type { SceneRepository } from '../scenes/repository.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import {
  clearableText,
  coordinate,
  optionalQueryText,
  pageEntries,
  pageOf,
  pathParameter,
  plantingDate,
  readBody,
  readQuery,
  uuid,
} from '../../platform/http/input.ts';
import type { Photos } from '../files/photos.ts';
import { notFound } from '../../platform/http/problem.ts';
import { timeZone } from '@farm3d/api';

/** Configurations of one batch. */
const MAX_BATCH = 200;
/** Characters of a period list. */
const PERIOD_MAX = 64 * 1024;

const isList = (text: string): boolean => {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
};

const cropSchema = v.pipe(
  v.string('crop.required'),
  v.trim(),
  v.nonEmpty('crop.required'),
  v.maxLength(64, 'field.tooLong'),
);

/** A number of a body within its range; null clears it. */
function quantity(minimum: number, maximum: number) {
  return v.optional(
    v.nullable(
      v.pipe(
        v.number(),
        v.finite(),
        v.minValue(minimum, 'number.range'),
        v.maxValue(maximum, 'number.range'),
      ),
    ),
  );
}

/** Devices of a plot. */
const MAX_DEVICES = 50;

/** What the calculations need to know of the plot. */
const plotEntries = {
  name: clearableText(64),
  deviceIds: v.optional(v.pipe(v.array(uuid), v.maxLength(MAX_DEVICES, 'field.tooLong'))),
  valveId: v.optional(v.nullable(uuid)),
  environment: v.optional(v.nullable(v.picklist(['field', 'greenhouse']))),
  // m²: up to a hundred square kilometres.
  area: quantity(0.01, 1e8),
  soilTexture: v.optional(v.nullable(v.picklist(SOIL_TEXTURES.map(({ id }) => id)))),
  fieldCapacity: quantity(0.01, 0.95),
  wiltingPoint: quantity(0.001, 0.9),
  irrigationMethod: v.optional(v.nullable(v.picklist(['surface', 'sprinkler', 'drip']))),
  irrigationFlow: quantity(0.001, 100_000),
  irrigationEfficiency: quantity(0.05, 1),
  latitude: coordinate(90),
  longitude: coordinate(180),
  elevation: quantity(-450, 8900),
  transmissivity: quantity(0.05, 1),
  timeZone: v.optional(v.nullable(timeZone)),
};

const entries = {
  ...plotEntries,
  pic: clearableText(2048),
  cropPic: clearableText(2048),
  scene3Durl: clearableText(2048),
  growthModel: v.optional(v.nullable(v.picklist(CROPS.map(({ id }) => id)))),
  // A list, or its JSON text, which is kept byte for byte.
  period: v.optional(
    v.nullable(
      v.union([
        v.pipe(v.string(), v.maxLength(PERIOD_MAX, 'field.tooLong'), v.check(isList)),
        v.pipe(
          v.array(v.unknown()),
          v.transform((list) => JSON.stringify(list)),
          v.maxLength(PERIOD_MAX, 'field.tooLong'),
        ),
      ]),
    ),
  ),
  growTime: v.optional(v.nullable(plantingDate)),
  sceneId: v.optional(v.nullable(uuid)),
};

const draftSchema = v.object({ ...entries, crop: cropSchema });
const rowsSchema = v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(MAX_BATCH, 'field.tooLong'));
// The rows are looked at once the form is known, so that a refusal names the row's field.
const batchSchema = v.pipe(
  v.union([
    rowsSchema,
    v.pipe(
      v.object({ items: rowsSchema }),
      v.transform(({ items }) => items),
    ),
  ]),
  v.array(draftSchema),
);
const draftsSchema = v.pipe(v.array(draftSchema), v.minLength(1), v.maxLength(MAX_BATCH));
/** The same, for the description of the call. */
export const batchForms = v.union([draftsSchema, v.object({ items: draftsSchema })]);
export const updateSchema = v.object({ ...entries, id: uuid, crop: v.optional(cropSchema) });
export const listSchema = v.object({
  ...pageEntries,
  createBy: optionalQueryText,
  crop: optionalQueryText,
  sceneId: optionalQueryText,
});

function toValues(body: Omit<v.InferOutput<typeof updateSchema>, 'id'>): PlantConfigurationValues {
  return {
    crop: body.crop,
    model_path: body.scene3Durl,
    growth_model: body.growthModel,
    period: body.period,
    grow_time: body.growTime,
    scene_id: body.sceneId,
    name: body.name,
    device_ids: body.deviceIds,
    valve_id: body.valveId,
    environment: body.environment,
    area: body.area,
    soil_texture: body.soilTexture,
    field_capacity: body.fieldCapacity,
    wilting_point: body.wiltingPoint,
    irrigation_method: body.irrigationMethod,
    irrigation_flow: body.irrigationFlow,
    irrigation_efficiency: body.irrigationEfficiency,
    latitude: body.latitude,
    longitude: body.longitude,
    elevation: body.elevation,
    transmissivity: body.transmissivity,
    time_zone: body.timeZone,
  };
}

const growthModelToWire = (crop: Crop, cells: readonly TableCell[]): Record<string, unknown> => ({
  id: crop.id,
  crop: crop.zh,
  cropEn: crop.en,
  stageDays: crop.lengths.value,
  kc: crop.kc.value,
  baseTemperature: crop.base.value,
  upperTemperature: crop.upper.value,
  rootDepth: crop.rootDepthMax.value,
  depletionFraction: crop.p.value,
  maxHeight: crop.maxHeight.value,
  gddMethod: crop.gddMethod,
  note: crop.note,
  period: JSON.stringify(cropPeriods(crop)),
  origins: Object.fromEntries(
    cells
      .filter(({ id }) => id === crop.id)
      .map(({ field, source, certainty }) => [field, { source, certainty }]),
  ),
});

export const growthSchema = v.object({ crop: optionalQueryText });

/** `/crop`: growth models, what is planted, diseases and pests. */
export function cropRoutes(
  deps: ServerDeps,
  plants: PlantConfigurationRepository,
  scenes: SceneRepository,
  devices: DeviceRepository,
  products: ProductModelRepository,
  photos: Photos,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  const toWire = (row: PlantConfigurationRow) => {
    const pic = photos.show(row.picture);
    return { ...plantConfigurationToWire(row), pic, cropPic: pic };
  };

  const values = async (
    c: AppContext,
    body: Parameters<typeof toValues>[0],
    before?: PlantConfigurationRow,
  ): Promise<PlantConfigurationValues> => {
    const field = body.pic === undefined ? 'cropPic' : 'pic';
    return { ...toValues(body), picture: await photos.takeOne(c, field, body[field], before?.picture) };
  };

  const agronomy = new AgronomyService(deps, devices, products);
  const cropsOf = async (c: AppContext): Promise<readonly Crop[]> =>
    withEdits(await agronomy.store.edits(c.get('principal').organisationId)).crops;

  /** Devices that a plot names must be the organisation's own. */
  const checkDevices = async (
    c: AppContext,
    { deviceIds, valveId }: { deviceIds?: string[] | undefined; valveId?: string | null | undefined },
  ): Promise<void> => {
    const ids = [...new Set([...(deviceIds ?? []), ...(valveId ? [valveId] : [])])];
    if (ids.length === 0) return;
    const known = await devices.keys(c.get('principal').organisationId, ids);
    if (known.length !== ids.length) throw notFound();
  };

  const checkScene = async (c: AppContext, sceneId: string | null | undefined): Promise<void> => {
    if (sceneId && !(await scenes.get(c.get('principal').organisationId, sceneId))) throw notFound();
  };

  app.get('/growth/model/list', async (c) => {
    const { crop } = readQuery(c, growthSchema);
    const wanted = crop?.toLowerCase();
    const edits = await agronomy.store.edits(c.get('principal').organisationId);
    const cells = tableCells(edits, 'crops');
    const models = withEdits(edits).crops.filter(
      ({ id, zh, en }) =>
        wanted === undefined || [id, zh, en.toLowerCase()].some((name) => name.includes(wanted)),
    );
    return okList(
      c,
      models.map((model) => growthModelToWire(model, cells)),
    );
  });

  app.get('/plant/conf/list', async (c) => {
    const query = readQuery(c, listSchema);
    const { items, total } = await plants.list(
      c.get('principal').organisationId,
      { createdBy: query.createBy, crop: query.crop, sceneId: query.sceneId },
      pageOf(query),
    );
    return okList(c, items.map(toWire), total);
  });

  app.post('/plant/conf/batch', async (c) => {
    const { organisationId, userId } = c.get('principal');
    const drafts = await readBody(c, batchSchema);
    for (const draft of drafts) {
      await checkScene(c, draft.sceneId);
      await checkDevices(c, draft);
    }
    const rows = await plants.createMany(
      organisationId,
      userId,
      await Promise.all(drafts.map(async (draft) => ({ ...(await values(c, draft)), crop: draft.crop }))),
    );
    return okList(c, rows.map(toWire));
  });

  app.put('/plant/conf', async (c) => {
    const { id, ...body } = await readBody(c, updateSchema);
    await checkScene(c, body.sceneId);
    await checkDevices(c, body);
    const { organisationId } = c.get('principal');
    const before = await plants.get(organisationId, id);
    const row = await plants.update(organisationId, id, await values(c, body, before));
    if (!row) throw notFound();
    return ok(c, toWire(row));
  });

  app.get('/plant/conf/:id', async (c) => {
    const row = await plants.get(c.get('principal').organisationId, pathParameter(c, 'id'));
    if (!row) throw notFound();
    return ok(c, toWire(row));
  });

  app.delete('/plant/conf/:id', async (c) => {
    if (!(await plants.remove(c.get('principal').organisationId, pathParameter(c, 'id')))) throw notFound();
    return ok(c);
  });

  // The id is a crop's code or a plant configuration's (readings 25): of the latter the risk is computed, too.
  app.get('/disease/pest/:id', async (c) => {
    const { organisationId } = c.get('principal');
    const id = pathParameter(c, 'id');
    const crop = findCrop(id, await cropsOf(c));
    if (crop) return okList(c, await agronomy.diseases(organisationId, crop.id, null, Date.now()));
    const plant = await plants.get(organisationId, id);
    if (!plant) throw notFound();
    const cropId = plant.growth_model ?? findCrop(plant.crop)?.id ?? null;
    return okList(c, await agronomy.diseases(organisationId, cropId, plant.id, Date.now()));
  });

  return app;
}
