import * as v from 'valibot';
import { optionalReason, riskEntries } from '../wire/agronomy.ts';
import { instantSchema, optionalNumberSchema, optionalTextSchema, textSchema } from '../wire/codes.ts';
import { readJsonText } from '../wire/json.ts';
import { call, growingListOf, listOf, nothing } from './call.ts';
import {
  clearableText,
  coordinate,
  optionalQueryText,
  cursorEntries,
  plantingDate,
  timeZone,
  uuid,
} from './inputs.ts';

/** Crops of the built-in tables. */
export const CROP_IDS = [
  'tomato',
  'cucumber',
  'lettuce',
  'pepper',
  'strawberry',
  'wheat',
  'rice',
  'maize',
  'potato',
  'cotton',
  'soybean',
  'eggplant',
] as const;

/** Soil textures of the built-in tables. */
export const SOIL_TEXTURE_IDS = [
  'sand',
  'loamySand',
  'sandyLoam',
  'loam',
  'siltLoam',
  'silt',
  'siltyClay',
  'clay',
] as const;

const ENVIRONMENTS = ['field', 'greenhouse'] as const;
const IRRIGATION_METHODS = ['surface', 'sprinkler', 'drip'] as const;
const MULCHES = ['plastic', 'organic'] as const;

/** A list, or its JSON text (readings 3); empty when it cannot be read. */
const periodList = v.pipe(
  v.nullish(v.unknown(), null),
  v.transform((value): unknown[] => {
    const list = readJsonText(value);
    return Array.isArray(list) ? list : [];
  }),
);

/** Growth model of a crop, from tables: for orientation until a field has its own records. */
const growthModel = v.pipe(
  v.object({
    /** Such as 'tomato'. */
    id: v.string(),
    crop: v.string(),
    cropEn: v.optional(v.string()),
    /** Days of the initial, development, mid and late stage. */
    stageDays: v.array(v.number()),
    /** Crop coefficients of the initial, mid and end stage. */
    kc: v.array(v.number()),
    /** °C */
    baseTemperature: v.number(),
    upperTemperature: v.number(),
    /** m, least and greatest. */
    rootDepth: v.optional(v.array(v.number())),
    depletionFraction: v.optional(v.number()),
    /** m. */
    maxHeight: v.optional(v.number()),
    gddMethod: v.optional(v.string()),
    period: periodList,
    /** Source and certainty of each value, by field. */
    origins: v.record(v.string(), v.object({ source: v.string(), certainty: v.string() })),
    note: textSchema,
  }),
  /** `periods`: ends in °C·d since emergence. */
  v.transform(({ period, ...same }) => ({ ...same, periods: period })),
);

/** Soil of a plot beyond its texture; null: unknown. */
const soil = v.object({
  /** % of the mineral soil, and organic matter in % of the mass. */
  sand: optionalNumberSchema,
  clay: optionalNumberSchema,
  organicMatter: optionalNumberSchema,
  /** A measured retention curve: kPa and m³/m³. */
  curve: v.nullish(v.array(v.object({ tension: v.number(), vwc: v.number() })), null),
  /** Mulch on the soil, and the share of it covered, 0 … 1. */
  mulch: v.nullish(v.object({ kind: v.picklist(MULCHES), cover: v.number() }), null),
  /** 1 … 100. */
  curveNumber: optionalNumberSchema,
  /** m below the surface. */
  waterTable: optionalNumberSchema,
  /** EC of the irrigation water and of the soil's saturated extract, dS/m. */
  waterEc: optionalNumberSchema,
  soilEc: optionalNumberSchema,
  /** Share of the area that is planted and watered (beds, rows), 0.05 … 1. */
  irrigatedShare: optionalNumberSchema,
});

/** Values of a plot for the calculations; null: unknown. */
const plot = {
  name: optionalTextSchema,
  /** Devices that measure the plot. */
  deviceIds: v.optional(v.array(v.string()), []),
  /** The valve of its irrigation. */
  valveId: optionalTextSchema,
  environment: v.nullish(v.picklist(ENVIRONMENTS), null),
  /** m². */
  area: optionalNumberSchema,
  /** Id of a soil texture, such as 'loam'. */
  soilTexture: optionalTextSchema,
  /** m³/m³. */
  fieldCapacity: optionalNumberSchema,
  wiltingPoint: optionalNumberSchema,
  irrigationMethod: v.nullish(v.picklist(IRRIGATION_METHODS), null),
  /** m³/h. */
  irrigationFlow: optionalNumberSchema,
  /** 0.05 … 1. */
  irrigationEfficiency: optionalNumberSchema,
  latitude: optionalNumberSchema,
  longitude: optionalNumberSchema,
  /** m above the sea. */
  elevation: optionalNumberSchema,
  /** Share of sunlight that passes the cover of a greenhouse, 0.05 … 1. */
  transmissivity: optionalNumberSchema,
  /** The water meter of the plot, when it is not the valve. */
  meterId: optionalTextSchema,
  /** Height of the wind sensor, m; 2 when null. */
  windHeight: optionalNumberSchema,
  soil: v.nullish(soil, null),
  /** IANA name; Asia/Shanghai when null. */
  timeZone: optionalTextSchema,
};

