import * as v from 'valibot';
import type {
  Article,
  ArticleDraft,
  Department,
  Feedback,
  MapSetting,
  OperateLogEntry,
  PlotSkin,
} from '../domain/desk.ts';
import type { TelemetryValue } from '../domain/telemetry.ts';
import { codeSchema, instantSchema, optionalTextSchema, parseWire, textSchema } from './codes.ts';

export const feedbackSchema = v.looseObject({
  id: v.string(),
  content: v.string(),
  contact: textSchema,
  photos: v.array(v.string()),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeFeedback(value: unknown): Feedback {
  const { id, content, contact, photos } = parseWire(feedbackSchema, value);
  return { id, content, contact, photos };
}

export const articleSchema = v.looseObject({
  id: v.string(),
  title: v.string(),
  content: v.string(),
  cover: optionalTextSchema,
  state: codeSchema,
  productModel: optionalTextSchema,
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeArticle(value: unknown): Article {
  const { id, title, content, cover, state, productModel } = parseWire(articleSchema, value);
  return { id, title, content, cover, published: state === '0', productModelId: productModel };
}

export function encodeArticle({ published, productModelId, ...same }: ArticleDraft): Record<string, unknown> {
  return {
    ...same,
    ...(published === undefined ? {} : { state: published ? 0 : 1 }),
    ...(productModelId === undefined ? {} : { productModel: productModelId }),
  };
}

export const mapSchema = v.looseObject({
  longitude: v.number(),
  latitude: v.number(),
  zoom: v.number(),
  mapType: v.picklist(['vector', 'satellite', 'terrain']),
});

/** Null before the first was saved. @throws {WireError} naming the field that does not fit. */
export function decodeMapSetting(value: unknown): MapSetting | null {
  if (value === null) return null;
  const { longitude, latitude, zoom, mapType } = parseWire(mapSchema, value);
  return { longitude, latitude, zoom, mapType };
}

export const departmentSchema = v.looseObject({
  deptId: v.string(),
  deptName: v.string(),
  children: v.array(v.unknown()),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeDepartment(value: unknown): Department {
  const { deptId, deptName, children } = parseWire(departmentSchema, value);
  return { id: deptId, name: deptName, children: children.map(decodeDepartment) };
}

export const skinSchema = v.looseObject({ id: v.string(), name: v.string(), skinUrl: v.string() });

/** @throws {WireError} naming the field that does not fit. */
export function decodePlotSkin(value: unknown): PlotSkin {
  const { id, name, skinUrl } = parseWire(skinSchema, value);
  return { id, name, url: skinUrl };
}

export const operateSchema = v.looseObject({
  id: v.string(),
  deviceId: v.string(),
  deviceName: textSchema,
  username: optionalTextSchema,
  method: v.string(),
  params: v.optional(v.unknown(), null),
  state: v.string(),
  answer: v.optional(v.unknown(), null),
  error: optionalTextSchema,
  source: v.optional(v.string(), 'user'),
  reason: optionalTextSchema,
  createTime: instantSchema,
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeOperateLogEntry(value: unknown): OperateLogEntry {
  const { createTime, params, ...wire } = parseWire(operateSchema, value);
  return {
    id: wire.id,
    deviceId: wire.deviceId,
    deviceName: wire.deviceName,
    username: wire.username,
    method: wire.method,
    params: params as TelemetryValue,
    state: wire.state,
    answer: wire.answer as TelemetryValue,
    error: wire.error,
    source: wire.source,
    reason: wire.reason,
    at: createTime ?? 0,
  };
}
