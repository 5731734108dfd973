import { Hono } from 'hono';
import * as v from 'valibot';
import { checkSceneDescription, checkSceneName, encodeGlobalConfig } from '@farm3d/api';
import type { ServerDeps } from '../../composition/deps.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import { deviceToWire } from '../devices/wire.ts';
import { sceneToWire, type SceneRepository, type SceneRow, type SceneValues } from './repository.ts';
import { makeProvider } from '../weather/providers.ts';
import { WeatherCache } from '../weather/weather-cache.ts';
import { OutgoingCalls } from '../../platform/outgoing/guarded-fetch.ts';
import type { AreaDirectory } from '../areas/area-directory.ts';
import { WEATHER_STATION_TYPE, weatherOf } from '../weather/station-weather.ts';
import { placedDevices } from '../../platform/http/authorise.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import { ok, okList } from '../../platform/http/envelope.ts';
import {
  clearableText,
  coordinate,
  integer,
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
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

/** Characters of `sceneDevice`: some ten thousand placed things. */
const SCENE_DEVICE_MAX = 4 * 1024 * 1024;
/** Model of a scene that names none. */
export const DEFAULT_BASE_MODEL = '/models/greenhouse.glb';

const nameSchema = v.pipe(
  v.string('scene.name.required'),
  v.trim(),
  v.check((name) => checkSceneName(name) !== 'scene.name.required', 'scene.name.required'),
  v.check((name) => checkSceneName(name) === null, 'scene.name.tooLong'),
);

/** JSON as text, kept byte for byte, or as a value; null and '' clear it. */
function jsonText(accepts: (value: unknown) => boolean, message: string) {
  return v.optional(
    v.pipe(
      v.unknown(),
      v.check((input) => {
        if (input === null || input === '') return true;
        if (typeof input !== 'string') return accepts(input);
        if (input.length > SCENE_DEVICE_MAX) return false;
        try {
          return accepts(JSON.parse(input));
        } catch {
          return false;
        }
      }, message),
      v.transform((input): string | null => {
        if (input === null || input === '') return null;
        return typeof input === 'string' ? input : JSON.stringify(input);
      }),
    ),
  );
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isObjectOrArray = (value: unknown): boolean => typeof value === 'object' && value !== null;

const writableEntries = {
  description: v.optional(
    v.pipe(
      v.nullable(v.string()),
      v.transform((text) => text ?? ''),
      v.check((text) => checkSceneDescription(text) === null, 'scene.description.tooLong'),
    ),
  ),
  type: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.picklist(['1', '2']))),
  sceneDevice: jsonText(isObject, 'scene.sceneDevice.invalid'),
  boundary: jsonText(isObjectOrArray, 'scene.boundary.invalid'),
  latitude: coordinate(90),
  longitude: coordinate(180),
  plotSkin: clearableText(2048),
  growCrop: clearableText(128),
  growTime: v.optional(v.nullable(v.union([v.literal(''), plantingDate]))),
  scene3Durl: clearableText(2048),
  icon: clearableText(2048),
  baseModelPath: clearableText(512),
};

export const createSchema = v.object({ ...writableEntries, name: nameSchema });

export const updateSchema = v.object({
  ...writableEntries,
  id: v.pipe(v.string(), v.nonEmpty()),
  name: v.optional(nameSchema),
  version: v.optional(integer(1, 2_147_483_647)),
});

export const listSchema = v.object({
  ...pageEntries,
  type: v.optional(v.picklist(['', '1', '2'])),
  name: optionalQueryText,
});

/** Weather stations of one organisation that are asked. */
const MAX_STATIONS = 200;

export const weatherSchema = v.object({
  lat: coordinate(90),
  lng: coordinate(180),
  city: optionalQueryText,
  areaCode: v.optional(v.pipe(v.string(), v.regex(/^\d{2,12}$|^$/))),
});

const finite = v.pipe(v.number(), v.finite());
const vectorSchema = v.object({ x: finite, y: finite, z: finite });
export const dragSchema = v.object({
  id: uuid,
  deviceId: uuid,
  position: vectorSchema,
  rotation: v.optional(vectorSchema, { x: 0, y: 0, z: 0 }),
  scale: v.optional(vectorSchema, { x: 1, y: 1, z: 1 }),
});

/** The layout with this thing where it is now; what is not understood of the layout is kept. */
function placeIn(sceneDevice: string | null, placed: { id: string }): string {
  const layout = (sceneDevice === null ? {} : JSON.parse(sceneDevice)) as {
    equData?: unknown;
  };
  const others = Array.isArray(layout.equData) ? (layout.equData as unknown[]) : [];
  const index = others.findIndex(
    (item) => typeof item === 'object' && item !== null && 'id' in item && item.id === placed.id,
  );
  const equData =
    index < 0
      ? [...others, placed]
      : others.with(index, { ...(others[index] as Record<string, unknown>), ...placed });
  return JSON.stringify({ ...layout, equData });
}

type Writable = Omit<v.InferOutput<typeof updateSchema>, 'id' | 'version'>;

function toValues(body: Writable): SceneValues {
  return {
    name: body.name,
    description: body.description,
    type: body.type,
    scene_device: body.sceneDevice,
    boundary: body.boundary,
    latitude: body.latitude,
    longitude: body.longitude,
    plot_skin: body.plotSkin,
    grow_crop: body.growCrop,
    grow_time: body.growTime === '' ? null : body.growTime,
    scene_3d_url: body.scene3Durl,
    icon: body.icon,
    base_model_path: body.baseModelPath,
  };
}

