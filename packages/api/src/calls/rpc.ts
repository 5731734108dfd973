import * as v from 'valibot';
import { call } from './call.ts';
import { integer } from './inputs.ts';

/** Default time-out of a command. */
export const DEFAULT_RPC_TIMEOUT_MS = 10_000;
/** Longest time-out of a command. */
export const MAX_RPC_TIMEOUT_MS = 60_000;

/** Milliseconds to wait for a device. */
export const rpcTimeout = v.optional(integer(100, MAX_RPC_TIMEOUT_MS), DEFAULT_RPC_TIMEOUT_MS);

/** Response of a device; 'success' unless the device reports another status. */
export const rpcAnswer = v.looseObject({ status: v.string() });

/** A command of the command log. */
const command = v.object({
  id: v.string(),
  deviceId: v.string(),
  method: v.string(),
  params: v.unknown(),
  /** 'delivered' only after the device acknowledged it. */
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
  /** Queued while the device is offline; returns the command's id as `rpcId` at once. */
  persistent: v.optional(v.boolean(), false),
  /** Reason, for the command log. */
  reason: v.optional(v.pipe(v.string(), v.maxLength(256, 'field.tooLong'))),
  /** How long a persistent command may wait, milliseconds; it is sent once, or expires. */
  expiresIn: v.optional(integer(1_000, 30 * 86_400_000), 86_400_000),
});

export type RpcAnswer = v.InferOutput<typeof rpcAnswer>;
export type RpcCall = v.InferInput<typeof request>;
export type Command = v.InferOutput<typeof command>;
export type CommandState = Command['state'];

export const rpc = {
  /**
   * Sends a command and waits for the response.
   * @throws {ApiError} 409 when the device is offline, 504 without a response in time
   */
  twoway: call({
    method: 'POST',
    path: '/api/device/{id}/rpc/twoway',
    reach: 'device',
    right: 'operate',
    audit: 'act',
    summary: {
      zh: '向设备下发命令并等待应答，或排队等待设备上线',
      en: 'Calls a device and waits for its answer, or leaves the command until it listens',
    },
    example: { method: 'switchValve', params: { open: true }, persistent: true, expiresIn: 60_000 },
    body: request,
    answer: rpcAnswer,
  }),
  get: call({
    method: 'GET',
    path: '/api/device/rpc/{id}',
    reach: 'own',
    origin: 'own',
    summary: { zh: '命令及其状态', en: 'A command and where it stands' },
    answer: command,
  }),
};
