import * as v from 'valibot';
import {
  bilingual,
  factsSchema,
  optionalReason,
  reasonSchema,
  riskEntries,
  sourceSchema,
} from '../wire/agronomy.ts';
import { call, listOf } from './call.ts';
import { irrigationDone } from './assessments.ts';
import { optionalQueryText } from './inputs.ts';

/** A number or null: calculations never return NaN. */
const number = v.nullish(v.number(), null);
const text = v.nullish(v.string(), null);

/** Summary of a plot: colours of a map or scene, and the size of its plants. */
const plotEntries = {
  id: v.string(),
  name: text,
  sceneId: text,
  crop: text,
  cropId: text,
  plantDate: text,
  environment: v.picklist(['field', 'greenhouse']),
  area: number,
  boundary: v.optional(v.unknown(), null),
  drought: v.object({ level: number, code: v.string(), zh: v.string(), en: v.string(), basis: text }),
  /** Relative soil moisture, %. */
  soilMoisture: number,
  /** Epoch milliseconds of the newest soil reading. */
  soilAt: number,
  stage: v.nullish(
    v.object({
      index: v.number(),
      code: v.string(),
      name: v.string(),
      nameEn: v.string(),
      /** 0–1 within the stage. */
      progress: v.number(),
      finished: v.boolean(),
    }),
    null,
  ),
  day: number,
  /** °C·d since planting. */
  gdd: number,
  /** Size of the plant relative to the full-grown one, 0–1. */
  scale: number,
  /** m. */
  height: number,
  label: v.nullish(bilingual, null),
  /** The device that measures its soil, for drought and irrigation calls. */
  deviceId: text,
  valveId: text,
  simulated: v.boolean(),
  /** Why there is no stage. */
  reason: optionalReason,
};
const plotState = v.object(plotEntries);

const growthStage = v.object({
  code: v.string(),
  name: v.string(),
  nameEn: v.string(),
  /** Actual or expected begin, yyyy-MM-dd. */
  date: text,
  expected: v.boolean(),
  endGdd: number,
  certainty: text,
  waterSensitivity: v.string(),
});

const growth = v.pipe(
  v.object({
    day: v.number(),
    gdd: v.number(),
    stage: v.object({
      index: v.number(),
      code: v.optional(v.string()),
      name: v.optional(v.string()),
      nameEn: v.optional(v.string()),
      progress: v.number(),
      finished: v.boolean(),
    }),
    stages: v.array(growthStage),
    maturity: v.nullish(v.object({ date: v.string(), expected: v.boolean() }), null),
    heat: v.array(v.object({ date: v.string(), gdd: v.number(), total: v.number(), estimated: v.boolean() })),
    estimatedDays: v.number(),
    /** °C. */
    base: v.number(),
    upper: v.number(),
    method: v.string(),
    note: v.string(),
    label: bilingual,
    cropId: v.optional(v.string()),
    scale: v.optional(v.number()),
    waterSensitivity: v.optional(v.string()),
  }),
  v.transform(({ stage, ...same }) => ({
    ...same,
    stageIndex: stage.index,
    progress: stage.progress,
    finished: stage.finished,
  })),
);

const diseaseRisk = v.object({ id: v.string(), zh: v.string(), en: v.string(), ...riskEntries });

/** All data of a plot; `growth` is null where there is a reason for it. */
const plotDetail = v.pipe(
  v.object({
    ...plotEntries,
    facts: factsSchema,
    growth: v.union([growth, v.object({ stage: v.optional(v.null()), reason: reasonSchema })]),
    diseases: v.array(diseaseRisk),
    sources: v.array(sourceSchema),
    notes: v.array(reasonSchema),
  }),
  v.transform(({ growth: grown, ...same }) => ({
    ...same,
    growth: 'reason' in grown ? null : grown,
    growthReason: 'reason' in grown ? grown.reason : null,
  })),
);

const TABLES = ['crops', 'textures', 'irrigation', 'grades', 'diseases', 'weather'] as const;
const table = v.picklist(TABLES);

/** A value of the tables with its source and certainty. */
const cell = v.object({
  table,
  id: v.string(),
  zh: v.string(),
  en: v.string(),
  field: v.string(),
  value: v.union([v.number(), v.string(), v.array(v.number())]),
  source: v.string(),
  certainty: v.picklist(['published', 'derived', 'unverified', 'assumed', 'entered']),
  edited: v.boolean(),
});

/** A month of the local climate. */
const month = v.object({
  /** 'yyyy-MM'. */
  month: v.string(),
  /** mm. */
  rain: v.number(),
  et0: number,
  /** Mean daily extremes, °C. */
  tmax: number,
  tmin: number,
});