export function sceneRoutes(
  { events, telemetry, sessions, config, log }: ServerDeps,
  scenes: SceneRepository,
  devices: DeviceRepository,
  areas: AreaDirectory,
  photos: Photos,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  const toWire = (scene: SceneRow) => ({
    ...sceneToWire(scene),
    plotSkin: photos.show(scene.plot_skin),
    icon: photos.show(scene.icon),
  });

  const values = async (c: AppContext, body: Writable, before?: SceneRow): Promise<SceneValues> => ({
    ...toValues(body),
    plot_skin: await photos.takeOne(c, 'plotSkin', body.plotSkin, before?.plot_skin),
    icon: await photos.takeOne(c, 'icon', body.icon, before?.icon),
  });

  const provider = config.weather?.name;
  const weather = config.weather
    ? new WeatherCache(makeProvider(config.weather, new OutgoingCalls({ allow: config.outgoingAllow })), log)
    : null;

  app.get('/list', async (c) => {
    const query = readQuery(c, listSchema);
    const { items, total } = await scenes.list(
      c.get('principal').organisationId,
      { type: query.type || undefined, name: query.name },
      pageOf(query),
    );
    return okList(c, items.map(toWire), total);
  });

  const globalConfig = encodeGlobalConfig({
    simulateWeather: config.simulateWeather,
    realWeather: config.realWeather,
    baseModelPath: DEFAULT_BASE_MODEL,
  });
  app.get('/conf/global', (c) => ok(c, globalConfig));

  app.get('/conf/list', (c) =>
    okList(
      c,
      Object.entries(globalConfig).map(([name, value]) => ({ name, value })),
    ),
  );

  app.get('/weather', async (c) => {
    const { lat, lng, city, areaCode } = readQuery(c, weatherSchema);
    if ((lat === undefined) !== (lng === undefined)) {
      throw new HttpProblem(400, 'field.invalid', { field: lat === undefined ? 'lat' : 'lng' });
    }
    const place =
      typeof lat === 'number' && typeof lng === 'number' ? { latitude: lat, longitude: lng } : null;
    const cityName = city ?? (areaCode ? await areas.cityName(areaCode) : undefined);
    if (areaCode && cityName === undefined) throw new HttpProblem(400, 'user.area', { field: 'areaCode' });
    const asked =
      place ?? (cityName === undefined ? null : { city: cityName, areaCode: areaCode || undefined });
    const said = asked && weather ? await weather.get(asked) : null;
    if (said && provider !== undefined) {
      const { at, ...report } = said;
      return ok(c, {
        ...report,
        source: provider,
        station: null,
        time: new Date(at).toISOString(),
        reason: null,
      });
    }
    const { items } = await devices.list(
      c.get('principal').organisationId,
      { productTypeCode: WEATHER_STATION_TYPE },
      { offset: 0, limit: MAX_STATIONS },
    );
    const reports = await Promise.all(
      items.map(async (station) => ({ station, latest: await telemetry.latest(station.key) })),
    );
    return ok(c, weatherOf(reports, place, Date.now()));
  });

  // One thing was dropped or moved: the rest of the layout stays as it is.
  app.post('/drag', async (c) => {
    const { organisationId, userId } = c.get('principal');
    const { id, deviceId, ...transform } = await readBody(c, dragSchema);
    const [before, device] = await Promise.all([
      scenes.get(organisationId, id),
      devices.get(organisationId, deviceId),
    ]);
    if (!before || !device) throw notFound();
    const values = { scene_device: placeIn(before.scene_device, { id: device.id, ...transform }) };
    const scene = await scenes.update(organisationId, id, values, before.version);
    if (scene === 'missing') throw notFound();
    if (scene === 'stale') throw new HttpProblem(409, 'scene.stale', { error: 'stale_version' });
    events.emit('scene-changed', { sceneId: scene.id, organisationId, version: scene.version, by: userId });
    return ok(c, toWire(scene));
  });

  app.get('/:id/devices', async (c) => {
    const { organisationId } = c.get('principal');
    const scene = await scenes.get(organisationId, pathParameter(c, 'id'));
    if (!scene) throw notFound();
    const ids = placedDevices(scene.scene_device).filter((id) => v.is(uuid, id));
    const { items, total } = await devices.list(organisationId, { ids }, { offset: 0, limit: 10_000 });
    return okList(
      c,
      items.map((device) => deviceToWire(device, sessions, photos)),
      total,
    );
  });

  app.get('/:id', async (c) => {
    const scene = await scenes.get(c.get('principal').organisationId, pathParameter(c, 'id'));
    if (!scene) throw notFound();
    return ok(c, toWire(scene));
  });

  app.post('/', async (c) => {
    const { organisationId, userId } = c.get('principal');
    const body = await readBody(c, createSchema);
    const scene = await scenes.create(organisationId, userId, {
      ...(await values(c, body)),
      name: body.name,
    });
    events.emit('scene-changed', { sceneId: scene.id, organisationId, version: scene.version, by: userId });
    return ok(c, toWire(scene));
  });

  app.put('/', async (c) => {
    const { organisationId, userId } = c.get('principal');
    const { id, version, ...body } = await readBody(c, updateSchema);
    const before = await scenes.get(organisationId, id);
    const scene = await scenes.update(organisationId, id, await values(c, body, before), version);
    if (scene === 'missing') throw notFound();
    if (scene === 'stale') throw new HttpProblem(409, 'scene.stale', { error: 'stale_version' });
    events.emit('scene-changed', { sceneId: scene.id, organisationId, version: scene.version, by: userId });
    return ok(c, toWire(scene));
  });

  app.delete('/:id', async (c) => {
    const { organisationId, userId } = c.get('principal');
    const id = pathParameter(c, 'id').toLowerCase();
    if (!(await scenes.remove(organisationId, id))) throw notFound();
    events.emit('scene-changed', { sceneId: id, organisationId, version: 0, by: userId });
    return ok(c);
  });

  return app;
}
