import { Hono, type Context } from 'hono';
import * as v from 'valibot';
import { ACCESS_TOKEN_SECONDS } from '../../platform/auth/access-tokens.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { VisitingTokens } from '../devices/visiting-tokens.ts';
import { InterlockError } from '../commands/interlocks.ts';
import type { ServerDeps } from '../../composition/deps.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import { RpcError } from '../commands/device-rpc.ts';
import { AGGREGATIONS, aggregate, MAX_INTERVALS } from '../../platform/telemetry/aggregate.ts';
import { MAX_HISTORY_LIMIT } from '@farm3d/api';
import type { TimedValue } from '../../platform/telemetry/queries.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import type { DeviceAccess } from '../devices/device-access.ts';
import { integer, pathParameter, readBody, readQuery } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { logIn, renew, type AuthParts } from '../auth/login.ts';

/*
 * The part of ThingsBoard's user API that integrators' tools call, in its own forms. Refusals keep our body:
 * those tools look at the status.
 */

const SCOPES = {
  CLIENT_SCOPE: 'attributes',
  SHARED_SCOPE: 'shared_attributes',
  SERVER_SCOPE: 'server_attributes',
} as const;
type Scope = keyof typeof SCOPES;
const MAX_KEYS = 100;
/** ThingsBoard's own default of a series. */
const SERIES_LIMIT = 100;
const MIN_TIMEOUT_MS = 5_000;

const keysSchema = v.pipe(
  v.optional(v.pipe(v.string(), v.maxLength(16_384, 'field.tooLong')), ''),
  v.transform((text) => text.split(',').filter((key) => key !== '')),
  v.maxLength(MAX_KEYS, 'field.tooLong'),
);
const flag = v.pipe(
  v.optional(v.picklist(['true', 'false', '']), 'false'),
  v.transform((text) => text === 'true'),
);
const instant = v.optional(integer(0, 253_402_300_799_999));
export const seriesSchema = v.object({
  keys: keysSchema,
  startTs: instant,
  endTs: instant,
  interval: v.optional(integer(0, Number.MAX_SAFE_INTEGER), 0),
  agg: v.optional(v.picklist([...AGGREGATIONS, 'NONE', '']), 'NONE'),
  limit: v.optional(integer(1, MAX_HISTORY_LIMIT), SERIES_LIMIT),
  orderBy: v.optional(v.picklist(['ASC', 'DESC', '']), 'DESC'),
  useStrictDataTypes: flag,
});

export const rpcSchema = v.object({
  method: v.pipe(v.string('rpc.method.required'), v.nonEmpty('rpc.method.required'), v.maxLength(128)),
  params: v.optional(v.unknown(), {}),
  timeout: v.optional(v.number(), 10_000),
  persistent: v.optional(v.boolean(), false),
  /** Epoch ms. */
  expirationTime: v.optional(v.number()),
});

export const renewSchema = v.object({ refreshToken: v.string() });

export const deviceSchema = v.object({ deviceName: v.pipe(v.string(), v.nonEmpty()) });

export const valuesSchema = v.object({ keys: keysSchema });

export const saveSchema = v.record(v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)), v.unknown());

export function thingsboardAuthRoutes(parts: AuthParts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.post('/login', async (c) => {
    const { accessToken, refresh } = await logIn(c, parts);
    return tokens(c, accessToken, refresh.token);
  });
  app.post('/token', async (c) => {
    const { refreshToken } = await readBody(c, renewSchema);
    const session = await renew(refreshToken, parts);
    if (!session) throw new HttpProblem(401, 'unauthorised');
    return tokens(c, session.accessToken, session.refresh.token);
  });
  return app;
}

function tokens(c: Context, token: string, refreshToken: string): Response {
  c.header('Cache-Control', 'no-store');
  return c.json({ token, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS });
}

export function thingsboardDeviceRoutes(devices: DeviceRepository): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/devices', async (c) => {
    const { deviceName } = readQuery(c, deviceSchema);
    const { organisationId } = c.get('principal');
    const { items } = await devices.list(organisationId, { name: deviceName }, { offset: 0, limit: 200 });
    const device = items.find(({ name }) => name === deviceName);
    if (!device) throw notFound();
    return c.json({
      id: { entityType: 'DEVICE', id: device.id },
      name: device.name,
      type: device.product_code,
      createdTime: device.created_at.getTime(),
    });
  });
  return app;
}

/** `/api/device/{id}/credentials`: a token of its own for the tool that asks, of the caller's own devices. */
export function thingsboardCredentialRoutes(devices: DeviceRepository, tokens: VisitingTokens): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/:id/credentials', async (c) => {
    const { organisationId, sessionId } = c.get('principal');
    const device = await devices.get(organisationId, pathParameter(c, 'id'));
    if (!device) throw notFound();
    c.header('Cache-Control', 'no-store');
    return c.json({
      deviceId: { entityType: 'DEVICE', id: device.id },
      credentialsType: 'ACCESS_TOKEN',
      credentialsId: await tokens.issue(device.key, sessionId),
    });
  });
  return app;
}

