import { thingsboard as calls, type BodyOf, type QueryOf } from '@farm3d/api';
import type { Pool } from 'pg';
import { ACCESS_TOKEN_SECONDS, type Principal } from '../../platform/auth/access-tokens.ts';
import { platformNow } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/http/context.ts';
import type { ServerEvents } from '../../platform/events.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DeviceSessions } from '../../platform/sessions/device-sessions.ts';
import type { JsonValue } from '../../platform/json-value.ts';
import { aggregate, equalIntervals, MAX_INTERVALS } from '../../platform/telemetry/aggregate.ts';
import { localIntervals, type CalendarUnit } from '../../platform/telemetry/local-intervals.ts';
import { visibleMembers, visibleOf } from '../../platform/telemetry/visible-keys.ts';
import type { TelemetryQueries, TimedValue } from '../../platform/telemetry/queries.ts';
import { logIn, renew, type AuthParts } from '../auth/login.ts';
import { RpcError, type DeviceRpc } from '../commands/device-rpc.ts';
import { visibleAnswer } from '../commands/visible-answer.ts';
import { commandProblem } from '../commands/command-problem.ts';
import type { DeviceAttributeStore } from '../devices/device-attributes.ts';
import { saveServerAttributes } from '../devices/server-attributes.ts';
import type { PlotRepository } from '../agronomy/plot.ts';
import type { DeviceRepository, DeviceRow } from '../devices/repository.ts';
import type { TemporaryDeviceTokens } from '../devices/temporary-device-tokens.ts';
import type { DeviceAccess } from '../devices/device-access.ts';

const SCOPES = ['CLIENT_SCOPE', 'SHARED_SCOPE', 'SERVER_SCOPE'] as const;
type Scope = (typeof SCOPES)[number];
/** Attributes of one call. */
const MAX_KEYS = 100;
const MIN_TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;

interface Dependencies {
  readonly login: AuthParts;
  readonly devices: Pick<DeviceRepository, 'get' | 'list'>;
  readonly tokens: Pick<TemporaryDeviceTokens, 'issue'>;
  readonly access: Pick<DeviceAccess, 'find'>;
  readonly pool: Pool;
  readonly telemetry: Pick<TelemetryQueries, 'latest' | 'history'>;
  readonly plots: Pick<PlotRepository, 'ofDevice'>;
  /** Epoch ms before which hours are stored. */
  readonly rolledUntil: () => number;
  readonly attributes: Pick<DeviceAttributeStore, 'share'>;
  readonly rpc: Pick<DeviceRpc, 'queue' | 'send'>;
  readonly sessions: Pick<DeviceSessions, 'loadTimeout'>;
  readonly events: Pick<ServerEvents, 'emit'>;
}

/** The part of ThingsBoard's user API that integration tools call, in its own forms. */
export function thingsboardRoutes(needs: Dependencies): ServedCall[] {
  return [
    ...loginRoutes(needs),
    ...deviceRoutes(needs),
    ...seriesRoutes(needs),
    ...attributeRoutes(needs),
    ...commandRoutes(needs),
  ];
}

function loginRoutes({ login }: Dependencies): ServedCall[] {
  const tokens = (c: AppContext, token: string, refreshToken: string): Response => {
    c.header('Cache-Control', 'no-store');
    return c.json({ token, refreshToken, expiresIn: ACCESS_TOKEN_SECONDS });
  };
  return [
    serve(calls.login, async ({ c, body }) => {
      const { accessToken, refresh } = await logIn(c, body, login);
      return tokens(c, accessToken, refresh.token);
    }),
    serve(calls.refresh, async ({ c, body }) => {
      const session = await renew(c, body.refreshToken, login);
      if (!session) throw new HttpProblem(401, 'unauthorised');
      return tokens(c, session.accessToken, session.refresh.token);
    }),
  ];
}

