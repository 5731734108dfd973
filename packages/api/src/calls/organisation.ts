import * as v from 'valibot';
import type { TelemetryValue } from '../domain/telemetry.ts';
import { instantSchema, optionalTextSchema, parseWire, textSchema } from '../wire/codes.ts';
import { call, growingListOf, listOf, nothing } from './call.ts';
import { cursorEntries, instant, optionalQueryText, requiredText, uuid } from './inputs.ts';
import { described } from './parameters.ts';

const within = (minimum: number, maximum: number) =>
  v.pipe(v.number(), v.minValue(minimum, 'number.range'), v.maxValue(maximum, 'number.range'));

/** Initial view of an organisation's maps. */
const mapSetting = v.object({
  /** Degrees. */
  longitude: within(-180, 180),
  latitude: within(-90, 90),
  /** 0 … 24 */
  zoom: v.optional(within(0, 24), 12),
  mapType: v.optional(v.picklist(['vector', 'satellite', 'terrain']), 'vector'),
});

export type MapSetting = v.InferOutput<typeof mapSetting>;

/** Where names of devices are unique. */
const deviceNames = v.object({
  /**
   * 'organisation': no two devices of the organisation share a name. 'group': no two of a group do; those without a group
   * count as one. Devices that share a name already keep it. Default 'organisation'.
   */
  unique: v.picklist(['organisation', 'group'], 'device.names.unique'),
});

export type DeviceNames = v.InferOutput<typeof deviceNames>;

const deviceNaming = v.object({
  ...deviceNames.entries,
  /** Names that several devices of the organisation share: how many there are, and the first twenty in order. */
  shared: v.object({ total: v.number(), names: v.array(v.string()) }),
});

/** Where names of devices are unique, and the names that are not. */
export type DeviceNaming = v.InferOutput<typeof deviceNaming>;

const departmentWire = v.object({
  deptId: v.string(),
  deptName: v.string(),
  /** Departments in the same form. */
  children: v.array(v.unknown()),
});

export interface Department {
  id: string;
  name: string;
  children: Department[];
}

const toDepartment = ({ deptId, deptName, children }: v.InferOutput<typeof departmentWire>): Department => ({
  id: deptId,
  name: deptName,
  children: children.map((child) => toDepartment(parseWire(departmentWire, child))),
});

const department = v.pipe(departmentWire, v.transform(toDepartment));

/** Surface image of plots. */
const plotSkin = v.pipe(
  v.object({ id: v.string(), name: v.string(), skinUrl: v.string(), skinPic: textSchema }),
  v.transform(({ id, name, skinUrl }) => ({
    id,
    name,
    /** Address of the image on this server. */
    url: skinUrl,
  })),
);

export type PlotSkin = v.InferOutput<typeof plotSkin>;

/** A command with its user and result. */
const operateLogEntry = v.pipe(
  v.object({
    id: v.string(),
    deviceId: v.string(),
    deviceName: textSchema,
    username: optionalTextSchema,
    method: v.string(),
    params: v.optional(v.unknown(), null),
    state: v.string(),
    answer: v.optional(v.unknown(), null),
    /** Why it failed. */
    error: optionalTextSchema,
    /** 'user', 'linkage' or 'interlock'. */
    source: v.optional(v.string(), 'user'),
    sourceId: optionalTextSchema,
    /** Reason given by the user. */
    reason: optionalTextSchema,
    createTime: instantSchema,
    finishTime: instantSchema,
  }),
  v.transform(({ params, answer, createTime, finishTime, ...same }) => ({
    ...same,
    params: params as TelemetryValue,
    /** Response of the device; null: none. */
    answer: answer as TelemetryValue,
    /** Epoch milliseconds. */
    at: createTime ?? 0,
    /** Epoch milliseconds; null while it runs. */
    finishedAt: finishTime,
  })),
);

export type OperateLogEntry = v.InferOutput<typeof operateLogEntry>;

