import * as v from 'valibot';
import type { Vec3 } from '../domain/vector.ts';
import { checkSceneDescription, checkSceneName } from '../validation/rules.ts';
import { flagSchema, instantSchema, optionalNumberSchema, optionalTextSchema } from '../wire/codes.ts';
import { device } from './device-answers.ts';
import { readJsonText } from '../wire/json.ts';
import { decodeSceneDevice, encodeSceneDevice } from '../wire/scene-device.ts';
import { call, fileForm, growingListOf, listOf, nothing } from './call.ts';
import {
  clearableText,
  coordinate,
  integer,
  optionalQueryText,
  cursorEntries,
  plantingDate,
  uuid,
} from './inputs.ts';

/** 'greenhouse' can be the child of a 'plot', which has a boundary (readings 5). */
export type SceneType = 'greenhouse' | 'plot';

const TYPE_CODES = { greenhouse: '1', plot: '2' } as const;

/** A 3D scene, called smart scene in the specification; layout and boundary are JSON texts on the wire. */
const scene = v.pipe(
  v.object({
    id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
    name: v.string(),
    description: v.optional(v.nullable(v.string()), ''),
    type: v.pipe(
      v.nullish(v.union([v.string(), v.number()]), '1'),
      v.transform((code): SceneType => (String(code) === '2' ? 'plot' : 'greenhouse')),
    ),
    sceneDevice: v.optional(v.unknown()),
    boundary: v.optional(v.unknown()),
    latitude: optionalNumberSchema,
    longitude: optionalNumberSchema,
    /** Path of the ground image. */
    plotSkin: optionalTextSchema,
    growCrop: optionalTextSchema,
    /** Planting date, yyyy-MM-dd. */
    growTime: optionalTextSchema,
    scene3Durl: optionalTextSchema,
    /** Path of the base model, such as '/models/greenhouse.glb'. */
    baseModelPath: optionalTextSchema,
    icon: optionalTextSchema,
    /** The scene as it was last drawn; `icon` is what people chose. */
    cover: optionalTextSchema,
    coverTime: v.optional(instantSchema, null),
    createBy: optionalTextSchema,
    /** Increases with every change; send it back to refuse overwriting another user's change. */
    version: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(Number)), 1),
    createTime: instantSchema,
    updateTime: instantSchema,
    /** What the caller may do with it now, as in its own calls; lists leave it out. */
    rights: v.optional(v.array(v.string()), []),
  }),
  v.transform(({ sceneDevice, scene3Durl, coverTime, createBy, createTime, updateTime, ...same }) => ({
    ...same,
    description: same.description ?? '',
    layout: decodeSceneDevice(sceneDevice),
    /** Outline of the plot as saved: JSON with coordinates, longitude before latitude. */
    boundary: readJsonText(same.boundary) ?? null,
    cropModelPath: scene3Durl,
    /** When `cover` was drawn, epoch milliseconds. */
    coverAt: coverTime,
    /** Id of the user who created it. */
    createdBy: createBy,
    /** Epoch milliseconds. */
    createdAt: createTime ?? 0,
    updatedAt: updateTime ?? createTime ?? 0,
  })),
);

export type Scene = v.InferOutput<typeof scene>;
/** Writable members; omitted ones keep their value. */
export type ScenePatch = Partial<
  Omit<Scene, 'id' | 'cover' | 'coverAt' | 'createdBy' | 'version' | 'createdAt' | 'updatedAt' | 'rights'>
>;

/** Settings and defaults of all scenes. */
const globalConfig = v.object({
  simulateWeather: flagSchema,
  realWeather: flagSchema,
  /** Default base model. */
  baseModelPath: optionalTextSchema,
  /** Address of raster map tiles with {z}, {x} and {y}; null: maps show what is built in. */
  mapTiles: optionalTextSchema,
});

export type SceneGlobalConfig = v.InferOutput<typeof globalConfig>;

