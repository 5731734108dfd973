import { Hono } from 'hono';
import * as v from 'valibot';
import { checkSceneDescription, checkSceneName, encodeGlobalConfig } from '@farm3d/api';
import type { ServerDeps } from '../../deps.ts';
import { sceneToWire, type SceneRepository, type SceneValues } from '../../domain/scenes/scene-repository.ts';
import type { AppEnv } from '../context.ts';
import { ok, okList } from '../envelope.ts';
import {
  clearableText,
  coordinate,
  integer,
  optionalQueryText,
  pageEntries,
  pageOf,
  pathParameter,
  readBody,
  readQuery,
} from '../input.ts';
import { HttpProblem, notFound } from '../problem.ts';

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
  growTime: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^(\d{4}-\d{2}-\d{2})?$/)))),
  scene3Durl: clearableText(2048),
  icon: clearableText(2048),
  baseModelPath: clearableText(512),
};

const createSchema = v.object({ ...writableEntries, name: nameSchema });

const updateSchema = v.object({
  ...writableEntries,
  id: v.pipe(v.string(), v.nonEmpty()),
  name: v.optional(nameSchema),
  version: v.optional(integer(1, 2_147_483_647)),
});

const listSchema = v.object({
  ...pageEntries,
  type: v.optional(v.picklist(['', '1', '2'])),
  name: optionalQueryText,
});

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

export function sceneRoutes({ events }: ServerDeps, scenes: SceneRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.get('/list', async (c) => {
    const query = readQuery(c, listSchema);
    const { items, total } = await scenes.list(
      c.get('principal').organisationId,
      { type: query.type || undefined, name: query.name },
      pageOf(query),
    );
    return okList(c, items.map(sceneToWire), total);
  });

  // Weather comes with its own calls; until then neither button shows.
  app.get('/conf/global', (c) =>
    ok(
      c,
      encodeGlobalConfig({ simulateWeather: false, realWeather: false, baseModelPath: DEFAULT_BASE_MODEL }),
    ),
  );

  // A call of the specification that is not answered yet: no scene has this name for an id.
  app.get('/weather', (c) => c.notFound());

  app.get('/:id', async (c) => {
    const scene = await scenes.get(c.get('principal').organisationId, pathParameter(c, 'id'));
    if (!scene) throw notFound();
    return ok(c, sceneToWire(scene));
  });

  app.post('/', async (c) => {
    const { organisationId, userId } = c.get('principal');
    const body = await readBody(c, createSchema);
    const scene = await scenes.create(organisationId, userId, { ...toValues(body), name: body.name });
    events.emit('scene-changed', { sceneId: scene.id, organisationId, version: scene.version, by: userId });
    return ok(c, sceneToWire(scene));
  });

  app.put('/', async (c) => {
    const { organisationId, userId } = c.get('principal');
    const { id, version, ...body } = await readBody(c, updateSchema);
    const scene = await scenes.update(organisationId, id, toValues(body), version);
    if (scene === 'missing') throw notFound();
    if (scene === 'stale') throw new HttpProblem(409, 'scene.stale', { error: 'stale_version' });
    events.emit('scene-changed', { sceneId: scene.id, organisationId, version: scene.version, by: userId });
    return ok(c, sceneToWire(scene));
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
