import * as v from 'valibot';
import { factsSchema, optional, optionalReason, reasonSchema, sourceSchema, text } from '../wire/agronomy.ts';
import { integer, keyList, optionalQueryText, uuid } from './inputs.ts';

/*
 * Requests and responses of assessments of a device's plot: drought, irrigation and forecast. A number is finite or
 * null: calculations never return NaN.
 */

/** A number of a query; one that is not finite is refused, physically impossible ones get a typed reason. */
const number = v.pipe(v.string(), v.regex(/^-?\d{1,12}(\.\d{1,12})?$/), v.transform(Number));
const optionalNumber = v.optional(v.union([v.number(), number]));
/** `0,12.5,0`: up to seven days from today on. */
const week = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(200, 'field.tooLong'),
    v.transform((list) => list.split(',')),
    v.maxLength(7, 'field.tooLong'),
    v.array(number),
  ),
);
const instant = v.optional(integer(0, 253_402_300_799_999));

/** Members of a request that replace stored values of the plot. */
const plotEntries = {
  /** Selects a plot when the device belongs to several. */
  plotId: v.optional(uuid),
  crop: optionalQueryText,
  plantDate: v.optional(v.pipe(v.string(), v.isoDate())),
  texture: optionalQueryText,
  fieldCapacity: optionalNumber,
  wiltingPoint: optionalNumber,
  latitude: optionalNumber,
  environment: v.optional(v.picklist(['field', 'greenhouse'])),
};

export const droughtQuery = v.object({ ...plotEntries, startTime: instant, endTime: instant });

export const irrigationQuery = v.object({
  ...plotEntries,
  /** m². */
  area: optionalNumber,
  /** m³/h. */
  flow: optionalNumber,
  efficiency: optionalNumber,
  method: v.optional(v.picklist(['surface', 'sprinkler', 'drip'])),
  refillFraction: optionalNumber,
  /** mm of each of the next days. */
  rainForecast: week,
  et0Forecast: week,
  /** The advice as of an instant in the past, epoch milliseconds. Default: now. */
  endTime: instant,
  /** Hours of hourly ET0 in the response. */
  hours: v.optional(integer(0, 168), 48),
});

const STEPS = ['5', '10', '30', '60'] as const;
export const warningQuery = v.object({
  keys: keyList(20, 4096),
  /** Hours. */
  horizon: v.optional(integer(1, 72), 6),
  /** Step, minutes. */
  step: v.optional(v.picklist(STEPS), '60'),
});

export type IrrigationQuery = Omit<v.InferInput<typeof irrigationQuery>, 'rainForecast' | 'et0Forecast'> & {
  rainForecast?: readonly number[];
  et0Forecast?: readonly number[];
};
export type WarningQuery = Omit<v.InferInput<typeof warningQuery>, 'keys' | 'step'> & {
  keys?: readonly string[];
  step?: 5 | 10 | 30 | 60;
};

/** Input of a result. */
const about = {
  plot: factsSchema,
  sources: v.array(sourceSchema),
  /** Ids of the formulas. */
  formulas: v.array(v.string()),
};

const index = v.object({
  scaleDays: v.number(),
  value: optional,
  level: optional,
  years: v.number(),
  reason: optionalReason,
});

/** Drought of a device's plot. The overall grade has one basis and is never an average of several. */
export const drought = v.object({
  deviceId: v.string(),
  /** Epoch milliseconds. */
  assessedAt: v.number(),
  texture: v.string(),
  stage: v.string(),
  overall: v.object({
    level: optional,
    /** NONE, LIGHT, MODERATE, SEVERE, EXTREME, or NO_DATA. */
    code: v.string(),
    zh: v.string(),
    en: v.string(),
    basis: v.nullish(v.picklist(['soil', 'spi', 'spei']), null),
    reason: optionalReason,
  }),
  /** Relative soil moisture, %. */
  rsm: optional,
  rsmSeries: v.array(v.object({ date: v.string(), rsm: v.number(), level: v.number() })),
  /** m, m³/m³, % of field capacity, and whether the stage's depth reaches it. */
  profile: v.array(
    v.object({
      depth: v.number(),
      date: v.string(),
      vwc: v.number(),
      relative: v.number(),
      counts: v.boolean(),
    }),
  ),
  /** Relative moisture below which each grade begins, %. */
  thresholds: v.array(v.number()),
  durationDays: v.number(),
  trend: v.object({ slopePctPerDay: optional, daysToNextGrade: optional }),
  /** mm and days. */
  rain: v.object({
    last30Mm: optional,
    /** Number of known days of the last 30 and 7. */
    last30Days: v.number(),
    last7Mm: optional,
    last7Days: v.number(),
    dryDays: optional,
    dryUntil: text,
    /** An unknown day precedes them: there may be more. */
    dryAtLeast: v.boolean(),
  }),
  spi: v.array(index),
  spei: v.array(index),
  notes: v.array(reasonSchema),
  ...about,
});