/** Weather at a place; null: not measured. Nothing is invented. */
const weather = v.pipe(
  v.object({
    /** '雨', '雪', '多云', '阴', '晴'; null: unknown sky. */
    text: v.nullable(v.string()),
    /** °C */
    temperature: optionalNumberSchema,
    /** % */
    humidity: optionalNumberSchema,
    /** m/s */
    windSpeed: optionalNumberSchema,
    /** mm/h */
    rainfall: optionalNumberSchema,
    /** 'station' = a weather station of the organisation, else the provider; null = none. */
    source: v.nullable(v.picklist(['station', 'open-meteo', 'qweather', 'amap'])),
    station: v.nullable(v.object({ id: v.string(), name: v.string(), distanceKm: v.nullable(v.number()) })),
    time: instantSchema,
    /** Whether the last call of the provider failed: the values are those of `at`. */
    stale: v.optional(v.boolean(), false),
    /**
     * Why `text` is missing: 'no_data', 'sky_unknown' (no radiation, or no position of the station), 'night' or 'sun_low' (no
     * sun to measure clouds by).
     */
    reason: optionalTextSchema,
  }),
  /** `at`: epoch milliseconds of the latest value. */
  v.transform(({ time, ...same }) => ({ ...same, at: time })),
);

export type SceneWeather = v.InferOutput<typeof weather>;

/** Characters of `sceneDevice`: about ten thousand placed objects. */
const SCENE_DEVICE_MAX = 4 * 1024 * 1024;

const name = v.pipe(
  v.string('scene.name.required'),
  v.trim(),
  v.check((text) => checkSceneName(text) !== 'scene.name.required', 'scene.name.required'),
  v.check((text) => checkSceneName(text) === null, 'scene.name.tooLong'),
);

/** JSON as text, stored byte for byte, or as a value; null and '' clear it. */
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

const isObjectOrArray = (value: unknown): boolean => typeof value === 'object' && value !== null;
const isObject = (value: unknown): boolean => isObjectOrArray(value) && !Array.isArray(value);

