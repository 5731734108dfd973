import type { Http, RequestOptions } from '../client/http.ts';
import { isRecord } from '../wire/json.ts';

export interface DeviceLinkResource {
  /** The attributes that the platform gives to a device. */
  shared(deviceId: string, options?: RequestOptions): Promise<Record<string, unknown>>;
  /** Merges into them and tells the device; null deletes a key. Answers them all. */
  share(
    deviceId: string,
    changes: Record<string, unknown>,
    options?: RequestOptions,
  ): Promise<Record<string, unknown>>;
  /** Lets a device speak for others (ThingsBoard's gateway API), or no longer. Its connection is closed. */
  setGateway(deviceId: string, gateway: boolean, options?: RequestOptions): Promise<boolean>;
}

export function createDeviceLinkResource(http: Http): DeviceLinkResource {
  const decode = (data: unknown): Record<string, unknown> => {
    if (!isRecord(data) || 'items' in data) throw new TypeError('the attributes are no object');
    return data;
  };
  return {
    shared: (id, { signal } = {}) => http.call('deviceLink.shared', { path: { id }, signal }, decode),
    share: (id, changes, { signal } = {}) =>
      http.call('deviceLink.share', { path: { id }, body: changes, signal }, decode),
    setGateway: (id, gateway, { signal } = {}) =>
      http.call('deviceLink.setGateway', { path: { id }, body: { gateway }, signal }, (data) => {
        const answer = decode(data)['gateway'];
        if (typeof answer !== 'boolean') throw new TypeError('gateway is missing');
        return answer;
      }),
  };
}
