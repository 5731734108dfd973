import type { Http, RequestOptions } from '../client/http.ts';
import * as v from 'valibot';
import { parseWire } from '../wire/codes.ts';
import { isRecord } from '../wire/json.ts';

export interface Interlock {
  /** Switched off by the server after so long; at most a week. Null: never. */
  maxRunMinutes: number | null;
  /** Of the devices of an organisation with the same name here only one runs at a time; at most 64 characters. */
  exclusion: string | null;
}

export const interlockSchema = v.object({
  maxRunMinutes: v.nullable(v.number()),
  exclusion: v.nullable(v.string()),
});

export interface DeviceLinkResource {
  /** The attributes that the platform gives to a device. */
  shared(deviceId: string, options?: RequestOptions): Promise<Record<string, unknown>>;
  /** Merges into them and tells the device; null deletes a key. Answers them all. */
  share(
    deviceId: string,
    changes: Record<string, unknown>,
    options?: RequestOptions,
  ): Promise<Record<string, unknown>>;
  /** What the server watches over when the device is switched. */
  interlock(deviceId: string, options?: RequestOptions): Promise<Interlock>;
  /** Sets it; null takes a rule away. */
  setInterlock(deviceId: string, interlock: Interlock, options?: RequestOptions): Promise<Interlock>;
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
    interlock: (id, { signal } = {}) =>
      http.call('deviceLink.interlock', { path: { id }, signal }, (data) => parseWire(interlockSchema, data)),
    setInterlock: (id, interlock, { signal } = {}) =>
      http.call('deviceLink.setInterlock', { path: { id }, body: interlock, signal }, (data) =>
        parseWire(interlockSchema, data),
      ),
    setGateway: (id, gateway, { signal } = {}) =>
      http.call('deviceLink.setGateway', { path: { id }, body: { gateway }, signal }, (data) => {
        const answer = decode(data)['gateway'];
        if (typeof answer !== 'boolean') throw new TypeError('gateway is missing');
        return answer;
      }),
  };
}
