import { rejectionReason } from '@farm3d/api';
import { Hono, type Context } from 'hono';
import { selectAttributes } from '../../features/devices/device-attributes.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import type { OverQuota } from '../../platform/limits/message-quotas.ts';
import { DeviceClaims } from '../../features/devices/device-claims.ts';
import { Provisioning } from '../../features/devices/provisioning.ts';
import type { ServerDeps } from '../../composition/deps.ts';
import { answerDeviceRequest } from '../mqtt/device-requests.ts';
import { BatcherStoppedError } from '../../platform/telemetry/batcher.ts';
import { overQuotaProblem, type IngestOutcome } from '../../platform/telemetry/ingest.ts';
import { MAX_PAYLOAD_BYTES, parseJson } from '../../platform/telemetry/reading.ts';
import { DEFAULT_POLL_MS, pollFor, type Polled } from './long-poll.ts';

/** While the database is away a device is not kept waiting longer than this: 503, and it tries again. */
const COMMIT_TIMEOUT_MS = 30_000;

/**
 * ThingsBoard's HTTP device API, for `/api/v1`: `POST /{token}/telemetry`, `POST /{token}/attributes`,
 * `GET /{token}/attributes`, long polls for shared attributes and commands. An empty 200 means: on the disk. A wrong token is an empty 401. What
 * cannot be taken is a 400 that names the field; good keys beside a bad one are stored all the same.
 */
export function deviceApi(deps: ServerDeps): Hono {
  const { ingest, credentials, sessions, attributes, rpc } = deps;
  const claims = new DeviceClaims(deps.db);
  const provisioning = new Provisioning(deps.pool, deps.events);
  const app = new Hono();

  app.post('/provision', async (context) => {
    const payload = await readCapped(context.req.raw);
    if (payload === null) return context.body(null, 413);
    const parsed = parseJson(payload);
    return context.json(await provisioning.provision('value' in parsed ? parsed.value : null));
  });

  const identify = async (context: Context): Promise<DeviceIdentity | null> => {
    const device = await credentials.findVisiting(context.req.param('token') ?? '');
    if (device) sessions.heard(device);
    return device;
  };

  const take = (kind: 'telemetry' | 'attributes') => async (context: Context) => {
    const device = await identify(context);
    if (!device) return context.body(null, 401);
    const payload = await readCapped(context.req.raw);
    if (payload === null) {
      const problem = { field: 'payload', reason: `is longer than ${MAX_PAYLOAD_BYTES} bytes` };
      await ingest.reject(device, 'http', new Uint8Array(), problem);
      return context.json({ code: 413, ...describe(problem.field, problem.reason, false, context) }, 413);
    }
    if (ingest.full) return unavailable(context);
    let outcome: IngestOutcome | 'timeout';
    try {
      outcome = await within(ingest[kind](device, 'http', payload), COMMIT_TIMEOUT_MS);
    } catch (error) {
      if (error instanceof BatcherStoppedError) return unavailable(context);
      throw error;
    }
    if (outcome === 'timeout') return unavailable(context);
    if (outcome.overQuota) return quotaExceeded(outcome.overQuota, context);
    const [problem] = outcome.problems;
    if (!problem) return context.body(null, 200);
    return context.json(
      { code: 400, ...describe(problem.field, problem.reason, outcome.stored, context) },
      400,
    );
  };

  app.post('/:token/telemetry', take('telemetry'));
  app.post('/:token/attributes', take('attributes'));

  app.get('/:token/attributes', async (context) => {
    const device = await identify(context);
    if (!device) return context.body(null, 401);
    const { clientKeys, sharedKeys } = context.req.query();
    return context.json(selectAttributes(await attributes.read(device.key), { clientKeys, sharedKeys }));
  });

  const poll = (wants: (topic: string) => boolean, answer: (polled: Polled) => unknown) => {
    return async (context: Context) => {
      const device = await identify(context);
      if (!device) return context.body(null, 401);
      const timeout = Number(context.req.query('timeout') ?? DEFAULT_POLL_MS);
      const wait = Number.isFinite(timeout) ? timeout : DEFAULT_POLL_MS;
      const coming = pollFor(sessions, device, wants, wait, context.req.raw.signal);
      rpc.flush(device);
      const polled = await coming;
      return polled ? context.json(answer(polled) as object) : context.body(null, 408);
    };
  };

  app.get(
    '/:token/attributes/updates',
    poll(
      (topic) => topic === 'v1/devices/me/attributes',
      ({ payload }) => JSON.parse(payload),
    ),
  );

  app.get(
    '/:token/rpc',
    poll(
      (topic) => RPC_REQUEST.test(topic),
      ({ topic, payload }) => ({ id: Number(RPC_REQUEST.exec(topic)?.[1]), ...JSON.parse(payload) }),
    ),
  );

  app.post('/:token/rpc/:id', async (context) => {
    const device = await identify(context);
    if (!device) return context.body(null, 401);
    const payload = await readCapped(context.req.raw);
    if (payload === null) return context.body(null, 413);
    const problem = rpc.answeredBy(device, Number(context.req.param('id')), payload);
    if (!problem) return context.body(null, 200);
    return context.json({ code: 400, ...describe(problem.field, problem.reason, false, context) }, 400);
  });

  app.post('/:token/claim', async (context) => {
    const device = await identify(context);
    if (!device) return context.body(null, 401);
    const payload = await readCapped(context.req.raw);
    if (payload === null) return context.body(null, 413);
    const parsed = parseJson(payload);
    const problem = 'problem' in parsed ? parsed.problem : await claims.offer(device.id, parsed.value);
    if (!problem) return context.body(null, 200);
    return context.json({ code: 400, ...describe(problem.field, problem.reason, false, context) }, 400);
  });

  app.post('/:token/rpc', async (context) => {
    const device = await identify(context);
    if (!device) return context.body(null, 401);
    const payload = await readCapped(context.req.raw);
    if (payload === null) return context.body(null, 413);
    const parsed = parseJson(payload);
    if ('problem' in parsed) {
      const { field, reason } = parsed.problem;
      return context.json({ code: 400, ...describe(field, reason, false, context) }, 400);
    }
    return context.json(answerDeviceRequest(parsed.value, device.gateway) as object);
  });

  return app;
}

