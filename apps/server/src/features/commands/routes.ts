import { rpc as rpcCalls } from '@farm3d/api';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import type { DeviceAccess } from '../devices/device-access.ts';
import { visibleAnswer } from './visible-answer.ts';
import type { CommandLog } from './command-log.ts';
import { callDevice } from './call-device.ts';
import type { DeviceRpc } from './device-rpc.ts';
import { commandProblem } from './command-problem.ts';

/** `/api/device/{id}/rpc`: commands to a device, at once or when it subscribes. */
export function rpcRoutes({
  rpc,
  commands,
  access,
}: {
  rpc: Pick<DeviceRpc, 'send' | 'queue'>;
  commands: Pick<CommandLog, 'find'>;
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
      const command = await commands.find(principal, path.id);
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
