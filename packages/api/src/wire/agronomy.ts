import * as v from 'valibot';
import type { ClimateMonth, Growth, PlotDetail, PlotState, TableCell } from '../domain/agronomy.ts';
import { parseWire } from './codes.ts';

/** A number or nothing: a calculation never answers NaN. */
export const optional = v.nullish(v.number(), null);
export const text = v.nullish(v.string(), null);

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

const bilingual = v.object({ zh: v.string(), en: v.string() });
export const plotEntries = {
  id: v.string(),
  name: text,
  sceneId: text,
  crop: text,
  cropId: text,
  plantDate: text,
  environment,
  area: optional,
  boundary: v.optional(v.unknown(), null),
  drought: v.object({ level: optional, code: v.string(), zh: v.string(), en: v.string(), basis: text }),
  soilMoisture: optional,
  soilAt: optional,
  stage: v.nullish(
    v.object({
      index: v.number(),
      code: v.string(),
      name: v.string(),
      nameEn: v.string(),
      progress: v.number(),
      finished: v.boolean(),
    }),
    null,
  ),
  day: optional,
  gdd: optional,
  scale: optional,
  height: optional,
  label: v.nullish(bilingual, null),
  deviceId: text,
  valveId: text,
  simulated: v.boolean(),
  reason: optionalReason,
};

/** @throws {WireError} naming the field that does not fit. */
export function decodePlotState(value: unknown): PlotState {
  return parseWire(v.object(plotEntries), value);
}

const growthSchema = v.object({
  day: v.number(),
  gdd: v.number(),
  stage: v.object({ index: v.number(), progress: v.number(), finished: v.boolean() }),
  stages: v.array(
    v.object({
      code: v.string(),
      name: v.string(),
      nameEn: v.string(),
      date: text,
      expected: v.boolean(),
      endGdd: optional,
      certainty: text,
      waterSensitivity: v.string(),
    }),
  ),
  maturity: v.nullish(v.object({ date: v.string(), expected: v.boolean() }), null),
  heat: v.array(v.object({ date: v.string(), gdd: v.number(), total: v.number(), estimated: v.boolean() })),
  estimatedDays: v.number(),
  base: v.number(),
  upper: v.number(),
  method: v.string(),
  note: v.string(),
  label: bilingual,
});

const riskLevel = v.picklist(['none', 'low', 'medium', 'high', 'insufficient_data']);
export const riskEntries = {
  risk: riskLevel,
  value: optional,
  model: v.string(),
  evidence: v.array(bilingual),
  missing: v.array(v.string()),
  days: v.array(v.object({ date: v.string(), risk: riskLevel, value: optional })),
};

export const detailSchema = v.object({
  ...plotEntries,
  facts: factsSchema,
  growth: v.looseObject({ reason: optionalReason }),
  diseases: v.array(v.object({ id: v.string(), zh: v.string(), en: v.string(), ...riskEntries })),
  sources: v.array(sourceSchema),
  notes: v.array(reasonSchema),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodePlotDetail(value: unknown): PlotDetail {
  const { growth: wire, ...detail } = parseWire(detailSchema, value);
  if (wire.reason) return { ...detail, growth: null, growthReason: wire.reason };
  const { stage, ...rest } = parseWire(growthSchema, wire);
  const growth: Growth = {
    ...rest,
    stageIndex: stage.index,
    progress: stage.progress,
    finished: stage.finished,
  };
  return { ...detail, growth, growthReason: null };
}

export const cellSchema = v.object({
  table: v.picklist(['crops', 'textures', 'irrigation', 'grades', 'diseases', 'weather']),
  id: v.string(),
  zh: v.string(),
  en: v.string(),
  field: v.string(),
  value: v.union([v.number(), v.string(), v.array(v.number())]),
  source: v.string(),
  certainty: v.picklist(['published', 'derived', 'unverified', 'assumed', 'entered']),
  edited: v.boolean(),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeTableCell(value: unknown): TableCell {
  return parseWire(cellSchema, value);
}

export const monthSchema = v.object({ month: v.string(), rain: v.number(), et0: optional });

/** @throws {WireError} naming the field that does not fit. */
export function decodeClimateMonth(value: unknown): ClimateMonth {
  return parseWire(monthSchema, value);
}
