import type { Http, RequestOptions } from '../client/http.ts';
import type { DeviceHandle, HandleStyle } from '../domain/handle.ts';
import type { ListPage } from '../domain/list-page.ts';
import { decodeList } from '../wire/envelope.ts';
import { decodeDeviceHandle, decodeHandleStyle } from '../wire/handle.ts';
import { rpcAnswer, type RpcAnswer } from '../calls/rpc.ts';
import { parseWire } from '../wire/codes.ts';

export interface HandlesResource {
  /** How the services of a product model are worked. */
  style(productModelId: string, options?: RequestOptions): Promise<ListPage<HandleStyle>>;
  /** The handles of a device, with the present states. */
  ofDevice(deviceId: string, options?: RequestOptions): Promise<ListPage<DeviceHandle>>;
  /**
   * Works a handle and waits for the device. @throws {ApiError} 400 when a parameter does not fit,
   * 409 when the device is offline, 504 when it does not answer in time.
   */
  operate(
    deviceId: string,
    call: { identify: string; params?: Record<string, unknown>; timeoutMs?: number },
    options?: RequestOptions,
  ): Promise<RpcAnswer>;
}

export function createHandlesResource(http: Http): HandlesResource {
  return {
    style: (id, { signal } = {}) =>
      http.call('handles.style', { path: { id }, signal }, (data) => decodeList(data, decodeHandleStyle)),
    ofDevice: (id, { signal } = {}) =>
      http.call('handles.ofDevice', { path: { id }, signal }, (data) => decodeList(data, decodeDeviceHandle)),
    operate: (id, { identify, params = {}, timeoutMs }, { signal } = {}) =>
      http.call(
        'handles.operate',
        {
          path: { id },
          body: { identify, params, ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }) },
          signal,
        },
        (data) => parseWire(rpcAnswer, data),
      ),
  };
}
