import type { Http, RequestOptions } from '../client/http.ts';
import * as v from 'valibot';
import { parseWire } from '../wire/codes.ts';
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
  /** Why, for the operate log; at most 256 characters. */
  reason?: string;
}

/** Where a command stands. 'delivered' only when the device acknowledged it. */
export type CommandState = 'queued' | 'sent' | 'delivered' | 'successful' | 'timeout' | 'expired' | 'failed';

export interface Command {
  id: string;
  deviceId: string;
  method: string;
  params: unknown;
  state: CommandState;
  answer: unknown;
  error: string | null;
}

export interface QueuedCall extends RpcCall {
  /** How long it may wait for the device, milliseconds, 1,000 … 30 days. Default one day. */
  expiresInMs?: number;
}

export interface RpcResource {
  /** Leaves a command for a device that may be away; answers its id. It is sent once, or expires. */
  queue(deviceId: string, call: QueuedCall, options?: RequestOptions): Promise<string>;
  /** A command of the ledger. */
  get(commandId: string, options?: RequestOptions): Promise<Command>;
  /**
   * Calls a device and waits for its answer.
   * @throws {ApiError} 409 when it is offline, 504 when it does not answer in time.
   */
  twoWay(deviceId: string, call: RpcCall, options?: RequestOptions): Promise<RpcAnswer>;
}

export const commandSchema = v.object({
  id: v.string(),
  deviceId: v.string(),
  method: v.string(),
  params: v.unknown(),
  state: v.picklist(['queued', 'sent', 'delivered', 'successful', 'timeout', 'expired', 'failed']),
  answer: v.unknown(),
  error: v.nullable(v.string()),
});

export function decodeRpcAnswer(data: unknown): RpcAnswer {
  if (!isRecord(data) || typeof data['status'] !== 'string') throw new TypeError('status is missing');
  return data as RpcAnswer;
}

export function createRpcResource(http: Http): RpcResource {
  return {
    twoWay: (id, { method, params = {}, timeoutMs, reason }, { signal } = {}) =>
      http.call(
        'rpc.twoway',
        {
          path: { id },
          body: { method, params, reason, ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }) },
          signal,
        },
        decodeRpcAnswer,
      ),
    queue: (id, { method, params = {}, expiresInMs, reason }, { signal } = {}) =>
      http.call(
        'rpc.twoway',
        {
          path: { id },
          body: {
            method,
            params,
            persistent: true,
            reason,
            ...(expiresInMs === undefined ? {} : { expiresIn: expiresInMs }),
          },
          signal,
        },
        (data) => {
          const answer = decodeRpcAnswer(data);
          if (typeof answer['rpcId'] !== 'string') throw new TypeError('rpcId is missing');
          return answer['rpcId'];
        },
      ),
    get: (id, { signal } = {}) =>
      http.call('rpc.get', { path: { id }, signal }, (data) => parseWire(commandSchema, data)),
  };
}