/** A plant configuration: crop, planting date and growth periods. */
const plant = v.pipe(
  v.object({
    id: v.string(),
    crop: v.string(),
    pic: optionalTextSchema,
    cropPic: optionalTextSchema,
    scene3Durl: optionalTextSchema,
    growthModel: optionalTextSchema,
    period: periodList,
    /** yyyy-MM-dd */
    growTime: optionalTextSchema,
    sceneId: optionalTextSchema,
    createBy: optionalTextSchema,
    version: v.optional(v.number(), 1),
    createTime: instantSchema,
    ...plot,
  }),
  v.transform(
    ({
      pic,
      cropPic: _picture,
      scene3Durl,
      growthModel: model,
      period,
      createBy,
      createTime: _at,
      ...same
    }) => ({
      ...same,
      picture: pic,
      modelPath: scene3Durl,
      /** Id of a growth model. */
      growthModelId: model,
      /** Growth periods, as saved. */
      periods: period,
      createdBy: createBy,
    }),
  ),
);

const diseaseOrPest = v.object({
  id: v.string(),
  type: v.picklist(['disease', 'pest']),
  name: v.string(),
  nameEn: v.optional(v.string()),
  /** Scientific name of the cause. */
  agent: textSchema,
  symptoms: textSchema,
  symptomsEn: textSchema,
  /** Air temperature of its spread, °C. */
  temperature: v.optional(v.string()),
  temperatureEn: v.optional(v.string()),
  temperatureMin: v.nullable(v.number()),
  temperatureMax: v.nullable(v.number()),
  moisture: textSchema,
  moistureEn: textSchema,
  windowDays: v.optional(v.number()),
  /** For the plot of the request; unknown for a crop alone. */
  ...riskEntries,
  /** Why there is no risk. */
  reason: optionalReason,
});

export type GrowthModel = v.InferOutput<typeof growthModel>;
export type PlantConfiguration = v.InferOutput<typeof plant>;
export type PlantedPlot = Pick<PlantConfiguration, keyof typeof plot>;
export type PlotSoil = v.InferOutput<typeof soil>;
export type DiseaseOrPest = v.InferOutput<typeof diseaseOrPest>;
/** `growTime` is not in the future. */
export type PlantConfigurationDraft = Pick<PlantConfiguration, 'crop'> &
  Partial<
    Omit<PlantConfiguration, 'id' | 'crop' | 'periods' | 'createdBy' | 'version'> & {
      periods: readonly unknown[] | null;
    }
  >;

/** Only given members are sent: the server keeps the others. */
function encode({ picture, modelPath, growthModelId, periods, ...same }: Partial<PlantConfigurationDraft>) {
  return {
    ...same,
    pic: picture,
    scene3Durl: modelPath,
    growthModel: growthModelId,
    period: periods === undefined || periods === null ? periods : JSON.stringify(periods),
  };
}

/** Configurations of one batch. */
const MAX_BATCH = 200;
/** Devices of a plot. */
const MAX_DEVICES = 50;
/** Characters of a period list. */
const PERIOD_MAX = 64 * 1024;

const isList = (text: string): boolean => {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
};

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

/** A number within its range. */
const ranged = (minimum: number, maximum: number) =>
  v.pipe(v.number(), v.minValue(minimum, 'number.range'), v.maxValue(maximum, 'number.range'));

/** Points of a retention curve. */
const MAX_CURVE = 50;

/** Null or a missing member clears it; sand and clay are shares of one total. */
const writableSoil = v.pipe(
  v.object({
    sand: quantity(0, 100),
    // Range of the Saxton and Rawls fit for clay and organic matter.
    clay: quantity(0, 60),
    organicMatter: quantity(0, 8),
    curve: v.optional(
      v.nullable(
        v.pipe(
          v.array(v.object({ tension: ranged(0.01, 1e6), vwc: ranged(0, 0.95) })),
          v.maxLength(MAX_CURVE, 'field.tooLong'),
        ),
      ),
    ),
    mulch: v.optional(v.nullable(v.object({ kind: v.picklist(MULCHES), cover: ranged(0, 1) }))),
    curveNumber: quantity(1, 100),
    waterTable: quantity(0.1, 100),
    waterEc: quantity(0, 60),
    soilEc: quantity(0, 100),
    irrigatedShare: quantity(0.05, 1),
  }),
  v.check(({ sand, clay }) => (sand ?? 0) + (clay ?? 0) <= 100, 'number.range'),
);

