import type { RpcAnswer } from '@farm3d/api';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import { HttpProblem } from '../../platform/http/problem.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { VisibleKeys } from '../../platform/telemetry/visible-keys.ts';
import { commandProblem } from './command-problem.ts';
import { type DeviceRpc, RpcError } from './device-rpc.ts';
import { visibleAnswer } from './visible-answer.ts';

/** 'success' unless the device reports another status; a response that is no object is in `result`. */
export function rpcAnswer(answer: JsonValue): RpcAnswer {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return { status: 'success', result: answer };
  }
  const reported = answer['status'];
  const status = typeof answer['error'] === 'string' ? 'failure' : 'success';
  return { ...answer, status: typeof reported === 'string' ? reported : status };
}

/**
 * Sends a command and waits.
 * @throws {HttpProblem} 409 when the device is offline or excluded, 400 out of range, 504 without a response
 */
export async function callDevice(
  rpc: Pick<DeviceRpc, 'send'>,
  device: Pick<DeviceIdentity, 'id' | 'key'> & { readonly visible: VisibleKeys },
  call: { method: string; params: unknown; timeoutMs: number; userId: string; reason?: string },
): Promise<RpcAnswer> {
  try {
    // The body was JSON, so its members are.
    const answer = await rpc.send(device, { ...call, params: call.params as JsonValue });
    return rpcAnswer(visibleAnswer(device.visible, answer));
  } catch (thrown) {
    const error = commandProblem(thrown);
    if (!(error instanceof RpcError)) throw error;
    if (error.code === 'offline') throw new HttpProblem(409, 'device.offline', { error: 'device_offline' });
    throw new HttpProblem(504, 'rpc.timeout', { error: 'rpc_timeout' });
  }
}
