import * as v from 'valibot';
import { fileForm } from './call.ts';
import { instantSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';

/** A map of the organisation's own: the inside of one area. */
const regionMap = v.pipe(
  v.object({
    id: v.string(),
    /** The area that it is the inside of, as the map above names it; '' is the whole. */
    parentCode: v.string(),
    /** As the sender named the file. */
    name: v.string(),
    regions: v.number(),
    size: v.number(),
    /** Opens the GeoJSON without a token for about an hour. */
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
  /** The worst of its plots: 0 none … 4 extreme; null where it could not be told. */
  drought: v.nullable(v.number()),
};

const placed = {
  id: v.string(),
  name: v.string(),
  /** Degrees, WGS 84. */
  latitude: v.number(),
  longitude: v.number(),
  /** The area of the map that was asked for; null: outside it, or there is no such map. */
  areaCode: v.nullable(v.string()),
};

/** What there is in an area of a map. */
const areaCounts = v.object({ code: v.string(), scenes: v.number(), ...counts });
/** A scene on the map, with what stands in it. */
const site = v.object({ ...placed, ...counts });
const gateway = v.object({ ...placed, online: v.boolean() });

/** What there is in the areas of a map, and where it stands. */
const summary = v.object({
  /** Areas in which there is something. */
  areas: v.array(areaCounts),
  sites: v.array(site),
  gateways: v.array(gateway),
  /** What nobody gave coordinates. */
  unplaced: v.object({ scenes: v.number(), devices: v.number() }),
});

export type RegionMapFile = v.InferOutput<typeof regionMap>;
export type RegionAreaCounts = v.InferOutput<typeof areaCounts>;
export type RegionCounts = Omit<RegionAreaCounts, 'code' | 'scenes'>;
export type RegionSite = v.InferOutput<typeof site>;
export type RegionGateway = v.InferOutput<typeof gateway>;
export type RegionSummary = v.InferOutput<typeof summary>;

/** The area that a map is the inside of; '' is the whole. */
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
   * Makes a GeoJSON file the inside of an area ('' is the whole), in place of the one that was there.
   * @throws {ApiError} 400 for what is no map of named regions, 413 above 20 MiB.
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
