import * as v from 'valibot';
import { call } from './call.ts';
import { integer } from './inputs.ts';

/** How long a command waits for its answer when nobody says otherwise. */
export const DEFAULT_RPC_TIMEOUT_MS = 10_000;
/** Longest wait that a caller may ask for. */
export const MAX_RPC_TIMEOUT_MS = 60_000;

/** Milliseconds to wait for a device. */
export const rpcTimeout = v.optional(integer(100, MAX_RPC_TIMEOUT_MS), DEFAULT_RPC_TIMEOUT_MS);

/** What a device answers, beside 'success' unless the device says otherwise. */
export const rpcAnswer = v.looseObject({ status: v.string() });

/** A command of the ledger. */
const command = v.object({
  id: v.string(),
  deviceId: v.string(),
  method: v.string(),
  params: v.unknown(),
  /** 'delivered' only when the device acknowledged it. */
  state: v.picklist(['queued', 'sent', 'delivered', 'successful', 'timeout', 'expired', 'failed']),
  answer: v.unknown(),
  error: v.nullable(v.string()),
});

const request = v.object({
  method: v.pipe(
    v.string('rpc.method.required'),
    v.nonEmpty('rpc.method.required'),
    v.maxLength(128, 'field.tooLong'),
  ),
  params: v.optional(v.unknown(), {}),
  timeout: rpcTimeout,
  /** Left for the device when it is away; answered at once with the command's id as `rpcId`. */
  persistent: v.optional(v.boolean(), false),
  /** Why, for the operate log. */
  reason: v.optional(v.pipe(v.string(), v.maxLength(256, 'field.tooLong'))),
  /** Milliseconds that a persistent one may wait for the device; it is sent once, or expires. */
  expiresIn: v.optional(integer(1_000, 30 * 86_400_000), 86_400_000),
});

export type RpcAnswer = v.InferOutput<typeof rpcAnswer>;
export type RpcCall = v.InferInput<typeof request>;
export type Command = v.InferOutput<typeof command>;
export type CommandState = Command['state'];

export const rpc = {
  /**
   * Calls a device and waits for its answer.
   * @throws {ApiError} 409 when it is offline, 504 when it does not answer in time.
   */
  twoway: call({
    method: 'POST',
    path: '/api/device/{id}/rpc/twoway',
    right: 'operate',
    audit: 'act',
    summary: {
      zh: '向设备下发命令并等待应答，或排队等待设备上线',
      en: 'Calls a device and waits for its answer, or leaves the command until it listens',
    },
    body: request,
    answer: rpcAnswer,
  }),
  get: call({
    method: 'GET',
    path: '/api/device/rpc/{id}',
    origin: 'own',
    summary: { zh: '命令及其状态', en: 'A command and where it stands' },
    answer: command,
  }),
};