export function thingsboardTelemetryRoutes(deps: ServerDeps, access: DeviceAccess): Hono<AppEnv> {
  const { pool, telemetry, attributes } = deps;
  const app = new Hono<AppEnv>();

  app.get('/DEVICE/:id/keys/timeseries', async (c) => {
    const device = await access.find(c, 'view');
    return c.json(Object.keys(await telemetry.latest(device.key)));
  });

  app.get('/DEVICE/:id/values/timeseries', async (c) => {
    const query = readQuery(c, seriesSchema);
    const ranged = query.startTs !== undefined && query.endTs !== undefined;
    const device = await access.find(c, ranged ? 'history' : 'view');
    const keys = query.keys.length > 0 ? query.keys : Object.keys(await telemetry.latest(device.key));
    if (!ranged) return c.json(shown(await telemetry.latest(device.key, keys), query.useStrictDataTypes));
    const range = { keys, startTs: query.startTs ?? 0, endTs: query.endTs ?? 0 };
    const order = query.orderBy === 'ASC' ? 'ASC' : 'DESC';
    if (query.agg === 'NONE' || query.agg === '') {
      const series = await telemetry.history(device.key, range, { limit: query.limit, order });
      return c.json(shown(series, query.useStrictDataTypes));
    }
    const whole = Math.max(1, range.endTs - range.startTs);
    const intervalMs = query.interval > 0 ? query.interval : whole;
    if (whole / intervalMs > MAX_INTERVALS) throw new HttpProblem(400, 'number.range', { field: 'interval' });
    const series = await aggregate(pool, device.key, range, { aggregation: query.agg, intervalMs });
    if (order === 'DESC') for (const values of Object.values(series)) values.reverse();
    return c.json(shown(series, query.useStrictDataTypes));
  });

  const scopesOf = async (c: AppContext): Promise<Record<Scope, Record<string, JsonValue>>> => {
    const device = await access.find(c, 'view');
    const { rows } = await pool.query<Record<Scope, Record<string, JsonValue>>>(
      `select attributes as "CLIENT_SCOPE", shared_attributes as "SHARED_SCOPE", server_attributes as "SERVER_SCOPE"
       from device where key = $1`,
      [device.key],
    );
    if (!rows[0]) throw notFound();
    return rows[0];
  };
  const scopeOf = (c: AppContext): Scope => {
    const scope = pathParameter(c, 'scope');
    if (!Object.hasOwn(SCOPES, scope)) throw notFound();
    return scope as Scope;
  };
  const chosen = (c: AppContext, values: Record<string, JsonValue>): Response => {
    const { keys } = readQuery(c, valuesSchema);
    const wanted = Object.entries(values).filter(([key]) => keys.length === 0 || keys.includes(key));
    // When each was last written is not kept.
    return c.json(wanted.map(([key, value]) => ({ key, value, lastUpdateTs: 0 })));
  };

  app.get('/DEVICE/:id/keys/attributes', async (c) => {
    const scopes = await scopesOf(c);
    return c.json([...new Set(Object.values(scopes).flatMap((values) => Object.keys(values)))]);
  });

  app.get('/DEVICE/:id/values/attributes', async (c) => {
    const { SERVER_SCOPE, SHARED_SCOPE, CLIENT_SCOPE } = await scopesOf(c);
    return chosen(c, { ...SERVER_SCOPE, ...SHARED_SCOPE, ...CLIENT_SCOPE });
  });

  app.get('/DEVICE/:id/values/attributes/:scope', async (c) => chosen(c, (await scopesOf(c))[scopeOf(c)]));

  const save = async (c: AppContext): Promise<Response> => {
    const scope = scopeOf(c);
    const changes = await readBody(c, saveSchema);
    const device = await access.find(c, 'configure');
    // The body was JSON, so its parts are.
    const values = changes as Record<string, JsonValue>;
    if (scope === 'CLIENT_SCOPE' || Object.keys(values).length > MAX_KEYS) {
      throw new HttpProblem(400, 'field.invalid', { field: 'scope' });
    }
    if (scope === 'SHARED_SCOPE') await attributes.share(device, values);
    else {
      await pool.query(
        'update device set server_attributes = server_attributes || $2::jsonb where key = $1',
        [device.key, JSON.stringify(values)],
      );
    }
    return c.body(null, 200);
  };
  app.post('/DEVICE/:id/attributes/:scope', save);
  app.post('/DEVICE/:id/:scope', save);

  return app;
}

/** `/api/rpc`, and with `old` the older path, which has other codes. */
export function thingsboardRpcRoutes({ rpc }: ServerDeps, access: DeviceAccess, old: boolean): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const call = (oneWay: boolean) => async (c: AppContext) => {
    const { method, params, timeout, persistent, expirationTime } = await readBody(c, rpcSchema);
    const device = await access.find(c, 'control');
    const { userId } = c.get('principal');
    // The body was JSON, so its parts are.
    const request = { method, params: params as JsonValue, userId };
    if (persistent) {
      const expiresInMs = Math.max(1_000, (expirationTime ?? Date.now() + 86_400_000) - Date.now());
      return c.json({ rpcId: await rpc.queue(device, { ...request, expiresInMs }) });
    }
    try {
      const timeoutMs = Math.max(MIN_TIMEOUT_MS, timeout);
      const answer = await rpc.send(device, { ...request, timeoutMs, oneWay });
      return oneWay ? c.body(null, 200) : c.json(answer as object);
    } catch (error) {
      if (error instanceof InterlockError) {
        throw error.code === 'range'
          ? new HttpProblem(400, 'number.range', { field: `params.${error.subject}` })
          : new HttpProblem(409, 'device.excluded', { error: 'device_excluded' });
      }
      if (!(error instanceof RpcError)) throw error;
      return c.body(null, old ? (error.code === 'offline' ? 409 : 408) : 504);
    }
  };
  app.post('/oneway/:id', call(true));
  app.post('/twoway/:id', call(false));
  return app;
}

/** Text, as ThingsBoard shows every value unless it is asked for the types. */
function shown(series: Record<string, readonly TimedValue[]>, strict: boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(series).map(([key, values]) => [
      key,
      values.map(({ ts, value }) => ({
        ts,
        value: strict || typeof value === 'string' ? value : JSON.stringify(value),
      })),
    ]),
  );
}