const RPC_REQUEST = /^v1\/devices\/me\/rpc\/request\/(\d+)$/;

function describe(
  field: string,
  reason: string,
  stored: boolean,
  context: Context,
): { msg: string; field: string } {
  const english = context.req.header('X-Locale') === 'en';
  const rest = stored ? (english ? ' (the other values were stored)' : '（其余数据已保存）') : '';
  return {
    field,
    msg: english ? `${field} ${reason}${rest}` : `数据格式错误：${field} ${rejectionReason(reason)}${rest}`,
  };
}

/** 429 with what was recorded of it: the message is not stored, and the same now would not be either. */
export function quotaExceeded(over: OverQuota, context: Context): Response {
  const { field, reason } = overQuotaProblem(over);
  context.header('Retry-After', String(Math.ceil(over.waitMs / 1000)));
  const english = context.req.header('X-Locale') === 'en';
  const msg = rejectionReason(reason, english ? 'en' : 'zh-CN').replace(/^quota_exceeded(: |：)/, '');
  return context.json({ code: 429, error: 'quota_exceeded', field, msg }, 429);
}

function unavailable(context: Context): Response {
  const english = context.req.header('X-Locale') === 'en';
  context.header('Retry-After', '5');
  return context.json(
    { code: 503, msg: english ? 'Not stored yet, try again' : '数据尚未保存，请稍后重试' },
    503,
  );
}

/** The body, or null when it is longer than the cap; what is beyond it is not read into memory. */
export async function readCapped(request: Request): Promise<Uint8Array | null> {
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_PAYLOAD_BYTES) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_PAYLOAD_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function within<T>(promise: Promise<T>, ms: number): Promise<T | 'timeout'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), ms);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
}