function deviceRoutes({ devices, tokens }: Dependencies): ServedCall[] {
  return [
    serve(calls.device, async ({ principal, query: { deviceName } }) => {
      const page = { offset: 0, limit: 200 };
      const { items } = await devices.list(principal.organisationId, { name: deviceName }, page);
      const device = items.find(({ name }) => name === deviceName);
      if (!device) throw notFound();
      return {
        id: { entityType: 'DEVICE', id: device.id },
        name: device.name,
        type: device.product_code,
        createdTime: device.created_at.getTime(),
      };
    }),
    // A temporary token, only for the caller's own devices.
    serve(calls.credentials, async ({ c, principal, path }) => {
      const device = await devices.get(principal.organisationId, path.id);
      if (!device) throw notFound();
      c.header('Cache-Control', 'no-store');
      return {
        deviceId: { entityType: 'DEVICE', id: device.id },
        credentialsType: 'ACCESS_TOKEN',
        credentialsId: await tokens.issue(device.key, principal.sessionId),
      };
    }),
  ];
}

const CALENDAR = {
  WEEK: 'sundayWeek',
  WEEK_ISO: 'week',
  MONTH: 'month',
  QUARTER: 'quarter',
} as const satisfies Record<string, CalendarUnit>;

function seriesRoutes({ pool, telemetry, access, plots, rolledUntil }: Dependencies): ServedCall[] {
  /** Boundaries of the intervals: equal ones, or those of the calendar where the farm is. */
  const intervalsOf = async (
    device: DeviceRow,
    range: { startTs: number; endTs: number },
    { interval, intervalType, timeZone }: QueryOf<typeof calls.timeseries>,
  ): Promise<readonly number[]> => {
    if (range.startTs >= range.endTs) throw new HttpProblem(400, 'time.range', { field: 'startTs' });
    if (intervalType !== 'MILLISECONDS' && intervalType !== '') {
      const zone = timeZone ?? (await plots.ofDevice(device.organisation_id, device)).timeZone;
      const { boundaries } = await localIntervals(pool, range, CALENDAR[intervalType], zone);
      if (boundaries.length > MAX_INTERVALS)
        throw new HttpProblem(400, 'number.range', { field: 'intervalType' });
      return boundaries;
    }
    const whole = range.endTs - range.startTs;
    const intervalMs = interval > 0 ? interval : whole;
    if (whole / intervalMs > MAX_INTERVALS) throw new HttpProblem(400, 'number.range', { field: 'interval' });
    return equalIntervals(range, intervalMs);
  };
  return [
    serve(calls.timeseriesKeys, async ({ c }) => {
      const device = await access.find(c, 'view');
      return visibleOf(device.visible, Object.keys(await telemetry.latest(device.key)));
    }),
    serve(calls.timeseries, async ({ c, query }) => {
      const ranged = query.startTs !== undefined && query.endTs !== undefined;
      const device = await access.find(c, ranged ? 'history' : 'view');
      const named = query.keys.length > 0 ? query.keys : Object.keys(await telemetry.latest(device.key));
      const keys = visibleOf(device.visible, named);
      if (!ranged) return toText(await telemetry.latest(device.key, keys), query.useStrictDataTypes);
      const range = { keys, startTs: query.startTs ?? 0, endTs: query.endTs ?? 0 };
      const order = query.orderBy === 'ASC' ? 'ASC' : 'DESC';
      if (query.agg === 'NONE' || query.agg === '') {
        const series = await telemetry.history(device.key, range, { limit: query.limit, order });
        return toText(series, query.useStrictDataTypes);
      }
      const boundaries = await intervalsOf(device, range, query);
      const asked = { boundaries, aggregation: query.agg };
      const series = await aggregate(pool, device.key, keys, asked, rolledUntil());
      if (order === 'DESC') for (const values of Object.values(series)) values.reverse();
      return toText(series, query.useStrictDataTypes);
    }),
  ];
}

