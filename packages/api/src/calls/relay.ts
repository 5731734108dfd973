import * as v from 'valibot';
import { encodeFlag } from '../wire/codes.ts';
import { call } from './call.ts';
import { integer, optionalQueryText } from './inputs.ts';
import { rpcAnswer, rpcTimeout } from './rpc.ts';

const query = v.object({
  deviceId: v.pipe(v.string(), v.nonEmpty()),
  open: v.picklist(['0', '1', 'true', 'false']),
  /** The service to call; default: the first with a boolean parameter. */
  identify: optionalQueryText,
  /** Duration, for services that accept one. */
  minutes: v.optional(integer(0, 100_000)),
  timeout: rpcTimeout,
});

export type RelayCall = Omit<v.InferInput<typeof query>, 'deviceId' | 'open'> & { open: boolean };

export const relay = {
  /**
   * Switches a relay, valve or pump.
   * @throws {ApiError} 409 offline, 504 without a response, 400 out of range
   */
  control: call({
    method: 'GET',
    path: '/exterior/relay/control',
    service: 'base',
    right: 'operate',
    audit: 'act',
    summary: { zh: '开关继电器、阀门或水泵', en: 'Switches a relay, valve or pump' },
    query,
    answer: rpcAnswer,
    send: (deviceId: string, { open, ...rest }: RelayCall) => ({
      query: { ...rest, deviceId, open: encodeFlag(open) },
    }),
  }),
};