const watering = v.object({
  /** 'today' or yyyy-MM-dd. */
  when: v.string(),
  dayOffset: v.number(),
  netMm: v.number(),
  grossMm: v.number(),
  /** Null without an area. */
  volumeM3: optional,
  /** m³/亩. */
  m3PerMu: v.number(),
  /** Null without an area or a flow. */
  durationH: optional,
});

/** A value with its 80 % interval. */
const band = v.object({ mean: v.number(), low: v.number(), high: v.number() });

/** Results of one probe. */
const probe = v.object({
  /** m. */
  depth: v.number(),
  /** Field capacity from drainage plateaus, m³/m³, its spread and count. */
  fieldCapacity: optional,
  spread: optional,
  plateaus: v.number(),
  /** Bias against model and probes together, m³/m³; drift a day. */
  bias: optional,
  noise: optional,
  drift: optional,
  days: v.number(),
  rejected: v.number(),
  faults: v.array(
    v.object({
      fault: v.picklist(['gap', 'stuck', 'spike', 'drift', 'jump', 'out_of_range']),
      date: v.string(),
    }),
  ),
});

/** Depletion of a plot, mm below field capacity: by the model, by the probes, and by both with an interval. */
const water = v.object({
  depletion: band,
  confidence: v.picklist(['high', 'medium', 'low']),
  /** Share of the root zone near a probe, 0–1. */
  probed: v.number(),
  /** m; null while there are too few readings. */
  rootDepth: optional,
  uptakeDepth: optional,
  fit: v.nullable(v.object({ rmse: v.number(), dates: v.number() })),
  /** Dates between which the allowed depletion is reached, and its probability within the week. */
  irrigation: v.object({ earliest: text, likely: text, latest: text, chance: v.number() }),
  series: v.array(
    v.object({
      date: v.string(),
      model: v.number(),
      probes: optional,
      both: band,
      raw: v.number(),
      taw: v.number(),
    }),
  ),
  ahead: v.array(v.object({ date: v.string(), both: band, raw: v.number() })),
  probes: v.array(probe),
});

/** The root zone. */
const state = v.object({
  crop: v.string(),
  day: v.number(),
  kc: v.number(),
  /** mm/d. */
  etc: v.number(),
  /** mm. */
  taw: v.number(),
  raw: v.number(),
  depletion: v.number(),
  p: v.number(),
  /** Water stress, 1 = none. */
  ks: v.number(),
  /** Share of the applied water that washes salt down, 0–0.5. */
  leachingFraction: v.number(),
  /** What the provider's ET0 was multiplied by to meet the station. */
  forecastFactor: v.number(),
  soil: v.object({
    theta: v.number(),
    fieldCapacity: v.number(),
    wiltingPoint: v.number(),
    rootDepth: v.number(),
    /** Source of its limits. */
    from: v.picklist(['probes', 'entered', 'curve', 'saxton-rawls', 'texture', 'assumed']),
  }),
  confidence: v.picklist(['sensor', 'mixed', 'balance', 'default']),
  water,
  reasonZh: v.string(),
  reasonEn: v.string(),
  /** mm at the end of each day without irrigation. */
  trajectory: v.array(v.object({ date: v.string(), depletion: v.number(), raw: v.number() })),
  et0: v.array(
    v.object({
      date: v.string(),
      et0: optional,
      methods: v.nullish(v.record(v.string(), v.string()), null),
      reason: optionalReason,
    }),
  ),
});

