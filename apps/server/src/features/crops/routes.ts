import { crops as calls, pageOf, type BodyOf } from '@farm3d/api';
import { cropPeriods, findCrop, tableCells, withEdits, type Crop, type TableCell } from '@farm3d/agronomy';
import type { Principal } from '../../platform/auth/access-tokens.ts';
import { platformNow } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { AgronomyService } from '../agronomy/service.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { ImageReferences } from '../files/image-references.ts';
import type { SceneRepository } from '../scenes/repository.ts';
import type { PlantConfigurationRepository, PlantConfigurationRow } from './repository.ts';

/** Dependencies of the crop calls. */
interface Dependencies {
  readonly plants: PlantConfigurationRepository;
  readonly agronomy: Pick<AgronomyService, 'store' | 'diseases'>;
  readonly scenes: Pick<SceneRepository, 'get'>;
  readonly devices: Pick<DeviceRepository, 'keys'>;
  readonly photos: ImageReferences;
}

/** `/crop`: growth models, plantings, diseases and pests. */
export function cropRoutes(needs: Dependencies): ServedCall[] {
  const { plants, agronomy } = needs;
  return [
    ...plantRoutes(needs),
    serve(calls.growthModels, async ({ principal, query }) => {
      const wanted = query.crop?.toLowerCase();
      const edits = await agronomy.store.edits(principal.organisationId);
      const cells = tableCells(edits, 'crops');
      const items = withEdits(edits)
        .crops.filter(
          ({ id, zh, en }) =>
            wanted === undefined || [id, zh, en.toLowerCase()].some((name) => name.includes(wanted)),
        )
        .map((model) => growthModelToWire(model, cells));
      return { items, total: items.length };
    }),
    // The id is a crop's code or a plant configuration's (readings 25); for the latter the risk is computed, too.
    serve(calls.diseasesAndPests, async ({ principal: { organisationId }, path: { id } }) => {
      const { crops } = withEdits(await agronomy.store.edits(organisationId));
      const crop = findCrop(id, crops);
      const plant = crop ? null : await plants.get(organisationId, id);
      if (plant === undefined) throw notFound();
      const cropId = crop?.id ?? plant?.growthModel ?? findCrop(plant?.crop ?? null)?.id ?? null;
      const items = await agronomy.diseases(organisationId, cropId, plant?.id ?? null, platformNow());
      return { items, total: items.length };
    }),
  ];
}

const growthModelToWire = (crop: Crop, cells: readonly TableCell[]) => ({
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

type Body = Omit<BodyOf<typeof calls.updatePlant>, 'id'>;

/** Columns of a request without the image; undefined leaves the value as it is. */
const columnsOf = (body: Body) => ({
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
  meter_id: body.meterId,
  wind_height: body.windHeight,
  soil: body.soil && JSON.stringify(body.soil),
  time_zone: body.timeZone,
});

/** Scene and devices of a plot must belong to the organisation. @throws {HttpProblem} 404 */
async function checkReferences(
  { scenes, devices }: Pick<Dependencies, 'scenes' | 'devices'>,
  organisationId: string,
  { sceneId, deviceIds, valveId, meterId }: Body,
): Promise<void> {
  if (sceneId && !(await scenes.get(organisationId, sceneId))) throw notFound();
  const ids = [...new Set([...(deviceIds ?? []), valveId, meterId].filter((id) => typeof id === 'string'))];
  if (ids.length === 0) return;
  const known = await devices.keys(organisationId, ids);
  if (known.length !== ids.length) throw notFound();
}

function plantRoutes(needs: Dependencies): ServedCall[] {
  const { plants, photos } = needs;
  const toResponse = ({ picture, ...row }: PlantConfigurationRow, principal: Principal) => {
    const pic = photos.shownTo(principal).show(picture);
    return { ...row, pic, cropPic: pic };
  };

  const values = async (c: AppContext, body: Body, before?: PlantConfigurationRow) => {
    const field = body.pic === undefined ? 'cropPic' : 'pic';
    return { ...columnsOf(body), picture: await photos.takeOne(c, field, body[field], before?.picture) };
  };

  return [
    serve(calls.plants, async ({ principal, query }) => {
      const { items, ...page } = await plants.find(principal.organisationId, query, pageOf(query));
      return { items: items.map((row) => toResponse(row, principal)), ...page };
    }),
    serve(calls.createPlants, async ({ c, principal, body: drafts }) => {
      const { organisationId, userId } = principal;
      for (const draft of drafts) await checkReferences(needs, organisationId, draft);
      const written = await Promise.all(
        drafts.map(async (draft) => ({ ...(await values(c, draft)), crop: draft.crop })),
      );
      const rows = await plants.createMany(organisationId, userId, written);
      return { items: rows.map((row) => toResponse(row, principal)), total: rows.length };
    }),
    serve(calls.updatePlant, async ({ c, principal, body: { id, ...body } }) => {
      const { organisationId } = principal;
      await checkReferences(needs, organisationId, body);
      const before = await plants.get(organisationId, id);
      const row = await plants.update(organisationId, id, await values(c, body, before));
      if (row === 'missing') throw notFound();
      return toResponse(row, principal);
    }),
    serve(calls.plant, async ({ principal, path }) => {
      const row = await plants.get(principal.organisationId, path.id);
      if (!row) throw notFound();
      return toResponse(row, principal);
    }),
    serve(calls.removePlant, async ({ principal, path }) => {
      if (!(await plants.remove(principal.organisationId, path.id))) throw notFound();
      return null;
    }),
  ];
}
