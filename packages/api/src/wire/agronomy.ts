import * as v from 'valibot';

/** A number or null: calculations never return NaN. */
export const optional = v.nullish(v.number(), null);
export const text = v.nullish(v.string(), null);

export const reasonSchema = v.pipe(
  v.object({ code: v.string(), zh: v.string(), en: v.string(), field: v.optional(v.string()) }),
  v.transform(({ code, zh, en, field }) => ({ code, zh, en, field: field ?? null })),
);
/** Why a value is missing, or what replaced a missing input. */
export type AgronomyReason = v.InferOutput<typeof reasonSchema>;
export const optionalReason = v.nullish(reasonSchema, null);

export const sourceSchema = v.object({
  quantity: v.string(),
  deviceId: v.string(),
  deviceName: v.string(),
  keys: v.array(v.string()),
  simulated: v.boolean(),
  distanceKm: optional,
});

/** The device of an input. */
export type AgronomySource = v.InferOutput<typeof sourceSchema>;

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

/** Values of a plot, stored or of the request. Areas in m², water in m³/m³, flow in m³/h. */
export type PlotFacts = v.InferOutput<typeof factsSchema>;

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