export type PlotState = v.InferOutput<typeof plotState>;
export type PlotDetail = v.InferOutput<typeof plotDetail>;
export type Growth = v.InferOutput<typeof growth>;
export type GrowthStage = v.InferOutput<typeof growthStage>;
export type DiseaseRisk = v.InferOutput<typeof diseaseRisk>;
export type RiskLevel = DiseaseRisk['risk'];
export type AgronomyTable = (typeof TABLES)[number];
export type TableCell = v.InferOutput<typeof cell>;
export type CellValue = TableCell['value'];
export type ClimateMonth = v.InferOutput<typeof month>;
export type IrrigationDone = v.InferOutput<typeof irrigationDone>;

/** A non-negative amount of a body; null: unknown. */
const amount = (most: number) =>
  v.optional(
    v.nullable(v.pipe(v.number(), v.minValue(0, 'number.range'), v.maxValue(most, 'number.range'))),
    null,
  );

const doneBody = v.object({
  /** A valve was opened, or a work order was created. */
  kind: v.picklist(['valve', 'order']),
  /** mm. */
  grossMm: amount(1000),
  /** m³. */
  volumeM3: amount(1e7),
});

const cellName = v.pipe(v.string(), v.regex(/^[\w.-]{1,80}$/));

const edit = v.object({
  table,
  id: cellName,
  field: cellName,
  /** Null: restores the built-in value. */
  value: v.nullable(v.union([v.number(), v.string(), v.pipe(v.array(v.number()), v.maxLength(10))])),
  /** Source of the value. Required unless `value` is null. */
  source: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(500, 'field.tooLong')), ''),
});

export type TableEdit = v.InferInput<typeof edit>;

/** Months of a climate record: two and a half centuries. */
const MAX_MONTHS = 3000;

/** A mean temperature of a body, °C; null: unknown. */
const celsius = v.optional(
  v.nullable(v.pipe(v.number(), v.minValue(-90, 'number.range'), v.maxValue(60, 'number.range'))),
  null,
);

const record = v.object({
  items: v.pipe(
    v.array(
      v.object({
        month: v.pipe(v.string(), v.regex(/^(18|19|20)\d\d-(0[1-9]|1[0-2])$/)),
        rain: v.pipe(v.number(), v.minValue(0, 'number.range'), v.maxValue(10_000, 'number.range')),
        et0: v.optional(
          v.nullable(v.pipe(v.number(), v.minValue(0, 'number.range'), v.maxValue(1000, 'number.range'))),
          null,
        ),
        tmax: celsius,
        tmin: celsius,
      }),
    ),
    v.maxLength(MAX_MONTHS, 'field.tooLong'),
    v.check((months) => new Set(months.map((one) => one.month)).size === months.length),
    v.check(
      (months) => months.every(({ tmax, tmin }) => tmax === null || tmin === null || tmin <= tmax),
      'number.range',
    ),
  ),
});

export const agronomy = {
  /** Every plot with its grade, soil moisture and stage, or those of one scene. */
  plots: call({
    method: 'GET',
    path: '/agronomy/plots',
    origin: 'own',
    summary: { zh: '地块的旱情、墒情与生育期', en: 'Plots with their drought, soil moisture and stage' },
    query: v.object({ sceneId: optionalQueryText }),
    answer: listOf(plotState),
  }),
  /** Of a plant configuration or a scene: with growth and disease calendar. */
  plot: call({
    method: 'GET',
    path: '/agronomy/plots/{id}',
    origin: 'own',
    summary: { zh: '地块的生长进程与病虫害风险', en: 'A plot with its growth and disease risks' },
    answer: plotDetail,
  }),
  /** Records that the advice for a plot was followed: it is not shown again. */
  recordIrrigation: call({
    method: 'POST',
    path: '/agronomy/plots/{id}/irrigations',
    right: 'crops',
    audit: 'create',
    origin: 'own',
    summary: { zh: '记录已执行的灌溉建议', en: 'Records that the advice for a plot was followed' },
    body: doneBody,
    answer: irrigationDone,
  }),
  /** The tables of the calculations. */
  tables: call({
    method: 'GET',
    path: '/agronomy/tables',
    origin: 'own',
    summary: { zh: '农艺参数表', en: 'The numbers that are calculated with' },
    query: v.object({ table: v.optional(table) }),
    answer: listOf(cell),
  }),
  /** Sets the organisation's own value, or with null restores the built-in one. */
  editTable: call({
    method: 'PUT',
    path: '/agronomy/tables',
    right: 'crops',
    audit: 'update',
    origin: 'own',
    summary: { zh: '修改农艺参数', en: 'Changes a number of the tables, or puts it back' },
    body: edit,
    answer: cell,
  }),
  climate: call({
    method: 'GET',
    path: '/agronomy/climate',
    origin: 'own',
    summary: { zh: '当地逐月气候', en: 'The climate of the place by months' },
    answer: listOf(month),
  }),
  /** Replaces the whole record. */
  saveClimate: call({
    method: 'PUT',
    path: '/agronomy/climate',
    right: 'crops',
    audit: 'update',
    origin: 'own',
    summary: { zh: '保存逐月气候', en: 'Replaces the climate record' },
    body: record,
    answer: listOf(month),
    send: (months: readonly ClimateMonth[]) => ({ body: { items: months } }),
  }),
};
