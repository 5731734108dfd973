import * as v from 'valibot';
import type { Drought, Irrigation, Prediction } from '../domain/agronomy.ts';
import { parseWire } from './codes.ts';

/** A number or nothing: a calculation never answers NaN. */
const optional = v.nullish(v.number(), null);
const text = v.nullish(v.string(), null);

export const reasonSchema = v.pipe(
  v.object({ code: v.string(), zh: v.string(), en: v.string(), field: v.optional(v.string()) }),
  v.transform(({ code, zh, en, field }) => ({ code, zh, en, field: field ?? null })),
);
export const optionalReason = v.nullish(reasonSchema, null);

export const sourceSchema = v.object({
  quantity: v.string(),
  deviceId: v.string(),
  deviceName: v.string(),
  keys: v.array(v.string()),
  simulated: v.boolean(),
  distanceKm: optional,
});

const environment = v.picklist(['field', 'greenhouse']);
export const factsSchema = v.object({
  id: text,
  name: text,
  sceneId: text,
  sceneName: text,
  cropName: text,
  cropId: text,
  plantDate: text,
  environment,
  area: optional,
  areaFrom: v.nullish(v.picklist(['entered', 'boundary']), null),
  soilTexture: text,
  fieldCapacity: optional,
  wiltingPoint: optional,
  irrigationMethod: text,
  irrigationFlow: optional,
  latitude: optional,
  timeZone: v.string(),
});

const about = {
  plot: factsSchema,
  sources: v.array(sourceSchema),
  formulas: v.array(v.string()),
};

const indexSchema = v.object({
  scaleDays: v.number(),
  value: optional,
  level: optional,
  years: v.number(),
  reason: optionalReason,
});

export const droughtSchema = v.object({
  deviceId: v.string(),
  assessedAt: v.number(),
  texture: v.string(),
  stage: v.string(),
  overall: v.object({
    level: optional,
    code: v.string(),
    zh: v.string(),
    en: v.string(),
    basis: v.nullish(v.picklist(['soil', 'spi', 'spei']), null),
    reason: optionalReason,
  }),
  rsm: optional,
  rsmSeries: v.array(v.object({ date: v.string(), rsm: v.number(), level: v.number() })),
  profile: v.array(
    v.object({
      depth: v.number(),
      date: v.string(),
      vwc: v.number(),
      relative: v.number(),
      counts: v.boolean(),
    }),
  ),
  thresholds: v.array(v.number()),
  durationDays: v.number(),
  trend: v.object({ slopePctPerDay: optional, daysToNextGrade: optional }),
  rain: v.object({ last30Mm: optional, last7Mm: optional, dryDays: optional }),
  spi: v.array(indexSchema),
  spei: v.array(indexSchema),
  notes: v.array(reasonSchema),
  ...about,
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeDrought(value: unknown): Drought {
  return parseWire(droughtSchema, value);
}

const wateringSchema = v.object({
  when: v.string(),
  dayOffset: v.number(),
  netMm: v.number(),
  grossMm: v.number(),
  volumeM3: optional,
  m3PerMu: v.number(),
  durationH: optional,
});

const stateSchema = v.object({
  crop: v.string(),
  day: v.number(),
  kc: v.number(),
  etc: v.number(),
  taw: v.number(),
  raw: v.number(),
  depletion: v.number(),
  p: v.number(),
  ks: v.number(),
  soil: v.object({
    theta: v.number(),
    fieldCapacity: v.number(),
    wiltingPoint: v.number(),
    rootDepth: v.number(),
  }),
  confidence: v.picklist(['sensor', 'balance', 'default']),
  reasonZh: v.string(),
  reasonEn: v.string(),
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

export const irrigationSchema = v.object({
  deviceId: v.string(),
  assessedAt: v.number(),
  reason: optionalReason,
  advice: v.nullish(wateringSchema, null),
  et0Hourly: v.array(v.object({ ts: v.number(), et0: v.number(), missing: v.array(v.string()) })),
  rain: v.array(v.object({ date: v.string(), mm: optional })),
  forecast: v.object({
    rain: v.nullish(v.array(v.number()), null),
    et0: v.nullish(v.array(v.number()), null),
    from: v.string(),
  }),
  missing: v.array(reasonSchema),
  valveId: text,
  area: optional,
  ...about,
});

/** The state stands flat on the wire, and is not there when `reason` is. @throws {WireError} */
export function decodeIrrigation(value: unknown): Irrigation {
  const answer = parseWire(irrigationSchema, value);
  return { ...answer, state: answer.reason === null ? parseWire(stateSchema, value) : null };
}

const pointSchema = v.object({
  ts: v.number(),
  value: v.number(),
  lo80: v.number(),
  hi80: v.number(),
  lo95: v.number(),
  hi95: v.number(),
});

const warningSchema = v.object({
  key: v.string(),
  settingId: v.string(),
  op: v.string(),
  threshold: v.number(),
  level: v.picklist(['possible', 'likely']),
  at: v.number(),
  probability: v.number(),
  zh: v.string(),
  en: v.string(),
});

export const predictionSchema = v.object({
  deviceId: v.string(),
  assessedAt: v.number(),
  items: v.array(
    v.object({
      key: v.string(),
      unit: v.optional(v.string(), ''),
      stepMs: optional,
      points: v.array(pointSchema),
      model: v.nullish(
        v.object({
          name: v.string(),
          mae: v.number(),
          snaiveMae: v.number(),
          skill: v.number(),
          coverage80: optional,
          origins: v.number(),
          confidence: v.picklist(['normal', 'low']),
        }),
        null,
      ),
      quality: v.nullish(
        v.object({ historyDays: v.number(), missingPct: v.number(), spikes: v.number() }),
        null,
      ),
      reason: optionalReason,
    }),
  ),
  warnings: v.array(warningSchema),
  formulas: v.array(v.string()),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodePrediction(value: unknown): Prediction {
  return parseWire(predictionSchema, value);
}

export const bilingual = v.object({ zh: v.string(), en: v.string() });

const riskLevel = v.picklist(['none', 'low', 'medium', 'high', 'insufficient_data']);
export const riskEntries = {
  risk: riskLevel,
  value: optional,
  model: v.string(),
  evidence: v.array(bilingual),
  missing: v.array(v.string()),
  days: v.array(v.object({ date: v.string(), risk: riskLevel, value: optional })),
};
