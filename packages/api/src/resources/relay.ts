import type { Http, RequestOptions } from '../client/http.ts';
import { decodeRpcAnswer, type RpcAnswer } from './rpc.ts';

export interface RelayCall {
  open: boolean;
  /** The service to call; default: the first of the device that takes a switch. */
  identify?: string;
  /** How long it stays so, where the service takes it. */
  minutes?: number;
}

export interface RelayResource {
  /** Switches a relay, valve or pump. @throws {ApiError} 409 offline, 504 no answer, 400 out of range. */
  control(deviceId: string, call: RelayCall, options?: RequestOptions): Promise<RpcAnswer>;
}

export function createRelayResource(http: Http): RelayResource {
  return {
    control: (deviceId, { open, ...rest }, { signal } = {}) =>
      http.call(
        'relay.control',
        { query: { deviceId, open: open ? '1' : '0', ...rest }, signal },
        decodeRpcAnswer,
      ),
  };
}
