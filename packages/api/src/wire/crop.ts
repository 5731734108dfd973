import * as v from 'valibot';
import type {
  DiseaseOrPest,
  GrowthModel,
  PlantConfiguration,
  PlantConfigurationDraft,
} from '../domain/crop.ts';
import { riskEntries } from './agronomy.ts';
import { optionalNumberSchema, optionalTextSchema, parseWire, textSchema } from './codes.ts';
import { readJsonText } from './json.ts';

/** A list, or its JSON text (readings 3); empty when it cannot be read. */
const periodSchema = v.pipe(
  v.nullish(v.unknown(), null),
  v.transform((value): unknown[] => {
    const list = readJsonText(value);
    return Array.isArray(list) ? list : [];
  }),
);

export const growthModelSchema = v.object({
  id: v.string(),
  crop: v.string(),
  stageDays: v.array(v.number()),
  kc: v.array(v.number()),
  baseTemperature: v.number(),
  upperTemperature: v.number(),
  period: periodSchema,
  origins: v.record(v.string(), v.object({ source: v.string(), certainty: v.string() })),
  note: textSchema,
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeGrowthModel(value: unknown): GrowthModel {
  const { period, ...model } = parseWire(growthModelSchema, value);
  return { ...model, periods: period };
}

const plotEntries = {
  name: optionalTextSchema,
  deviceIds: v.optional(v.array(v.string()), []),
  valveId: optionalTextSchema,
  environment: v.nullish(v.picklist(['field', 'greenhouse']), null),
  area: optionalNumberSchema,
  soilTexture: optionalTextSchema,
  fieldCapacity: optionalNumberSchema,
  wiltingPoint: optionalNumberSchema,
  irrigationMethod: v.nullish(v.picklist(['surface', 'sprinkler', 'drip']), null),
  irrigationFlow: optionalNumberSchema,
  irrigationEfficiency: optionalNumberSchema,
  latitude: optionalNumberSchema,
  longitude: optionalNumberSchema,
  elevation: optionalNumberSchema,
  transmissivity: optionalNumberSchema,
  timeZone: optionalTextSchema,
};

export const plantSchema = v.object({
  id: v.string(),
  crop: v.string(),
  pic: optionalTextSchema,
  scene3Durl: optionalTextSchema,
  growthModel: optionalTextSchema,
  period: periodSchema,
  growTime: optionalTextSchema,
  sceneId: optionalTextSchema,
  createBy: optionalTextSchema,
  version: v.optional(v.number(), 1),
  ...plotEntries,
});

/** @throws {WireError} naming the field that does not fit. */
export function decodePlantConfiguration(value: unknown): PlantConfiguration {
  const { pic, scene3Durl, growthModel, period, createBy, ...same } = parseWire(plantSchema, value);
  return {
    ...same,
    picture: pic,
    modelPath: scene3Durl,
    growthModelId: growthModel,
    periods: period,
    createdBy: createBy,
  };
}

/** Only the fields present are sent: the server keeps the others. */
export function encodePlantConfiguration(draft: Partial<PlantConfigurationDraft>): Record<string, unknown> {
  const { picture, modelPath, growthModelId, periods, ...same } = draft;
  return {
    ...same,
    ...(picture === undefined ? {} : { pic: picture }),
    ...(modelPath === undefined ? {} : { scene3Durl: modelPath }),
    ...(growthModelId === undefined ? {} : { growthModel: growthModelId }),
    ...(periods === undefined ? {} : { period: periods === null ? null : JSON.stringify(periods) }),
  };
}

export const diseaseSchema = v.object({
  id: v.string(),
  type: v.picklist(['disease', 'pest']),
  name: v.string(),
  agent: textSchema,
  symptoms: textSchema,
  temperatureMin: v.number(),
  temperatureMax: v.number(),
  moisture: textSchema,
  ...riskEntries,
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeDiseaseOrPest(value: unknown): DiseaseOrPest {
  return parseWire(diseaseSchema, value);
}
