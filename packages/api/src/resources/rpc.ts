import type { Http, RequestOptions } from '../client/http.ts';
import { isRecord } from '../wire/json.ts';

/** A device's answer; `status` is 'success' unless the device says otherwise. */
export interface RpcAnswer {
  status: string;
  [key: string]: unknown;
}

export interface RpcCall {
  method: string;
  /** Default `{}`. */
  params?: unknown;
  /** Milliseconds to wait for the device, 100 … 60,000, default 10,000. */
  timeoutMs?: number;
}

export interface RpcResource {
  /**
   * Calls a device and waits for its answer.
   * @throws {ApiError} 409 when it is offline, 504 when it does not answer in time.
   */
  twoWay(deviceId: string, call: RpcCall, options?: RequestOptions): Promise<RpcAnswer>;
}

export function decodeRpcAnswer(data: unknown): RpcAnswer {
  if (!isRecord(data) || typeof data['status'] !== 'string') throw new TypeError('status is missing');
  return data as RpcAnswer;
}

export function createRpcResource(http: Http): RpcResource {
  return {
    twoWay: (id, { method, params = {}, timeoutMs }, { signal } = {}) =>
      http.call(
        'rpc.twoway',
        {
          path: { id },
          body: { method, params, ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }) },
          signal,
        },
        decodeRpcAnswer,
      ),
  };
}
