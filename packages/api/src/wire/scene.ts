import * as v from 'valibot';
import type { Scene, SceneGlobalConfig, ScenePatch, SceneType } from '../domain/scene.ts';
import {
  encodeFlag,
  flagSchema,
  instantSchema,
  optionalNumberSchema,
  optionalTextSchema,
  parseWire,
} from './codes.ts';
import { readJsonText } from './json.ts';
import { decodeSceneDevice, encodeSceneDevice } from './scene-device.ts';

/** A scene as calls answer it (Spec §3): `sceneDevice` and `boundary` are JSON texts inside the JSON. */
export const sceneWireSchema = v.looseObject({
  id: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  name: v.string(),
  description: v.optional(v.nullable(v.string()), ''),
  type: v.pipe(
    v.nullish(v.union([v.string(), v.number()]), '1'),
    v.transform((code) => decodeSceneType(code)),
  ),
  sceneDevice: v.optional(v.unknown()),
  boundary: v.optional(v.unknown()),
  latitude: optionalNumberSchema,
  longitude: optionalNumberSchema,
  plotSkin: optionalTextSchema,
  growCrop: optionalTextSchema,
  growTime: optionalTextSchema,
  scene3Durl: optionalTextSchema,
  baseModelPath: optionalTextSchema,
  icon: optionalTextSchema,
  createBy: optionalTextSchema,
  version: v.optional(v.pipe(v.union([v.string(), v.number()]), v.transform(Number)), 1),
  createTime: instantSchema,
  updateTime: instantSchema,
});

/** A scene as calls answer it, before decoding. */
export type SceneWire = v.InferInput<typeof sceneWireSchema>;

/** Fields of a scene as POST and PUT send them. */
export interface ScenePatchWire {
  id?: string;
  name?: string;
  description?: string;
  type?: '1' | '2';
  sceneDevice?: string;
  boundary?: string | null;
  latitude?: number | null;
  longitude?: number | null;
  plotSkin?: string | null;
  growCrop?: string | null;
  growTime?: string | null;
  scene3Durl?: string | null;
  baseModelPath?: string | null;
  icon?: string | null;
  version?: number;
}

export function decodeSceneType(code: string | number | null | undefined): SceneType {
  return String(code) === '2' ? 'plot' : 'greenhouse';
}

export function encodeSceneType(type: SceneType): '1' | '2' {
  return type === 'plot' ? '2' : '1';
}

/** @throws {WireError} naming the field that does not fit. */
export function decodeScene(value: unknown): Scene {
  const wire = parseWire(sceneWireSchema, value);
  return {
    id: wire.id,
    name: wire.name,
    description: wire.description ?? '',
    type: wire.type,
    layout: decodeSceneDevice(wire.sceneDevice),
    boundary: readJsonText(wire.boundary) ?? null,
    latitude: wire.latitude,
    longitude: wire.longitude,
    plotSkin: wire.plotSkin,
    growCrop: wire.growCrop,
    growTime: wire.growTime,
    cropModelPath: wire.scene3Durl,
    baseModelPath: wire.baseModelPath,
    icon: wire.icon,
    createdBy: wire.createBy,
    version: wire.version,
    createdAt: wire.createTime ?? 0,
    updatedAt: wire.updateTime ?? wire.createTime ?? 0,
  };
}

/** Only the fields present in `patch` are sent: the server keeps the others. */
export function encodeScenePatch(patch: ScenePatch): ScenePatchWire {
  const wire: ScenePatchWire = {};
  for (const key of [
    'name',
    'description',
    'latitude',
    'longitude',
    'plotSkin',
    'growCrop',
    'growTime',
    'baseModelPath',
    'icon',
  ] as const) {
    if (patch[key] !== undefined) Object.assign(wire, { [key]: patch[key] });
  }
  if (patch.type !== undefined) wire.type = encodeSceneType(patch.type);
  if (patch.layout !== undefined) wire.sceneDevice = encodeSceneDevice(patch.layout);
  if (patch.boundary !== undefined)
    wire.boundary = patch.boundary === null ? null : JSON.stringify(patch.boundary);
  if (patch.cropModelPath !== undefined) wire.scene3Durl = patch.cropModelPath;
  return wire;
}

export const globalConfigSchema = v.looseObject({
  simulateWeather: flagSchema,
  realWeather: flagSchema,
  baseModelPath: optionalTextSchema,
});

export function decodeGlobalConfig(value: unknown): SceneGlobalConfig {
  const { simulateWeather, realWeather, baseModelPath } = parseWire(globalConfigSchema, value);
  return { simulateWeather, realWeather, baseModelPath };
}

export function encodeGlobalConfig(config: SceneGlobalConfig): Record<string, unknown> {
  return {
    simulateWeather: encodeFlag(config.simulateWeather),
    realWeather: encodeFlag(config.realWeather),
    baseModelPath: config.baseModelPath,
  };
}

export const configEntrySchema = v.looseObject({ name: v.string(), value: v.string() });

/** @throws {WireError} naming the field that does not fit. */
export function decodeConfigEntry(value: unknown): { name: string; value: string } {
  const { name, value: text } = parseWire(configEntrySchema, value);
  return { name, value: text };
}