const cropName = v.pipe(
  v.string('crop.required'),
  v.trim(),
  v.nonEmpty('crop.required'),
  v.maxLength(64, 'field.tooLong'),
);

const writable = {
  name: clearableText(64),
  deviceIds: v.optional(v.pipe(v.array(uuid), v.maxLength(MAX_DEVICES, 'field.tooLong'))),
  valveId: v.optional(v.nullable(uuid)),
  environment: v.optional(v.nullable(v.picklist(ENVIRONMENTS))),
  // m²: up to a hundred square kilometres.
  area: quantity(0.01, 1e8),
  soilTexture: v.optional(v.nullable(v.picklist(SOIL_TEXTURE_IDS))),
  fieldCapacity: quantity(0.01, 0.95),
  wiltingPoint: quantity(0.001, 0.9),
  irrigationMethod: v.optional(v.nullable(v.picklist(IRRIGATION_METHODS))),
  irrigationFlow: quantity(0.001, 100_000),
  irrigationEfficiency: quantity(0.05, 1),
  latitude: coordinate(90),
  longitude: coordinate(180),
  elevation: quantity(-450, 8900),
  transmissivity: quantity(0.05, 1),
  meterId: v.optional(v.nullable(uuid)),
  windHeight: quantity(0.5, 200),
  soil: v.optional(v.nullable(writableSoil)),
  timeZone: v.optional(v.nullable(timeZone)),
  pic: clearableText(2048),
  cropPic: clearableText(2048),
  scene3Durl: clearableText(2048),
  growthModel: v.optional(v.nullable(v.picklist(CROP_IDS))),
  // A list, or its JSON text, which is stored byte for byte.
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

const drafts = v.pipe(
  v.array(v.object({ ...writable, crop: cropName })),
  v.minLength(1),
  v.maxLength(MAX_BATCH, 'field.tooLong'),
);

const plantList = v.object({
  ...cursorEntries,
  createBy: optionalQueryText,
  crop: optionalQueryText,
  sceneId: optionalQueryText,
});

/** `createdBy`: id of its maker; `crop`: part of the crop's name. */
export type PlantQuery = Omit<v.InferInput<typeof plantList>, 'createBy'> & { createdBy?: string };

export const crops = {
  growthModels: call({
    method: 'GET',
    path: '/crop/growth/model/list',
    summary: { zh: '作物生长模型列表', en: 'Lists how crops grow' },
    query: v.object({ crop: optionalQueryText }),
    answer: listOf(growthModel),
  }),
  plants: call({
    method: 'GET',
    path: '/crop/plant/conf/list',
    summary: { zh: '种植配置列表，新的在前', en: 'Lists what is planted, the newest first' },
    query: plantList,
    answer: growingListOf(plant),
    send: (query?: PlantQuery) => {
      const { createdBy, ...same } = query ?? {};
      return { query: { ...same, createBy: createdBy } };
    },
  }),
  plant: call({
    method: 'GET',
    path: '/crop/plant/conf/{id}',
    summary: { zh: '种植配置详情', en: 'A plant configuration' },
    answer: plant,
  }),
  /** All of them or none. */
  createPlants: call({
    method: 'POST',
    path: '/crop/plant/conf/batch',
    right: 'crops',
    audit: 'create',
    summary: { zh: '批量新建种植配置', en: 'Makes plant configurations, all of them or none' },
    body: v.union([
      drafts,
      v.pipe(
        v.object({ items: drafts }),
        v.transform(({ items }) => items),
      ),
    ]),
    answer: listOf(plant),
    send: (rows: readonly PlantConfigurationDraft[]) => ({ body: rows.map(encode) }),
  }),
  /** Merges: omitted members keep their value. */
  updatePlant: call({
    method: 'PUT',
    path: '/crop/plant/conf',
    right: 'crops',
    audit: 'update',
    summary: { zh: '修改种植配置', en: 'Changes a plant configuration' },
    body: v.object({ ...writable, id: uuid, crop: v.optional(cropName) }),
    answer: plant,
    send: (id: string, patch: Partial<PlantConfigurationDraft>) => ({ body: { ...encode(patch), id } }),
  }),
  removePlant: call({
    method: 'DELETE',
    path: '/crop/plant/conf/{id}',
    right: 'crops',
    audit: 'delete',
    summary: { zh: '删除种植配置', en: 'Removes a plant configuration' },
    answer: nothing,
  }),
  /** Of a crop (id of its growth model) or of a plant configuration. */
  diseasesAndPests: call({
    method: 'GET',
    path: '/crop/disease/pest/{id}',
    summary: { zh: '作物或地块的病虫害', en: 'Diseases and pests of a crop or of a plot' },
    answer: listOf(diseaseOrPest),
  }),
};
