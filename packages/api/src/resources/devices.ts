import type { Http, RequestOptions } from '../client/http.ts';
import type {
  CreatedDevice,
  Device,
  DeviceCounts,
  DeviceDetail,
  DeviceDraft,
  DevicePatch,
  DeviceQuery,
  SimpleDevice,
} from '../domain/device.ts';
import type { ListPage } from '../domain/list-page.ts';
import type { ProductAttribute } from '../domain/product-model.ts';
import { encodeFlag } from '../wire/codes.ts';
import {
  decodeCreatedDevice,
  decodeDevice,
  decodeDeviceCounts,
  decodeDeviceDetail,
  decodeSimpleDevice,
  encodeDeviceDraft,
} from '../wire/device.ts';
import { decodeList } from '../wire/envelope.ts';
import { decodeProductAttribute } from '../wire/product-model.ts';

export interface DevicesResource {
  list(query?: DeviceQuery, options?: RequestOptions): Promise<ListPage<Device>>;
  /** All devices of the organisation in a short form. */
  simple(options?: RequestOptions): Promise<ListPage<SimpleDevice>>;
  count(options?: RequestOptions): Promise<DeviceCounts>;
  get(id: string, options?: RequestOptions): Promise<DeviceDetail>;
  /** The answer holds the device's token, this once. */
  create(draft: DeviceDraft, options?: RequestOptions): Promise<CreatedDevice>;
  /** Merges: omitted fields keep their value. @throws {ApiError} 409 when `version` is stale. */
  update(id: string, patch: DevicePatch, options?: RequestOptions): Promise<DeviceDetail>;
  remove(id: string, options?: RequestOptions): Promise<void>;
  /** The attributes of its product model, each with this device's latest value. */
  attributes(id: string, options?: RequestOptions): Promise<ListPage<ProductAttribute>>;
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
    count: ({ signal } = {}) => http.call('devices.count', { signal }, decodeDeviceCounts),
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
  };
}
