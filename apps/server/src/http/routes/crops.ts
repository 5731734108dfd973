import { Hono } from 'hono';
import * as v from 'valibot';
import { DISEASES_AND_PESTS, type DiseaseOrPest } from '../../domain/crops/diseases-and-pests.ts';
import { GROWTH_MODELS, type GrowthModel } from '../../domain/crops/growth-models.ts';
import {
  plantConfigurationToWire,
  type PlantConfigurationRepository,
  type PlantConfigurationValues,
} from '../../domain/crops/plant-configuration-repository.ts';
import type { SceneRepository } from '../../domain/scenes/scene-repository.ts';
import type { AppContext, AppEnv } from '../context.ts';
import { ok, okList } from '../envelope.ts';
import {
  clearableText,
  optionalQueryText,
  pageEntries,
  pageOf,
  pathParameter,
  readBody,
  readQuery,
  uuid,
} from '../input.ts';
import { notFound } from '../problem.ts';

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

const entries = {
  pic: clearableText(2048),
  cropPic: clearableText(2048),
  scene3Durl: clearableText(2048),
  growthModel: v.optional(v.nullable(v.picklist(GROWTH_MODELS.map(({ code }) => code)))),
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
  growTime: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.isoDate(),
        // Not in the future (specification, section 5); a day's grace for zones ahead of the server's.
        v.check((day) => Date.parse(day) <= Date.now() + 14 * 60 * 60_000, 'crop.growTime.future'),
      ),
    ),
  ),
  sceneId: v.optional(v.nullable(uuid)),
};

const draftSchema = v.object({ ...entries, crop: cropSchema });
const batchSchema = v.pipe(
  v.union([
    v.array(v.unknown()),
    v.pipe(
      v.object({ items: v.array(v.unknown()) }),
      v.transform(({ items }) => items),
    ),
  ]),
  v.minLength(1),
  v.maxLength(MAX_BATCH, 'field.tooLong'),
  v.array(draftSchema),
);
const updateSchema = v.object({ ...entries, id: uuid, crop: v.optional(cropSchema) });
const listSchema = v.object({
  ...pageEntries,
  createBy: optionalQueryText,
  crop: optionalQueryText,
  sceneId: optionalQueryText,
});

function toValues(body: Omit<v.InferOutput<typeof updateSchema>, 'id'>): PlantConfigurationValues {
  return {
    crop: body.crop,
    picture: body.pic === undefined ? body.cropPic : body.pic,
    model_path: body.scene3Durl,
    growth_model: body.growthModel,
    period: body.period,
    grow_time: body.growTime,
    scene_id: body.sceneId,
  };
}

const growthModelToWire = (model: GrowthModel): Record<string, unknown> => ({
  id: model.code,
  crop: model.crop,
  cropEn: model.cropEn,
  stageDays: model.stageDays,
  kc: model.kc,
  baseTemperature: model.baseTemperature,
  upperTemperature: model.upperTemperature,
  period: JSON.stringify(model.period),
});

const diseaseToWire = (item: DiseaseOrPest): Record<string, unknown> => ({
  id: item.code,
  type: item.kind,
  name: item.name,
  nameEn: item.nameEn,
  agent: item.agent,
  symptoms: item.symptoms,
  temperatureMin: item.temperature[0],
  temperatureMax: item.temperature[1],
  moisture: item.moisture,
});

/** `/crop`: growth models, what is planted, diseases and pests. */
export function cropRoutes(plants: PlantConfigurationRepository, scenes: SceneRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  const checkScene = async (c: AppContext, sceneId: string | null | undefined): Promise<void> => {
    if (sceneId && !(await scenes.get(c.get('principal').organisationId, sceneId))) throw notFound();
  };

  app.get('/growth/model/list', (c) => {
    const { crop } = readQuery(c, v.object({ crop: optionalQueryText }));
    const wanted = crop?.toLowerCase();
    const models = GROWTH_MODELS.filter(
      (model) =>
        wanted === undefined ||
        [model.code, model.crop, model.cropEn.toLowerCase()].some((name) => name.includes(wanted)),
    );
    return okList(c, models.map(growthModelToWire));
  });

  app.get('/plant/conf/list', async (c) => {
    const query = readQuery(c, listSchema);
    const { items, total } = await plants.list(
      c.get('principal').organisationId,
      { createdBy: query.createBy, crop: query.crop, sceneId: query.sceneId },
      pageOf(query),
    );
    return okList(c, items.map(plantConfigurationToWire), total);
  });

  app.post('/plant/conf/batch', async (c) => {
    const { organisationId, userId } = c.get('principal');
    const drafts = await readBody(c, batchSchema);
    for (const { sceneId } of drafts) await checkScene(c, sceneId);
    const rows = await plants.createMany(
      organisationId,
      userId,
      drafts.map((draft) => ({ ...toValues(draft), crop: draft.crop })),
    );
    return okList(c, rows.map(plantConfigurationToWire));
  });

  app.put('/plant/conf', async (c) => {
    const { id, ...body } = await readBody(c, updateSchema);
    await checkScene(c, body.sceneId);
    const row = await plants.update(c.get('principal').organisationId, id, toValues(body));
    if (!row) throw notFound();
    return ok(c, plantConfigurationToWire(row));
  });

  app.get('/plant/conf/:id', async (c) => {
    const row = await plants.get(c.get('principal').organisationId, pathParameter(c, 'id'));
    if (!row) throw notFound();
    return ok(c, plantConfigurationToWire(row));
  });

  app.delete('/plant/conf/:id', async (c) => {
    if (!(await plants.remove(c.get('principal').organisationId, pathParameter(c, 'id')))) throw notFound();
    return ok(c);
  });

  // The id is a crop's code or a plant configuration's (readings 25).
  app.get('/disease/pest/:id', async (c) => {
    const id = pathParameter(c, 'id');
    let code = GROWTH_MODELS.find((model) => model.code === id || model.crop === id)?.code;
    if (code === undefined) {
      const plant = await plants.get(c.get('principal').organisationId, id);
      if (!plant) throw notFound();
      code = plant.growth_model ?? GROWTH_MODELS.find(({ crop }) => crop === plant.crop)?.code;
    }
    const found = DISEASES_AND_PESTS.filter(({ crops }) => code !== undefined && crops.includes(code));
    return okList(c, found.map(diseaseToWire));
  });

  return app;
}
