import { ingest, rejectionReason } from '@farm3d/api';
import type { Context } from 'hono';
import type { DeviceRpc } from '../../features/commands/device-rpc.ts';
import type { DeviceCredentials } from '../../features/devices/credentials.ts';
import { selectAttributes, type DeviceAttributeStore } from '../../features/devices/device-attributes.ts';
import type { DeviceIdentity } from '../../platform/device-identity.ts';
import type { OverQuota } from '../../platform/limits/message-quotas.ts';
import type { RateLimits } from '../../platform/limits/rate-limits.ts';
import type { DeviceClaims } from '../../features/devices/device-claims.ts';
import type { Provisioning } from '../../features/devices/provisioning.ts';
import { clientSourceOf, localeOf, type AppContext } from '../../platform/http/context.ts';
import { emptyTooMany } from '../../platform/http/limited.ts';
import { readBytes } from '../../platform/http/read-bytes.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DiskSpace } from '../../platform/storage/disk-space.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import { answerDeviceRequest } from '../mqtt/device-requests.ts';
import { BatcherStoppedError } from '../../platform/telemetry/batcher.ts';
import { overQuotaProblem, type DeviceIngest, type IngestOutcome } from '../../platform/telemetry/ingest.ts';
import { MAX_PAYLOAD_BYTES, parseJson } from '../../platform/telemetry/reading.ts';
import { within } from '../../platform/within.ts';
import { DEFAULT_POLL_MS, pollFor, type Polled } from './long-poll.ts';

/**
 * How long a report waits for the database, milliseconds, all its waits together: then 503, and the device tries again.
 * The message stays in the queue: 503 means that it may be stored, now or later, and a repetition with the same `ts`
 * stores nothing twice.
 */
const REPORT_TIMEOUT_MS = 4_000;

/** Dependencies of the device API. */
interface Dependencies {
  readonly ingest: Pick<DeviceIngest, 'telemetry' | 'attributes' | 'reject' | 'full'>;
  readonly credentials: Pick<DeviceCredentials, 'findByTemporaryToken'>;
  readonly sessions: Pick<DeviceSessions, 'recordActivity' | 'opened'>;
  readonly attributes: Pick<DeviceAttributeStore, 'read'>;
  readonly rpc: Pick<DeviceRpc, 'flush' | 'answeredBy'>;
  readonly claims: Pick<DeviceClaims, 'offer'>;
  readonly provisioning: Pick<Provisioning, 'provision'>;
  readonly limits: Pick<RateLimits, 'take'>;
  readonly disk: Pick<DiskSpace, 'onDatabaseFull'>;
}

/**
 * ThingsBoard's HTTP device API: readings, attributes, long polls for shared attributes and commands. A 200
 * follows the commit; its body is empty unless values were flagged. A wrong token is an empty 401. Invalid input is a 400 that names the field; the valid keys of
 * the same message are stored.
 */
export function deviceApi(needs: Dependencies): ServedCall[] {
  const { attributes } = needs;
  return [
    ...pollRoutes(needs),
    ...requestRoutes(needs),
    serve(ingest.telemetry, ({ c, path }) => takeReport(c, path.token, 'telemetry', needs)),
    serve(ingest.attributes, ({ c, path }) => takeReport(c, path.token, 'attributes', needs)),
    serve(ingest.readAttributes, ({ c, path, query }) =>
      forDevice(c, path.token, needs, async ({ key }) =>
        c.json(selectAttributes(await attributes.read(key), query)),
      ),
    ),
  ];
}

type Identifying = Pick<Dependencies, 'credentials' | 'sessions' | 'limits'>;

/** The device of a token; an empty 401 for an unknown token, 429 above the limit of the device. */
async function identify(
  c: AppContext,
  token: string,
  { credentials, sessions, limits }: Identifying,
): Promise<DeviceIdentity | Response> {
  const device = await credentials.findByTemporaryToken(token);
  if (!device) return c.body(null, 401);
  const wait = await limits.take('device', device.id);
  if (wait > 0) return emptyTooMany(c, wait);
  sessions.recordActivity(device);
  return device;
}