/** Settings of an organisation. */
export const organisation = {
  /** Null before the first save. */
  mapSetting: call({
    method: 'GET',
    path: '/mapconfig/setting',
    reach: 'any',
    service: 'base',
    origin: 'own',
    summary: { zh: '地图初始位置', en: 'Where the maps of the organisation begin' },
    answer: v.nullable(mapSetting),
  }),
  saveMapSetting: call({
    method: 'POST',
    path: '/mapconfig/setting',
    service: 'base',
    right: 'administer',
    audit: 'update',
    summary: { zh: '保存地图初始位置', en: 'Says where the maps of the organisation begin' },
    body: mapSetting,
    answer: mapSetting,
  }),
  deviceNames: call({
    method: 'GET',
    path: '/api/organisation/devicenames',
    origin: 'own',
    summary: { zh: '设备名称的唯一范围', en: 'Where names of devices are unique' },
    answer: deviceNaming,
  }),
  saveDeviceNames: call({
    method: 'PUT',
    path: '/api/organisation/devicenames',
    right: 'administer',
    audit: 'update',
    origin: 'own',
    summary: { zh: '设置设备名称的唯一范围', en: 'Says where names of devices are unique' },
    body: deviceNames,
    answer: deviceNaming,
  }),
  departments: call({
    method: 'GET',
    path: '/system/dept/tree',
    service: 'system',
    origin: 'own',
    summary: { zh: '部门树', en: 'The departments as a tree' },
    answer: listOf(department),
  }),
  createDepartment: call({
    method: 'POST',
    path: '/system/dept',
    service: 'system',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    summary: { zh: '新建部门', en: 'Makes a department' },
    body: v.object({ deptName: requiredText(64), parentId: v.optional(v.nullable(uuid), null) }),
    answer: department,
    send: ({ name, parentId }: { name: string; parentId?: string | null }) => ({
      body: { deptName: name, parentId },
    }),
  }),
  /** @throws {ApiError} 404 for an unknown department */
  renameDepartment: call({
    method: 'PUT',
    path: '/system/dept',
    service: 'system',
    right: 'administer',
    audit: 'update',
    origin: 'own',
    summary: { zh: '修改部门名称', en: 'Renames a department' },
    body: v.object({ deptId: uuid, deptName: requiredText(64) }),
    answer: nothing,
    send: (id: string, name: string) => ({ body: { deptId: id, deptName: name } }),
  }),
  /** With its descendants. */
  removeDepartment: call({
    method: 'DELETE',
    path: '/system/dept/{id}',
    service: 'system',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '删除部门及其下级', en: 'Removes a department and those below it' },
    answer: nothing,
  }),
  plotSkins: call({
    method: 'GET',
    path: '/plot/skin/list',
    reach: 'any',
    origin: 'own',
    summary: { zh: '地块贴图列表', en: 'Lists what plots can be covered with' },
    answer: listOf(plotSkin),
  }),
  createPlotSkin: call({
    method: 'POST',
    path: '/plot/skin',
    right: 'administer',
    audit: 'create',
    origin: 'own',
    summary: { zh: '新建地块贴图', en: 'Adds a picture that plots can be covered with' },
    body: v.object({
      name: requiredText(64),
      // A file of this server: the page's policy would refuse another origin. A signed address of an upload is
      // accepted.
      skinUrl: v.pipe(
        v.string(),
        v.maxLength(2048, 'field.tooLong'),
        v.regex(/^(\/[\w.~%-]+)+(\?[\w=&-]*)?$/),
      ),
    }),
    answer: plotSkin,
    send: ({ name, url }: { name: string; url: string }) => ({ body: { name, skinUrl: url } }),
  }),
  removePlotSkin: call({
    method: 'DELETE',
    path: '/plot/skin/{id}',
    right: 'administer',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '删除地块贴图', en: 'Removes a picture that plots can be covered with' },
    answer: nothing,
  }),
  /** Commands to devices, newest first. */
  operateLog: call({
    method: 'GET',
    path: '/device/operate/log/list',
    service: 'base',
    summary: { zh: '设备操作日志，新的在前', en: 'Lists the commands to devices, the newest first' },
    query: v.object({
      ...cursorEntries,
      deviceId: optionalQueryText,
      deviceName: described(optionalQueryText, {
        zh: '设备名称的一部分',
        en: 'Part of the name of the device',
      }),
      username: optionalQueryText,
      startTs: instant,
      endTs: instant,
    }),
    answer: growingListOf(operateLogEntry),
  }),
};
