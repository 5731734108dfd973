import type { Http, RequestOptions } from '../client/http.ts';
import type {
  ClaimCode,
  CreatedDevice,
  Device,
  DeviceCounts,
  DeviceDetail,
  DeviceDraft,
  DevicePatch,
  DeviceQuery,
  DeviceSim,
  DeviceTypeCounts,
  MappedDevice,
  SheetDevice,
  SheetRow,
  SimpleDevice,
} from '../domain/device.ts';
import type { ListPage } from '../domain/list-page.ts';
import type { ProductAttribute } from '../domain/product-model.ts';
import { encodeFlag } from '../wire/codes.ts';
import {
  decodeClaimCode,
  decodeCreatedDevice,
  decodeDevice,
  decodeDeviceCounts,
  decodeDeviceDetail,
  decodeDeviceSim,
  decodeDeviceTypeCounts,
  decodeImportedDevice,
  decodeMappedDevice,
  decodeSheetRow,
  decodeSimpleDevice,
  encodeDeviceDraft,
} from '../wire/device.ts';
import { decodeList } from '../wire/envelope.ts';
import { decodeProductAttribute } from '../wire/product-model.ts';

export interface DevicesResource {
  list(query?: DeviceQuery, options?: RequestOptions): Promise<ListPage<Device>>;
  /** All devices of the organisation in a short form. */
  simple(options?: RequestOptions): Promise<ListPage<SimpleDevice>>;
  /** Those that displays show, or with false those that they do not. */
  displayed(displayed?: boolean, options?: RequestOptions): Promise<ListPage<SimpleDevice>>;
  /** Those whose place is known. */
  map(options?: RequestOptions): Promise<ListPage<MappedDevice>>;
  count(options?: RequestOptions): Promise<DeviceCounts>;
  typeCount(options?: RequestOptions): Promise<ListPage<DeviceTypeCounts>>;
  /** Those that others share with the user. */
  received(options?: RequestOptions): Promise<ListPage<Device>>;
  /** What a CSV or XLSX table would bring; nothing is made. At most 1,000 lines. @throws {ApiError} 400 for no table. */
  previewImport(table: Blob, name?: string, options?: RequestOptions): Promise<ListPage<SheetRow>>;
  /** Makes the devices, all or none; each answer holds its token, this once. */
  import(
    devices: readonly SheetDevice[],
    options?: RequestOptions,
  ): Promise<ListPage<{ id: string; name: string; accessToken: string }>>;
  get(id: string, options?: RequestOptions): Promise<DeviceDetail>;
  /** The answer holds the device's token, this once. */
  create(draft: DeviceDraft, options?: RequestOptions): Promise<CreatedDevice>;
  /** Merges: omitted fields keep their value. @throws {ApiError} 409 when `version` is stale. */
  update(id: string, patch: DevicePatch, options?: RequestOptions): Promise<DeviceDetail>;
  remove(id: string, options?: RequestOptions): Promise<void>;
  /** The attributes of its product model, each with this device's latest value. */
  attributes(id: string, options?: RequestOptions): Promise<ListPage<ProductAttribute>>;
  /** Takes devices from the gateway that speaks for them; they stay. All of them or none. */
  leaveGateway(gatewayId: string, deviceIds: readonly string[], options?: RequestOptions): Promise<void>;
  sim(id: string, options?: RequestOptions): Promise<DeviceSim>;
  /** A code by which another organisation may take the device over; an earlier one is void. */
  claimCode(id: string, options?: RequestOptions): Promise<ClaimCode>;
  /** Takes a device over. @throws {ApiError} 400 when the code is wrong, used or too old. */
  claim(code: string, options?: RequestOptions): Promise<DeviceDetail>;
}

export function createDevicesResource(http: Http): DevicesResource {
  return {
    list: ({ online, ...query } = {}, { signal } = {}) =>
      http.call(
        'devices.list',
        { query: { ...query, online: online === undefined ? undefined : encodeFlag(online) }, signal },
        (data) => decodeList(data, decodeDevice),
      ),
    simple: ({ signal } = {}) =>
      http.call('devices.simple', { signal }, (data) => decodeList(data, decodeSimpleDevice)),
    displayed: (displayed = true, { signal } = {}) =>
      http.call('devices.displayed', { query: { displayed }, signal }, (data) =>
        decodeList(data, decodeSimpleDevice),
      ),
    map: ({ signal } = {}) =>
      http.call('devices.map', { signal }, (data) => decodeList(data, decodeMappedDevice)),
    typeCount: ({ signal } = {}) =>
      http.call('devices.typeCount', { signal }, (data) => decodeList(data, decodeDeviceTypeCounts)),
    count: ({ signal } = {}) => http.call('devices.count', { signal }, decodeDeviceCounts),
    received: ({ signal } = {}) =>
      http.call('devices.received', { signal }, (data) => decodeList(data, decodeDevice)),
    previewImport: (table, name = 'devices.csv', { signal } = {}) => {
      const form = new FormData();
      form.append('file', table, name);
      return http.call('devices.previewImport', { form, signal }, (data) => decodeList(data, decodeSheetRow));
    },
    import: (devices, { signal } = {}) =>
      http.call('devices.import', { body: { devices }, signal }, (data) =>
        decodeList(data, decodeImportedDevice),
      ),
    get: (id, { signal } = {}) => http.call('devices.get', { path: { id }, signal }, decodeDeviceDetail),
    create: (draft, { signal } = {}) =>
      http.call('devices.create', { body: encodeDeviceDraft(draft), signal }, decodeCreatedDevice),
    update: (id, { version, ...patch }, { signal } = {}) =>
      http.call(
        'devices.update',
        {
          path: { id },
          body: { ...encodeDeviceDraft(patch), id, ...(version === undefined ? {} : { version }) },
          signal,
        },
        decodeDeviceDetail,
      ),
    remove: (id, { signal } = {}) => http.call('devices.remove', { path: { id }, signal }, () => undefined),
    attributes: (id, { signal } = {}) =>
      http.call('devices.attributes', { path: { id }, signal }, (data) =>
        decodeList(data, decodeProductAttribute),
      ),
    leaveGateway: (gatewayId, deviceIds, { signal } = {}) =>
      http.call('devices.leaveGateway', { body: { gatewayId, deviceIds }, signal }, () => undefined),
    sim: (id, { signal } = {}) => http.call('devices.sim', { path: { id }, signal }, decodeDeviceSim),
    claimCode: (id, { signal } = {}) =>
      http.call('devices.claimCode', { path: { id }, body: {}, signal }, decodeClaimCode),
    claim: (code, { signal } = {}) =>
      http.call('devices.claim', { body: { code }, signal }, decodeDeviceDetail),
  };
}
