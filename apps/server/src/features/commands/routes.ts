import type { RpcAnswer } from '@farm3d/api';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { ServerDeps } from '../../composition/deps.ts';
import type { DeviceRow } from '../devices/repository.ts';
import { InterlockError } from './interlocks.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import { DEFAULT_RPC_TIMEOUT_MS, MAX_RPC_TIMEOUT_MS, RpcError } from './device-rpc.ts';
import type { AppEnv } from '../../platform/http/context.ts';
import type { DeviceAccess } from '../devices/device-access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { integer, pathParameter, readBody } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

export const rpcSchema = v.object({
  method: v.pipe(
    v.string('rpc.method.required'),
    v.nonEmpty('rpc.method.required'),
    v.maxLength(128, 'field.tooLong'),
  ),
  params: v.optional(v.unknown(), {}),
  timeout: v.optional(integer(100, MAX_RPC_TIMEOUT_MS), DEFAULT_RPC_TIMEOUT_MS),
  /** Left for the device when it is away; answered at once with the command's id. */
  persistent: v.optional(v.boolean(), false),
  /** Why, for the operate log. */
  reason: v.optional(v.pipe(v.string(), v.maxLength(256, 'field.tooLong'))),
  /** How long it may wait, ms. */
  expiresIn: v.optional(integer(1_000, 30 * 86_400_000), 86_400_000),
});

/** 'success' unless the device itself says otherwise; an answer that is no object stands in `result`. */
export function rpcAnswer(answer: JsonValue): RpcAnswer {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return { status: 'success', result: answer };
  }
  const said = answer['status'];
  const status = typeof answer['error'] === 'string' ? 'failure' : 'success';
  return { ...answer, status: typeof said === 'string' ? said : status };
}

/** Calls a device and waits. @throws {HttpProblem} 409 when it is offline or excluded, 400 out of range, 504 when it does not answer. */
export async function callDevice(
  rpc: ServerDeps['rpc'],
  device: DeviceRow,
  call: { method: string; params: unknown; timeoutMs: number; userId: string; reason?: string },
): Promise<RpcAnswer> {
  try {
    // The body was JSON, so its parts are.
    return rpcAnswer(await rpc.send(device, { ...call, params: call.params as JsonValue }));
  } catch (error) {
    if (error instanceof InterlockError) {
      if (error.code === 'range')
        throw new HttpProblem(400, 'number.range', { field: `params.${error.subject}` });
      throw new HttpProblem(409, 'device.excluded', { error: 'device_excluded' });
    }
    if (!(error instanceof RpcError)) throw error;
    if (error.code === 'offline') throw new HttpProblem(409, 'device.offline', { error: 'device_offline' });
    throw new HttpProblem(504, 'rpc.timeout', { error: 'rpc_timeout' });
  }
}

export function rpcRoutes({ rpc }: ServerDeps, access: DeviceAccess): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  app.post('/:id/rpc/twoway', async (c) => {
    const { method, params, timeout, persistent, expiresIn, reason } = await readBody(c, rpcSchema);
    const { userId } = c.get('principal');
    const device = await access.find(c, 'control');
    if (persistent) {
      const given = { method, params: params as JsonValue, userId, expiresInMs: expiresIn };
      const call = reason === undefined ? given : { ...given, reason };
      return ok(c, { status: 'queued', rpcId: await rpc.queue(device, call) });
    }
    const call = { method, params, timeoutMs: timeout, userId };
    return ok(c, await callDevice(rpc, device, reason === undefined ? call : { ...call, reason }));
  });

  app.get('/rpc/:id', async (c) => {
    const command = await rpc.find(c.get('principal').organisationId, pathParameter(c, 'id'));
    if (!command) throw notFound();
    return ok(c, command);
  });

  return app;
}
