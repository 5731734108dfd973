import { Readable } from 'node:stream';
import { Hono } from 'hono';
import * as v from 'valibot';
import type { ServerDeps } from '../../composition/deps.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import { csvLines } from '../../platform/telemetry/csv.ts';
import { MAX_CHART_POINTS, MAX_HISTORY_LIMIT } from '../../platform/telemetry/queries.ts';
import type { AppContext, AppEnv } from '../../platform/http/context.ts';
import type { DeviceAccess } from '../devices/device-access.ts';
import { ok, okWritten } from '../../platform/http/envelope.ts';
import { integer, pathParameter, readQuery } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Most keys of one call. */
const MAX_KEYS = 100;

/** `a,b,c`; undefined when none are named. */
const keysSchema = v.pipe(
  v.optional(v.pipe(v.string(), v.maxLength(16_384, 'field.tooLong')), ''),
  v.transform((text) => text.split(',').filter((key) => key !== '')),
  v.maxLength(MAX_KEYS, 'field.tooLong'),
  v.transform((keys) => (keys.length > 0 ? keys : undefined)),
);

/** Epoch milliseconds; those of four-digit years. */
const instant = v.optional(integer(-62_000_000_000_000, 253_402_300_799_999));
const rangeEntries = { keys: keysSchema, startTs: instant, endTs: instant };
export const latestSchema = v.object({ keys: keysSchema });
export const countSchema = v.object({ startTs: instant, endTs: instant });
export const historySchema = v.object({
  ...rangeEntries,
  limit: v.optional(integer(1, MAX_HISTORY_LIMIT), 1000),
  orderBy: v.optional(
    v.pipe(
      v.string(),
      v.transform((order) => order.toUpperCase()),
      v.picklist(['ASC', 'DESC']),
    ),
    'ASC',
  ),
});
export const chartSchema = v.object({
  ...rangeEntries,
  points: v.optional(integer(2, MAX_CHART_POINTS), 300),
  method: v.optional(v.picklist(['avg', 'minmax', 'lttb']), 'avg'),
});
export const exportSchema = v.object(rangeEntries);

/** The last day unless asked otherwise. @throws {HttpProblem} 400 when the range ends before it begins. */
function rangeOf(query: { startTs?: number | undefined; endTs?: number | undefined }): {
  startTs: number;
  endTs: number;
} {
  const endTs = query.endTs ?? Date.now();
  const startTs = query.startTs ?? endTs - DAY_MS;
  if (startTs >= endTs) throw new HttpProblem(400, 'time.range', { field: 'startTs' });
  return { startTs, endTs };
}

export function telemetryRoutes(
  { telemetry, charts }: ServerDeps,
  devices: DeviceRepository,
  access: DeviceAccess,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();

  const keyOf = async (c: AppContext): Promise<number> => {
    const device = await devices.get(c.get('principal').organisationId, pathParameter(c, 'id'));
    if (!device) throw notFound();
    return device.key;
  };

  /** The named keys, else all that the device ever sent. */
  const keysOf = async (device: number, keys: string[] | undefined): Promise<string[]> =>
    keys ?? Object.keys(await telemetry.latest(device)).slice(0, MAX_KEYS);

  const latest = async (c: AppContext, device: number): Promise<Response> =>
    ok(c, await telemetry.latest(device, readQuery(c, latestSchema).keys));

  const history = async (c: AppContext, device: number): Promise<Response> => {
    const query = readQuery(c, historySchema);
    const range = rangeOf(query);
    const keys = await keysOf(device, query.keys);
    const options = { limit: query.limit, order: query.orderBy };
    return okWritten(c, (writer) => telemetry.writeHistory(writer, device, { keys, ...range }, options));
  };

  app.get('/:id/latest/timeseries', async (c) => latest(c, await keyOf(c)));
  app.get('/:id/history/timeseries', async (c) => history(c, await keyOf(c)));
  // The same for devices that somebody shared: each needs its own permission.
  app.get('/:id/latest/timeseries/authorize', async (c) => latest(c, (await access.find(c, 'view')).key));
  app.get('/:id/history/timeseries/authorize', async (c) =>
    history(c, (await access.find(c, 'history')).key),
  );

  app.get('/:id/timeseries/count', async (c) => {
    const query = readQuery(c, countSchema);
    const bounded = query.startTs !== undefined || query.endTs !== undefined;
    const range = bounded ? rangeOf({ startTs: query.startTs ?? 0, endTs: query.endTs }) : undefined;
    return ok(c, { count: await telemetry.count(await keyOf(c), range) });
  });

  app.get('/:id/history/timeseries/export', async (c) => {
    const query = readQuery(c, exportSchema);
    const range = rangeOf(query);
    const { key: device } = await access.find(c, 'history');
    const keys = await keysOf(device, query.keys);
    const rows = telemetry.messages(device, { keys, ...range });
    return new Response(Readable.toWeb(Readable.from(csvLines(keys, rows))) as ReadableStream<Uint8Array>, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="telemetry.csv"',
        'Cache-Control': 'no-store',
      },
    });
  });

  app.get('/:id/history/timeseries/chart', async (c) => {
    const query = readQuery(c, chartSchema);
    const range = rangeOf(query);
    const { key: device } = await access.find(c, 'history');
    const keys = await keysOf(device, query.keys);
    return ok(c, await charts.chart(device, { keys, ...range }, query.points, query.method));
  });

  return app;
}
