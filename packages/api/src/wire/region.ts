import * as v from 'valibot';
import type { RegionMapFile, RegionSummary } from '../domain/region.ts';
import { parseWire } from './codes.ts';

export const mapSchema = v.looseObject({
  id: v.string(),
  parentCode: v.string(),
  name: v.string(),
  regions: v.number(),
  size: v.number(),
  url: v.string(),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeRegionMap(value: unknown): RegionMapFile {
  const { id, parentCode, name, regions, size, url } = parseWire(mapSchema, value);
  return { id, parentCode, name, regions, sizeBytes: size, url };
}

const counts = {
  devices: v.number(),
  online: v.number(),
  alarms: v.number(),
  drought: v.nullable(v.number()),
};
const placed = {
  id: v.string(),
  name: v.string(),
  latitude: v.number(),
  longitude: v.number(),
  areaCode: v.nullable(v.string()),
};
export const summarySchema = v.object({
  areas: v.array(v.object({ code: v.string(), scenes: v.number(), ...counts })),
  sites: v.array(v.object({ ...placed, ...counts })),
  gateways: v.array(v.object({ ...placed, online: v.boolean() })),
  unplaced: v.object({ scenes: v.number(), devices: v.number() }),
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeRegionSummary(value: unknown): RegionSummary {
  return parseWire(summarySchema, value);
}
