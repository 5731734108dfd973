import { rpc as rpcCalls, type RpcAnswer } from '@farm3d/api';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { DeviceAccess } from '../devices/device-access.ts';
import type { VisibleKeys } from '../../platform/telemetry/visible-keys.ts';
import { visibleAnswer } from './visible-answer.ts';
import { RpcError, type DeviceRpc } from './device-rpc.ts';
import { commandProblem } from './command-problem.ts';

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

/** `/api/device/{id}/rpc`: commands to a device, at once or when it subscribes. */
export function rpcRoutes({
  rpc,
  access,
}: {
  rpc: Pick<DeviceRpc, 'send' | 'queue' | 'find'>;
  access: Pick<DeviceAccess, 'find' | 'of'>;
}): ServedCall[] {
  return [
    serve(rpcCalls.twoway, async ({ c, principal, body }) => {
      const { method, params, timeout, persistent, expiresIn, reason } = body;
      const device = await access.find(c, 'control');
      const { userId, organisationId, apiKeyId } = principal;
      const call = {
        method,
        params,
        userId,
        organisationId,
        apiKeyId,
        ...(reason === undefined ? {} : { reason }),
      };
      if (!persistent) return callDevice(rpc, device, { ...call, timeoutMs: timeout });
      const waiting = { ...call, params: params as JsonValue, expiresInMs: expiresIn };
      const rpcId = await rpc.queue(device, waiting).catch((error: unknown) => {
        throw commandProblem(error);
      });
      return { status: 'queued', rpcId };
    }),
    serve(rpcCalls.get, async ({ c, principal, path }) => {
      const command = await rpc.find(principal, path.id);
      if (!command) throw notFound();
      if (principal.byRules) await access.of(c, command.deviceId, 'view');
      // The answer was JSON.
      const answer = (command.answer ?? null) as JsonValue;
      if (answer === null) return command;
      // A command on a shared device: its answer is for those who may control it now.
      const device = await access.of(c, command.deviceId, 'control').catch((error: unknown) => {
        if (error instanceof HttpProblem) return null;
        throw error;
      });
      return { ...command, answer: device && visibleAnswer(device.visible, answer) };
    }),
  ];
}