const writable = {
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

/** Only given members are sent: the server keeps the others. */
function encode({ type, layout, boundary, cropModelPath, ...same }: ScenePatch): object {
  return {
    ...same,
    type: type && TYPE_CODES[type],
    sceneDevice: layout && encodeSceneDevice(layout),
    boundary: boundary === undefined || boundary === null ? boundary : JSON.stringify(boundary),
    scene3Durl: cropModelPath,
  };
}

const finite = v.pipe(v.number(), v.finite());
const vector = v.object({ x: finite, y: finite, z: finite });

const list = v.object({
  ...cursorEntries,
  type: v.optional(v.picklist(['', '1', '2'])),
  name: optionalQueryText,
});

export type SceneQuery = Omit<v.InferInput<typeof list>, 'type'> & { type?: SceneType };

/** Where a device stands in a scene. */
export interface Placement {
  deviceId: string;
  position: Vec3;
  rotation?: Vec3;
  scale?: Vec3;
}

const placement = v.object({
  id: uuid,
  deviceId: uuid,
  position: vector,
  rotation: v.optional(vector, { x: 0, y: 0, z: 0 }),
  scale: v.optional(vector, { x: 1, y: 1, z: 1 }),
});

/** Scenes that are put in order at once. */
const ORDER_MAX = 1000;
const order = v.object({
  ids: v.pipe(
    v.array(uuid),
    v.minLength(1),
    v.maxLength(ORDER_MAX, 'field.tooLong'),
    v.check((ids) => new Set(ids).size === ids.length),
  ),
});

/** Layouts make them large. */
const SCENE_MAX_BODY = 16 * 1024 * 1024;

export const scenes = {
  list: call({
    method: 'GET',
    path: '/intelligent/scene/list',
    reach: 'own',
    summary: {
      zh: '场景列表：新的在前，其余按设置的顺序',
      en: 'Lists scenes: new ones first, then the others in the order that was set',
    },
    query: list,
    answer: growingListOf(scene),
    send: (query?: SceneQuery) => ({ query: { ...query, type: query?.type && TYPE_CODES[query.type] } }),
  }),
  get: call({
    method: 'GET',
    path: '/intelligent/scene/{id}',
    reach: 'scene',
    embed: 'scene',
    summary: { zh: '场景详情', en: 'A scene' },
    answer: scene,
  }),
  /** Devices in the scene, with those in its child scenes. */
  devices: call({
    method: 'GET',
    path: '/intelligent/scene/{id}/devices',
    reach: 'scene',
    origin: 'own',
    embed: 'scene',
    summary: { zh: '场景中的设备', en: 'The devices that stand in a scene' },
    answer: listOf(device),
  }),
  create: call({
    method: 'POST',
    path: '/intelligent/scene',
    right: 'scenes',
    audit: 'create',
    maxBody: SCENE_MAX_BODY,
    summary: { zh: '新建场景', en: 'Makes a scene' },
    body: v.object({ ...writable, name }),
    answer: scene,
    send: (draft: ScenePatch & { name: string }) => ({ body: encode(draft) }),
  }),
  /**
   * Merges: omitted members keep their value.
   * @throws {ApiError} 409 when `version` is not the stored one
   */
  update: call({
    method: 'PUT',
    path: '/intelligent/scene',
    reach: 'own',
    right: 'scenes',
    audit: 'update',
    maxBody: SCENE_MAX_BODY,
    summary: { zh: '修改场景', en: 'Changes a scene' },
    body: v.object({
      ...writable,
      id: v.pipe(v.string(), v.nonEmpty()),
      name: v.optional(name),
      version: v.optional(integer(1, 2_147_483_647)),
    }),
    answer: scene,
    send: (id: string, { version, ...patch }: ScenePatch & { version?: number }) => ({
      body: { ...encode(patch), id, version },
    }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/intelligent/scene/{id}',
    reach: 'scene',
    level: 'manage',
    right: 'scenes',
    audit: 'delete',
    maxBody: SCENE_MAX_BODY,
    summary: { zh: '删除场景', en: 'Removes a scene' },
    answer: nothing,
  }),
  /**
   * Places or moves one device; the rest of the layout stays. Or, with ids alone: sets the order of the list; these
   * scenes share the places that they have now, in the given order.
   * @throws {ApiError} 409 after another save
   */
  drag: call({
    method: 'POST',
    path: '/intelligent/scene/drag',
    reach: 'own',
    right: 'scenes',
    audit: 'update',
    maxBody: SCENE_MAX_BODY,
    summary: {
      zh: '在场景中放置或移动设备，或设置场景列表的顺序',
      en: 'Places or moves a device in a scene, or sets the order of the list of scenes',
    },
    body: v.union([placement, order]),
    /** The changed scene; null for the order of the list. */
    answer: v.nullable(scene),
    send: (of: string | readonly string[], placed?: Placement) => ({
      body: typeof of === 'string' ? { ...placed, id: of } : { ids: of },
    }),
  }),
  /** Replaces the image of the scene as it is drawn now. The version stays: nothing that people edit changes. */
  saveCover: call({
    method: 'POST',
    path: '/intelligent/scene/{id}/cover',
    reach: 'scene',
    right: 'scenes',
    audit: 'update',
    origin: 'own',
    maxBody: 'stream',
    summary: { zh: '保存场景此刻的画面作为封面', en: 'Saves the scene as it is drawn now as its cover' },
    body: 'file',
    answer: scene,
    send: (id: string, picture: Blob) => ({ path: { id }, form: fileForm(picture, 'cover.webp') }),
  }),
  config: call({
    method: 'GET',
    path: '/intelligent/scene/conf/list',
    reach: 'any',
    summary: { zh: '场景全局配置项', en: 'The entries of the configuration of all scenes' },
    answer: listOf(v.object({ name: v.string(), value: v.string() })),
  }),
  /** By the configured provider, else by the nearest weather station with values of the last hour. */
  weather: call({
    method: 'GET',
    path: '/intelligent/scene/weather',
    summary: { zh: '某地天气', en: 'The weather at a place' },
    query: v.object({
      lat: coordinate(90),
      lng: coordinate(180),
      city: optionalQueryText,
      areaCode: v.optional(v.pipe(v.string(), v.regex(/^\d{2,12}$|^$/))),
    }),
    answer: weather,
    send: (location?: { latitude: number; longitude: number } | { city: string } | { areaCode: string }) => ({
      query:
        location && 'latitude' in location
          ? { lat: location.latitude, lng: location.longitude }
          : { ...location },
    }),
  }),
  globalConfig: call({
    method: 'GET',
    path: '/intelligent/scene/conf/global',
    reach: 'any',
    embed: 'any',
    summary: { zh: '场景全局配置', en: 'The configuration of all scenes' },
    answer: globalConfig,
  }),
};
