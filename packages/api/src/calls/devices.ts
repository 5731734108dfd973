import * as v from 'valibot';
import { encodeFlag } from '../wire/codes.ts';
import { call, growingListOf, listOf, nothing } from './call.ts';
import {
  claimCode,
  createdDevice,
  device,
  deviceCounts,
  deviceDetail,
  deviceProblem,
  imported,
  mappedDevice,
  sheetRow,
  sim,
  simpleDevice,
  simpleEntries,
  typeCounts,
  type SheetDevice,
} from './device-answers.ts';
import {
  deviceDraft,
  deviceImport,
  devicePatch,
  type DeviceDraft,
  type DevicePatch,
} from './device-drafts.ts';
import { deviceList, encodeDevice, type DeviceQuery } from './device-inputs.ts';
import { optionalQueryFlag, uuid } from './inputs.ts';
import { productAttribute } from './product-models.ts';

export const devices = {
  list: call({
    method: 'GET',
    path: '/api/devices',
    reach: 'own',
    summary: { zh: '设备列表', en: 'Lists devices' },
    query: deviceList,
    answer: growingListOf(device),
    send: (query?: DeviceQuery) => ({
      query: { ...query, online: query?.online === undefined ? undefined : encodeFlag(query.online) },
    }),
  }),
  /** All devices of the organisation in a short form. */
  simple: call({
    method: 'GET',
    path: '/api/devices/simple',
    reach: 'own',
    summary: { zh: '设备简表，用于选择', en: 'All devices in a short form' },
    answer: listOf(simpleDevice),
  }),
  /** Devices of display lists, or with false the others. */
  displayed: call({
    method: 'GET',
    path: '/api/devices/simple/display',
    reach: 'own',
    summary: { zh: '展示屏显示的设备', en: 'Devices that displays show' },
    query: v.object({ displayed: optionalQueryFlag }),
    answer: listOf(v.object({ ...simpleEntries, displayed: v.boolean() })),
    send: (displayed?: boolean) => ({ query: { displayed } }),
  }),
  /** Devices with a position. */
  map: call({
    method: 'GET',
    path: '/api/devices/simple/map',
    reach: 'own',
    summary: { zh: '有位置的设备', en: 'Devices whose place is known' },
    answer: listOf(mappedDevice),
  }),
  typeCount: call({
    method: 'GET',
    path: '/api/devices/type/count',
    reach: 'own',
    summary: { zh: '各产品类型的设备数量', en: 'How many devices of each product type there are' },
    answer: listOf(typeCounts),
  }),
  count: call({
    method: 'GET',
    path: '/api/devices/count',
    reach: 'own',
    summary: { zh: '设备总数、在线数与离线数', en: 'How many devices there are, online and offline' },
    answer: deviceCounts,
  }),
  /** The response contains the device's token, only here. */
  create: call({
    method: 'POST',
    path: '/api/devices',
    right: 'devices',
    audit: 'create',
    summary: { zh: '新建设备', en: 'Makes a device' },
    example: { name: 'Soil probe 1', productModelCode: 'TQ-3L' },
    body: deviceDraft,
    answer: createdDevice,
    send: (wanted: DeviceDraft) => ({ body: encodeDevice(wanted) }),
  }),
  get: call({
    method: 'GET',
    path: '/api/devices/{id}',
    reach: 'device',
    embed: 'device',
    summary: { zh: '设备详情', en: 'A device' },
    answer: deviceDetail,
  }),
  /**
   * Merges: omitted members keep their value.
   * @throws {ApiError} 409 when `version` is stale
   */
  update: call({
    method: 'PUT',
    path: '/api/devices/{id}',
    reach: 'device',
    right: 'devices',
    audit: 'update',
    summary: { zh: '修改设备', en: 'Changes a device' },
    body: devicePatch,
    answer: deviceDetail,
    send: (deviceId: string, changes: DevicePatch) => ({
      path: { id: deviceId },
      body: { ...encodeDevice(changes), id: deviceId },
    }),
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/devices/{id}',
    reach: 'device',
    level: 'manage',
    right: 'devices',
    audit: 'delete',
    summary: { zh: '删除设备及其数据', en: 'Removes a device with everything that it reported' },
    answer: nothing,
  }),
  /** The attributes of its product model, each with this device's latest value. */
  attributes: call({
    method: 'GET',
    path: '/api/devices/{id}/attributes',
    reach: 'device',
    embed: 'device',
    summary: { zh: '设备的属性及最新值', en: 'The attributes of a device with their latest values' },
    answer: listOf(productAttribute),
  }),
  /** Everything that was wrong with its messages: what was refused, and what was stored and flagged; latest first. */
  problems: call({
    method: 'GET',
    path: '/api/devices/{id}/problems',
    reach: 'device',
    origin: 'own',
    summary: { zh: '设备数据的问题及次数', en: 'What is wrong with the messages of a device, counted' },
    answer: listOf(deviceProblem),
  }),
  /** Clears its list of problems; the readings are kept. */
  forgetProblems: call({
    method: 'DELETE',
    path: '/api/devices/{id}/problems',
    reach: 'device',
    right: 'devices',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '清空设备数据的问题', en: 'Starts the list of problems of a device anew' },
    answer: nothing,
  }),
  sim: call({
    method: 'GET',
    path: '/api/devices/{id}/sim',
    reach: 'device',
    summary: { zh: '设备的物联网卡', en: 'The SIM card of a device' },
    answer: sim,
  }),
  /**
   * Claims a device: of its readings the new owner sees those that are measured from then on.
   * @throws {ApiError} 400 when the code is wrong, used or expired
   */
  claim: call({
    method: 'POST',
    path: '/api/devices/verifications',
    right: 'share',
    audit: 'act',
    summary: { zh: '凭认领码接收设备', en: 'Takes a device over by its code' },
    body: v.object({
      code: v.pipe(
        v.string('device.claim.required'),
        v.trim(),
        v.nonEmpty('device.claim.required'),
        v.maxLength(64),
      ),
    }),
    answer: deviceDetail,
    send: (code: string) => ({ body: { code } }),
  }),
  /** Detaches devices from their gateway; they stay. All of them or none. */
  leaveGateway: call({
    method: 'POST',
    path: '/api/devices/gateway/remove',
    right: 'devices',
    audit: 'update',
    summary: { zh: '将子设备移出网关', en: 'Takes devices from their gateway' },
    body: v.object({
      gatewayId: uuid,
      deviceIds: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(1000, 'field.tooLong')),
    }),
    answer: nothing,
    send: (gatewayId: string, deviceIds: readonly string[]) => ({ body: { gatewayId, deviceIds } }),
  }),
  /** Makes a claim code for another organisation; an earlier one becomes void. */
  claimCode: call({
    method: 'POST',
    path: '/api/devices/{id}/claimcode',
    reach: 'device',
    right: 'share',
    audit: 'act',
    origin: 'own',
    summary: { zh: '生成设备的认领码', en: 'Makes a code by which a device can be taken over' },
    answer: claimCode,
  }),
  /**
   * Preview of a CSV or XLSX table without changes. At most 1,000 rows.
   * @throws {ApiError} 400 for no table
   */
  previewImport: call({
    method: 'POST',
    path: '/api/devices/import/preview',
    right: 'devices',
    audit: 'act',
    origin: 'own',
    maxBody: 'stream',
    summary: { zh: '预览设备导入表（CSV 或 XLSX）', en: 'What a CSV or XLSX table of devices would bring' },
    body: 'file',
    answer: listOf(sheetRow),
  }),
  /** Creates the devices, all or none; the response contains their tokens, only here. */
  import: call({
    method: 'POST',
    path: '/api/devices/import',
    right: 'devices',
    audit: 'create',
    origin: 'own',
    summary: { zh: '批量导入设备', en: 'Makes the devices of a table, all of them or none' },
    body: deviceImport,
    answer: listOf(imported),
    send: (wanted: readonly SheetDevice[]) => ({ body: { devices: wanted } }),
  }),
  /** Devices that others share with the user. */
  received: call({
    method: 'GET',
    path: '/api/devices/receive/list',
    origin: 'own',
    summary: { zh: '他人分享给我的设备', en: 'Devices that others share with the user' },
    answer: listOf(device),
  }),
};
