import { Readable } from 'node:stream';
import { telemetry as calls, type QueryOf } from '@farm3d/api';
import { platformNow } from '../../platform/clock.ts';
import type { AppContext } from '../../platform/http/context.ts';
import { okWritten } from '../../platform/http/envelope.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { ChartQueries } from '../../platform/telemetry/chart-queries.ts';
import { csvLines } from '../../platform/telemetry/csv.ts';
import type { TelemetryMessages } from '../../platform/telemetry/messages.ts';
import type { TelemetryQueries } from '../../platform/telemetry/queries.ts';
import { visibleOf, type VisibleKeys } from '../../platform/telemetry/visible-keys.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { DeviceAccess } from '../devices/device-access.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Most keys of one response. */
const MAX_KEYS = 100;

/**
 * Range of a query, default the last day.
 * @throws {HttpProblem} 400 when it ends before it begins
 */
function rangeOf(query: { startTs?: number | undefined; endTs?: number | undefined }): {
  startTs: number;
  endTs: number;
} {
  const endTs = query.endTs ?? platformNow();
  const startTs = query.startTs ?? endTs - DAY_MS;
  if (startTs >= endTs) throw new HttpProblem(400, 'time.range', { field: 'startTs' });
  return { startTs, endTs };
}

/** The named keys of a device (by its key), else all that it ever reported; of them those that the caller may see. */
export type KeysOf = (
  device: { readonly key: number; readonly visible?: VisibleKeys },
  named: readonly string[],
) => Promise<readonly string[]>;

export function keysIn(telemetry: Pick<TelemetryQueries, 'latest'>): KeysOf {
  return async ({ key, visible = null }, named) =>
    visibleOf(visible, named.length > 0 ? named : Object.keys(await telemetry.latest(key))).slice(
      0,
      Math.max(named.length, MAX_KEYS),
    );
}

/** A device, and which of its keys the caller may see. */
interface ReadableDevice {
  readonly key: number;
  readonly visible: VisibleKeys;
}

interface Dependencies {
  readonly telemetry: Pick<TelemetryQueries, 'latest' | 'writeHistory' | 'count' | 'outside' | 'misdated'>;
  readonly messages: Pick<TelemetryMessages, 'pages'>;
  readonly charts: Pick<ChartQueries, 'chart'>;
  readonly devices: Pick<DeviceRepository, 'get'>;
  readonly access: Pick<DeviceAccess, 'find'>;
}

/** `/api/telemetry/device`: telemetry of devices. */
export function telemetryRoutes({
  telemetry,
  messages,
  charts,
  devices,
  access,
}: Dependencies): ServedCall[] {
  const keysOf = keysIn(telemetry);
  const own = async (organisationId: string, id: string): Promise<ReadableDevice> => {
    const device = await devices.get(organisationId, id);
    if (!device) throw notFound();
    return { key: device.key, visible: null };
  };

  const latest = ({ key, visible }: ReadableDevice, { keys, ...page }: QueryOf<typeof calls.latest>) => {
    const wanted = keys.length > 0 ? visibleOf(visible, keys) : visible && [...visible];
    return telemetry.latest(key, wanted ?? undefined, page);
  };

  const history = async (c: AppContext, device: ReadableDevice, query: QueryOf<typeof calls.history>) => {
    const range = rangeOf(query);
    const keys = await keysOf(device, query.keys);
    const options = { limit: query.limit, order: query.orderBy };
    return okWritten(c, (writer) => telemetry.writeHistory(writer, device.key, { keys, ...range }, options));
  };

  return [
    serve(calls.latest, async ({ principal, path, query }) =>
      latest(await own(principal.organisationId, path.id), query),
    ),
    serve(calls.history, async ({ c, principal, path, query }) =>
      history(c, await own(principal.organisationId, path.id), query),
    ),
    // The same for shared devices: each call needs its own permission.
    serve(calls.latestShared, async ({ c, query }) => latest(await access.find(c, 'view'), query)),
    serve(calls.historyShared, async ({ c, query }) => history(c, await access.find(c, 'history'), query)),
    serve(calls.count, async ({ principal, path, query: { startTs, endTs } }) => {
      const bounded = startTs !== undefined || endTs !== undefined;
      const range = bounded ? rangeOf({ startTs: startTs ?? 0, endTs }) : undefined;
      const { key: device } = await own(principal.organisationId, path.id);
      return { count: await telemetry.count(device, range) };
    }),
    serve(calls.outside, async ({ c, query }) => {
      const range = rangeOf(query);
      const { key, visible } = await access.find(c, 'history');
      const keys = visible && query.keys.length === 0 ? [...visible] : visibleOf(visible, query.keys);
      // Without keys it would be all of them.
      if (visible && keys.length === 0) return { items: [], total: 0 };
      return telemetry.outside(key, { keys, ...range }, query.limit);
    }),
    serve(calls.misdated, async ({ c, query }) => {
      const range = rangeOf(query);
      const { key, visible } = await access.find(c, 'history');
      return telemetry.misdated(key, { keys: visible, ...range }, query.limit);
    }),
    serve(calls.export, async ({ c, query }) => {
      const range = rangeOf(query);
      const device = await access.find(c, 'history');
      const keys = await keysOf(device, query.keys);
      const lines = csvLines(keys, messages.pages(device.key, { keys, ...range }));
      return new Response(Readable.toWeb(Readable.from(lines)) as ReadableStream<Uint8Array>, {
        headers: {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="telemetry.csv"',
          'Cache-Control': 'no-store',
        },
      });
    }),
    serve(calls.chart, async ({ c, query }) => {
      const range = rangeOf(query);
      const device = await access.find(c, 'history');
      const keys = await keysOf(device, query.keys);
      return charts.chart(device.key, { keys, ...range }, query.points, query.method);
    }),
  ];
}