/** As text, as ThingsBoard returns every value unless types are requested. */
function toText(series: Record<string, readonly TimedValue[]>, strict: boolean): Record<string, unknown> {
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

/** @throws {HttpProblem} 404 for an unknown scope */
function scopeOf(text: string): Scope {
  const scope = SCOPES.find((one) => one === text);
  if (!scope) throw notFound();
  return scope;
}

/**
 * Merges attributes into a scope of the device of the call.
 * @throws {HttpProblem} 400 for the scope of the device itself, too many keys or an invalid time-out
 */
async function saveAttributes(
  needs: Dependencies,
  c: AppContext,
  scopeText: string,
  body: BodyOf<typeof calls.saveAttributes>,
): Promise<Response> {
  const scope = scopeOf(scopeText);
  const device = await needs.access.find(c, 'configure');
  // The body was JSON, so its members are.
  const values = body as Record<string, JsonValue>;
  if (scope === 'CLIENT_SCOPE' || Object.keys(values).length > MAX_KEYS)
    throw new HttpProblem(400, 'field.invalid', { field: 'scope' });
  if (scope === 'SHARED_SCOPE') await needs.attributes.share(device, values);
  else await saveServerAttributes(needs, device, values);
  return c.body(null, 200);
}

function attributeRoutes(needs: Dependencies): ServedCall[] {
  const { pool, access } = needs;
  const scopesOf = async (c: AppContext): Promise<Record<Scope, Record<string, JsonValue>>> => {
    const device = await access.find(c, 'view');
    const { rows } = await pool.query<Record<Scope, Record<string, JsonValue>>>(
      `select attributes as "CLIENT_SCOPE", shared_attributes as "SHARED_SCOPE", server_attributes as "SERVER_SCOPE"
       from device where key = $1`,
      [device.key],
    );
    const [scopes] = rows;
    if (!scopes) throw notFound();
    return {
      CLIENT_SCOPE: visibleMembers(device.visible, scopes.CLIENT_SCOPE),
      SHARED_SCOPE: visibleMembers(device.visible, scopes.SHARED_SCOPE),
      SERVER_SCOPE: visibleMembers(device.visible, scopes.SERVER_SCOPE),
    };
  };
  // The time of the last write is not stored.
  const chosen = (keys: readonly string[], values: Record<string, JsonValue>) =>
    Object.entries(values)
      .filter(([key]) => keys.length === 0 || keys.includes(key))
      .map(([key, value]) => ({ key, value, lastUpdateTs: 0 }));
  return [
    serve(calls.attributeKeys, async ({ c }) => {
      const scopes = await scopesOf(c);
      return [...new Set(Object.values(scopes).flatMap((values) => Object.keys(values)))];
    }),
    serve(calls.attributes, async ({ c, query }) => {
      const { SERVER_SCOPE, SHARED_SCOPE, CLIENT_SCOPE } = await scopesOf(c);
      return chosen(query.keys, { ...SERVER_SCOPE, ...SHARED_SCOPE, ...CLIENT_SCOPE });
    }),
    serve(calls.attributesOf, async ({ c, path, query }) =>
      chosen(query.keys, (await scopesOf(c))[scopeOf(path.scope)]),
    ),
    serve(calls.saveAttributes, ({ c, path, body }) => saveAttributes(needs, c, path.scope, body)),
    serve(calls.saveAttributesOf, ({ c, path, body }) => saveAttributes(needs, c, path.scope, body)),
  ];
}

/** Commands; the older paths return other codes for an offline device. */
function commandRoutes({ rpc, access }: Dependencies): ServedCall[] {
  const send = async (
    { c, principal, body }: { c: AppContext; principal: Principal; body: BodyOf<typeof calls.twoway> },
    { oneWay, old }: { oneWay: boolean; old: boolean },
  ): Promise<Response> => {
    const { method, params, timeout, persistent, expirationTime } = body;
    const device = await access.find(c, 'control');
    // The body was JSON, so its members are.
    const { userId, organisationId, apiKeyId } = principal;
    const request = { method, params: params as JsonValue, userId, organisationId, apiKeyId };
    try {
      if (persistent) {
        const expiresInMs = Math.max(1_000, (expirationTime ?? platformNow() + DAY_MS) - platformNow());
        return c.json({ rpcId: await rpc.queue(device, { ...request, expiresInMs }) });
      }
      const timeoutMs = Math.max(MIN_TIMEOUT_MS, timeout);
      const answer = await rpc.send(device, { ...request, timeoutMs, oneWay });
      return oneWay ? c.body(null, 200) : c.json(visibleAnswer(device.visible, answer) as object);
    } catch (thrown) {
      const error = commandProblem(thrown);
      if (!(error instanceof RpcError)) throw error;
      return c.body(null, old ? (error.code === 'offline' ? 409 : 408) : 504);
    }
  };
  return [
    serve(calls.oneway, (input) => send(input, { oneWay: true, old: false })),
    serve(calls.twoway, (input) => send(input, { oneWay: false, old: false })),
    serve(calls.oldOneway, (input) => send(input, { oneWay: true, old: true })),
    serve(calls.oldTwoway, (input) => send(input, { oneWay: false, old: true })),
  ];
}