/** Runs `answer` for the device of a token; refuses as `identify` does. */
async function forDevice(
  c: AppContext,
  token: string,
  needs: Identifying,
  answer: (device: DeviceIdentity) => Response | Promise<Response>,
): Promise<Response> {
  const device = await identify(c, token, needs);
  return device instanceof Response ? device : answer(device);
}

/** Time for several waits together. */
class Patience {
  #leftMs: number;

  constructor(ms: number) {
    this.#leftMs = ms;
  }

  /** As `within`, in the time that is left. */
  async for<T>(work: Promise<T>): Promise<T | 'timeout'> {
    const from = performance.now();
    try {
      return await within(work, this.#leftMs);
    } finally {
      this.#leftMs -= performance.now() - from;
    }
  }
}

/** Stores a report of a device and responds after the commit. */
async function takeReport(
  c: AppContext,
  token: string,
  kind: 'telemetry' | 'attributes',
  needs: Dependencies,
): Promise<Response> {
  const { ingest: intake } = needs;
  const patience = new Patience(REPORT_TIMEOUT_MS);
  const device = await patience.for(identify(c, token, needs));
  if (device === 'timeout') return unavailable(c);
  if (device instanceof Response) return device;
  const payload = await readBytes(c, MAX_PAYLOAD_BYTES);
  if (!('status' in payload) && intake.full) return unavailable(c);
  try {
    if ('status' in payload) {
      const { status, reason } = payload;
      const problem = { field: 'payload', reason };
      const recorded = await patience.for(intake.reject(device, 'http', new Uint8Array(), problem));
      if (recorded === 'timeout') return unavailable(c);
      return c.json({ code: status, ...describe(problem, false, c) }, status);
    }
    const outcome = await whileSpace(needs.disk, patience.for(intake[kind](device, 'http', payload)));
    if (outcome === 'timeout') return unavailable(c);
    if (outcome.overQuota) return quotaExceeded(outcome.overQuota, c);
    return reported(outcome, c);
  } catch (error) {
    if (error instanceof BatcherStoppedError) return unavailable(c);
    throw error;
  }
}

/** Long polls of devices without a connection. */
function pollRoutes(needs: Dependencies): ServedCall[] {
  const { sessions, rpc } = needs;
  const poll = (
    { c, path, query }: { c: AppContext; path: { token: string }; query: { timeout?: string | undefined } },
    wants: (topic: string) => boolean,
    answer: (polled: Polled) => unknown,
  ) =>
    forDevice(c, path.token, needs, async (device) => {
      const timeout = Number(query.timeout ?? DEFAULT_POLL_MS);
      const wait = Number.isFinite(timeout) ? timeout : DEFAULT_POLL_MS;
      const coming = pollFor(sessions, device, wants, wait, c.req.raw.signal);
      rpc.flush(device);
      const polled = await coming;
      return polled ? c.json(answer(polled) as object) : c.body(null, 408);
    });
  return [
    serve(ingest.attributeUpdates, (input) =>
      poll(
        input,
        (topic) => topic === 'v1/devices/me/attributes',
        ({ payload }) => JSON.parse(payload),
      ),
    ),
    serve(ingest.pollRpc, (input) =>
      poll(
        input,
        (topic) => RPC_REQUEST.test(topic),
        ({ topic, payload }) => ({ id: Number(RPC_REQUEST.exec(topic)?.[1]), ...JSON.parse(payload) }),
      ),
    ),
  ];
}

/** Messages of a device other than readings: responses to commands, claims, requests, provisioning. */
function requestRoutes(needs: Dependencies): ServedCall[] {
  const { rpc, claims, provisioning } = needs;
  const received = (
    c: AppContext,
    token: string,
    answer: (device: DeviceIdentity, payload: Uint8Array) => Response | Promise<Response>,
  ) =>
    forDevice(c, token, needs, async (device) => {
      const payload = await readBytes(c, MAX_PAYLOAD_BYTES);
      return 'status' in payload ? c.body(null, payload.status) : answer(device, payload);
    });
  return [
    serve(ingest.answerRpc, ({ c, path }) =>
      received(c, path.token, (device, payload) => {
        const problem = rpc.answeredBy(device, Number(path.id), payload);
        return problem ? refused(problem, c) : c.body(null, 200);
      }),
    ),
    serve(ingest.claim, ({ c, path }) =>
      received(c, path.token, async (device, payload) => {
        const parsed = parseJson(payload);
        const problem = 'problem' in parsed ? parsed.problem : await claims.offer(device.id, parsed.value);
        return problem ? refused(problem, c) : c.body(null, 200);
      }),
    ),
    serve(ingest.askRpc, ({ c, path }) =>
      received(c, path.token, (device, payload) => {
        const parsed = parseJson(payload);
        if ('problem' in parsed) return refused(parsed.problem, c);
        return c.json(answerDeviceRequest(parsed.value, device.gateway) as object);
      }),
    ),
    serve(ingest.provision, async ({ c }) => {
      const payload = await readBytes(c, MAX_PAYLOAD_BYTES);
      if ('status' in payload) return c.body(null, payload.status);
      const parsed = parseJson(payload);
      const request = 'value' in parsed ? parsed.value : null;
      const { answer, waitMs } = await provisioning.provision(request, clientSourceOf(c));
      return waitMs > 0 ? emptyTooMany(c, waitMs) : c.json(answer);
    }),
  ];
}

/** 400 with every problem of the message; 200 when all of it is stored, empty unless values of it are flagged. */
function reported({ problems, flagged, stored }: IngestOutcome, c: Context): Response {
  const [first] = [...problems, ...flagged];
  if (!first) return c.body(null, 200);
  const code = problems.length > 0 ? 400 : 200;
  const list = [
    ...problems.map((problem) => ({ ...described(problem, c), stored: false })),
    ...flagged.map((problem) => ({ ...described(problem, c), stored: true })),
  ];
  return c.json({ code, ...describe(first, stored, c), problems: list.slice(0, MOST_PROBLEMS) }, code);
}

/** Most problems that one response names; the device's own list has all of them. */
const MOST_PROBLEMS = 100;

interface Refusal {
  readonly field: string;
  readonly reason: string;
  /** Stored and flagged. */
  readonly outside?: true;
}

/** The problem in the language of the request. */
function described({ field, reason }: Refusal, context: Context): { field: string; msg: string } {
  return { field, msg: rejectionReason(reason, localeOf(context)) };
}

function refused(problem: Refusal, c: Context, stored = false): Response {
  return c.json({ code: 400, ...describe(problem, stored, c) }, 400);
}

const RPC_REQUEST = /^v1\/devices\/me\/rpc\/request\/(\d+)$/;

function describe(
  { field, reason, outside }: Refusal,
  stored: boolean,
  context: Context,
): { msg: string; field: string } {
  const english = localeOf(context) === 'en';
  if (outside) {
    const msg = english
      ? `stored and flagged: ${field} ${reason}`
      : `已保存并标记：${field} ${rejectionReason(reason)}`;
    return { field, msg };
  }
  const rest = stored ? (english ? ' (the other values were stored)' : '（其余数据已保存）') : '';
  return {
    field,
    msg: english ? `${field} ${reason}${rest}` : `数据格式错误：${field} ${rejectionReason(reason)}${rest}`,
  };
}

/** 429 with the recorded rejection: the message is not stored, and neither would be a repetition now. */
export function quotaExceeded(over: OverQuota, context: Context): Response {
  const { field, reason } = overQuotaProblem(over);
  context.header('Retry-After', String(Math.ceil(over.waitMs / 1000)));
  const msg = rejectionReason(reason, localeOf(context)).replace(/^quota_exceeded(: |：)/, '');
  return context.json({ code: 429, error: 'quota_exceeded', field, msg }, 429);
}

export function unavailable(context: Context): Response {
  const english = localeOf(context) === 'en';
  context.header('Retry-After', '5');
  return context.json(
    { code: 503, msg: english ? 'Not stored yet, try again' : '数据尚未保存，请稍后重试' },
    503,
  );
}

/** 'timeout' as soon as the disk of the database is full. */
async function whileSpace<T>(
  disk: Pick<DiskSpace, 'onDatabaseFull'>,
  work: Promise<T | 'timeout'>,
): Promise<T | 'timeout'> {
  let off = (): void => undefined;
  const full = new Promise<'timeout'>((resolve) => {
    off = disk.onDatabaseFull(() => resolve('timeout'));
  });
  try {
    return await Promise.race([work, full]);
  } finally {
    off();
  }
}
