import * as v from 'valibot';
import type {
  DiseaseOrPest,
  GrowthModel,
  PlantConfiguration,
  PlantConfigurationDraft,
} from '../domain/crop.ts';
import { optionalTextSchema, parseWire, textSchema } from './codes.ts';
import { readJsonText } from './json.ts';

/** A list, or its JSON text (readings 3); empty when it cannot be read. */
const periodSchema = v.pipe(
  v.nullish(v.unknown(), null),
  v.transform((value): unknown[] => {
    const list = readJsonText(value);
    return Array.isArray(list) ? list : [];
  }),
);

const growthModelSchema = v.looseObject({
  id: v.string(),
  crop: v.string(),
  stageDays: v.array(v.number()),
  kc: v.array(v.number()),
  baseTemperature: v.number(),
  upperTemperature: v.number(),
  period: periodSchema,
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeGrowthModel(value: unknown): GrowthModel {
  const { id, crop, stageDays, kc, baseTemperature, upperTemperature, period } = parseWire(
    growthModelSchema,
    value,
  );
  return { id, crop, stageDays, kc, baseTemperature, upperTemperature, periods: period };
}

const plantSchema = v.looseObject({
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
});

/** @throws {WireError} naming the field that does not fit. */
export function decodePlantConfiguration(value: unknown): PlantConfiguration {
  const wire = parseWire(plantSchema, value);
  return {
    id: wire.id,
    crop: wire.crop,
    picture: wire.pic,
    modelPath: wire.scene3Durl,
    growthModelId: wire.growthModel,
    periods: wire.period,
    growTime: wire.growTime,
    sceneId: wire.sceneId,
    createdBy: wire.createBy,
    version: wire.version,
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

const diseaseSchema = v.looseObject({
  id: v.string(),
  type: v.picklist(['disease', 'pest']),
  name: v.string(),
  agent: textSchema,
  symptoms: textSchema,
  temperatureMin: v.number(),
  temperatureMax: v.number(),
  moisture: textSchema,
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeDiseaseOrPest(value: unknown): DiseaseOrPest {
  const { id, type, name, agent, symptoms, temperatureMin, temperatureMax, moisture } = parseWire(
    diseaseSchema,
    value,
  );
  return { id, type, name, agent, symptoms, temperatureMin, temperatureMax, moisture };
}
