import * as v from 'valibot';
import { fileForm } from './call.ts';
import { instantSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';

/** A map of the organisation: the inside of one area. */
const regionMap = v.pipe(
  v.object({
    id: v.string(),
    /** The area whose inside it is, by its code in the map above; '' is the whole. */
    parentCode: v.string(),
    /** File name given by the sender. */
    name: v.string(),
    regions: v.number(),
    size: v.number(),
    /** Signed address of the GeoJSON, valid for about an hour without a token. */
    url: v.string(),
    createTime: instantSchema,
  }),
  v.transform(({ size, createTime: _at, ...same }) => ({ ...same, sizeBytes: size })),
);

const counts = {
  devices: v.number(),
  online: v.number(),
  /** Open alarms. */
  alarms: v.number(),
  /** Worst of its plots: 0 none … 4 extreme; null: unknown. */
  drought: v.nullable(v.number()),
};

const placed = {
  id: v.string(),
  name: v.string(),
  /** Degrees, WGS 84. */
  latitude: v.number(),
  longitude: v.number(),
  /** The area of the requested map; null: outside it, or there is no such map. */
  areaCode: v.nullable(v.string()),
};

/** Counts in an area of a map. */
const areaCounts = v.object({ code: v.string(), scenes: v.number(), ...counts });
/** A scene on the map with its counts. */
const site = v.object({ ...placed, ...counts });
const gateway = v.object({ ...placed, online: v.boolean() });

/** Counts in the areas of a map, and positions. */
const summary = v.object({
  /** Areas that are not empty. */
  areas: v.array(areaCounts),
  sites: v.array(site),
  gateways: v.array(gateway),
  /** Records without coordinates. */
  unplaced: v.object({ scenes: v.number(), devices: v.number() }),
});

export type RegionMapFile = v.InferOutput<typeof regionMap>;
export type RegionAreaCounts = v.InferOutput<typeof areaCounts>;
export type RegionCounts = Omit<RegionAreaCounts, 'code' | 'scenes'>;
export type RegionSite = v.InferOutput<typeof site>;
export type RegionGateway = v.InferOutput<typeof gateway>;
export type RegionSummary = v.InferOutput<typeof summary>;

/** The area whose inside a map is; '' is the whole. */
const parentArea = v.object({
  parent: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(64, 'field.tooLong')), ''),
});

export const regions = {
  maps: call({
    method: 'GET',
    path: '/api/region/map/list',
    service: 'system',
    origin: 'own',
    summary: { zh: '区域地图列表', en: 'Lists the maps of territories' },
    answer: listOf(regionMap),
  }),
  /**
   * Makes a GeoJSON file the map of the inside of an area ('' is the whole), and replaces the former one.
   * @throws {ApiError} 400 for no map of named regions, 413 above 20 MiB
   */
  saveMap: call({
    method: 'POST',
    path: '/api/region/map',
    service: 'system',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    maxBody: 'stream',
    summary: { zh: '上传区域地图', en: 'Uploads the map inside an area' },
    query: parentArea,
    body: 'file',
    answer: regionMap,
    send: ({ parentCode, file, name }: { parentCode: string; file: Blob; name: string }) => ({
      query: { parent: parentCode },
      form: fileForm(file, name),
    }),
  }),
  removeMap: call({
    method: 'DELETE',
    path: '/api/region/map/{id}',
    service: 'system',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    maxBody: 'stream',
    summary: { zh: '删除区域地图', en: 'Removes a map' },
    answer: nothing,
  }),
  /** Of the map inside `parentCode`, by default of the whole. */
  summary: call({
    method: 'GET',
    path: '/api/region/summary',
    service: 'system',
    origin: 'own',
    summary: { zh: '各区域的场景、设备与告警汇总', en: 'What there is in each area of a map' },
    query: parentArea,
    answer: summary,
    send: (query?: { parentCode?: string }) => ({ query: { parent: query?.parentCode } }),
  }),
};