/** An irrigation that a user started or planned from the advice. */
export const irrigationDone = v.object({
  kind: v.picklist(['valve', 'order']),
  /** Epoch milliseconds. */
  at: v.number(),
  grossMm: optional,
  volumeM3: optional,
});

const irrigationAnswer = v.looseObject({
  deviceId: v.string(),
  assessedAt: v.number(),
  reason: optionalReason,
  advice: v.nullish(watering, null),
  et0Hourly: v.array(v.object({ ts: v.number(), et0: v.number(), missing: v.array(v.string()) })),
  /** mm by local date, the last fortnight. */
  rain: v.array(v.object({ date: v.string(), mm: optional })),
  forecast: v.object({
    rain: v.nullish(v.array(optional), null),
    et0: v.nullish(v.array(optional), null),
    /** 0–1. */
    rainChance: v.nullish(v.array(optional), null),
    /** 'caller', the provider's name, else 'climatology' or 'recent-days'. */
    from: v.string(),
  }),
  /** Irrigations since yesterday, the newest first. */
  done: v.array(irrigationDone),
  /** Missing inputs and their substitutes. */
  missing: v.array(reasonSchema),
  valveId: text,
  area: optional,
  ...about,
});
type IrrigationAnswer = v.InferOutput<v.ObjectSchema<typeof irrigationAnswer.entries, undefined>>;

/** Root-zone state and advice for seven days. On the wire the state is flat. */
export const irrigation = v.pipe(
  irrigationAnswer,
  v.rawTransform(({ dataset: { value }, addIssue, NEVER }) => {
    const answer = Object.fromEntries(
      Object.keys(irrigationAnswer.entries).map((name) => [name, value[name]]),
    ) as IrrigationAnswer;
    // Without a result there is no state.
    if (answer.reason !== null) return { ...answer, state: null };
    const read = v.safeParse(state, value);
    if (read.success) return { ...answer, state: read.output };
    const [{ message, path }] = read.issues;
    addIssue({ message, path });
    return NEVER;
  }),
);

const point = v.object({
  /** Epoch milliseconds. */
  ts: v.number(),
  value: v.number(),
  lo80: v.number(),
  hi80: v.number(),
  lo95: v.number(),
  hi95: v.number(),
});

/** Forecast of a key; no points and a reason where it cannot be computed. */
const keyForecast = v.object({
  key: v.string(),
  unit: v.optional(v.string(), ''),
  stepMs: optional,
  points: v.array(point),
  model: v.nullish(
    v.object({
      name: v.string(),
      mae: v.number(),
      snaiveMae: v.number(),
      /** 1 − MAE / MAE of the seasonal naive. */
      skill: v.number(),
      coverage80: optional,
      origins: v.number(),
      confidence: v.picklist(['normal', 'low']),
    }),
    null,
  ),
  quality: v.nullish(v.object({ historyDays: v.number(), missingPct: v.number(), spikes: v.number() }), null),
  reason: optionalReason,
});

/** An expected crossing of an alarm threshold. */
const expected = v.object({
  key: v.string(),
  settingId: v.string(),
  op: v.string(),
  threshold: v.number(),
  level: v.picklist(['possible', 'likely']),
  /** Epoch milliseconds. */
  at: v.number(),
  /** 0–1. */
  probability: v.number(),
  zh: v.string(),
  en: v.string(),
});

export const prediction = v.object({
  deviceId: v.string(),
  assessedAt: v.number(),
  items: v.array(keyForecast),
  warnings: v.array(expected),
  formulas: v.array(v.string()),
});

export type Drought = v.InferOutput<typeof drought>;
export type DroughtIndex = v.InferOutput<typeof index>;
export type Irrigation = v.InferOutput<typeof irrigation>;
export type ProbeReport = v.InferOutput<typeof probe>;
export type Watering = v.InferOutput<typeof watering>;
export type Prediction = v.InferOutput<typeof prediction>;
export type KeyForecast = v.InferOutput<typeof keyForecast>;
export type ForecastPoint = v.InferOutput<typeof point>;
export type PredictedWarning = v.InferOutput<typeof expected>;
