import { Hono } from 'hono';
import * as v from 'valibot';
import type { ServerDeps } from '../../composition/deps.ts';
import { DailyReadings } from '../agronomy/daily-readings.ts';
import { PlotRepository } from '../agronomy/plot.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { AppEnv } from '../../platform/http/context.ts';
import { ok } from '../../platform/http/envelope.ts';
import { integer, pathParameter, readQuery } from '../../platform/http/input.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Most keys of one call. */
const MAX_KEYS = 100;
/** A year of days. */
const MAX_RANGE_MS = 400 * DAY_MS;

/** An IANA name; PostgreSQL knows the same, and more: offsets such as '+08' mean the opposite there. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const keyList = v.pipe(
  v.optional(v.pipe(v.string(), v.maxLength(16_384, 'field.tooLong')), ''),
  v.transform((text) => text.split(',').filter((key) => key !== '')),
  v.maxLength(MAX_KEYS, 'field.tooLong'),
);
const instant = v.optional(integer(-62_000_000_000_000, 253_402_300_799_999));
export const dailySchema = v.object({
  keys: keyList,
  /** Keys that count up, beside those whose name says so. */
  counters: keyList,
  startTs: instant,
  endTs: instant,
  timeZone: v.optional(v.pipe(v.string(), v.maxLength(64), v.check(isTimeZone))),
});

/** Numbers by local day of the zone of the device's plot. */
export function telemetryDailyRoutes(
  { pool, db, telemetry }: ServerDeps,
  devices: DeviceRepository,
): Hono<AppEnv> {
  const readings = new DailyReadings(pool);
  const plots = new PlotRepository(db);
  const app = new Hono<AppEnv>();
  app.get('/:id/history/timeseries/daily', async (c) => {
    const query = readQuery(c, dailySchema);
    const endTs = query.endTs ?? Date.now();
    const startTs = query.startTs ?? endTs - 30 * DAY_MS;
    if (startTs >= endTs) throw new HttpProblem(400, 'time.range', { field: 'startTs' });
    if (endTs - startTs > MAX_RANGE_MS) throw new HttpProblem(400, 'number.range', { field: 'startTs' });
    const { organisationId } = c.get('principal');
    const device = await devices.get(organisationId, pathParameter(c, 'id'));
    if (!device) throw notFound();
    const timeZone = query.timeZone ?? (await plots.ofDevice(organisationId, device)).timeZone;
    const keys =
      query.keys.length > 0 ? query.keys : Object.keys(await telemetry.latest(device.key)).slice(0, MAX_KEYS);
    return ok(
      c,
      await readings.byDay(device.key, { keys, startTs, endTs }, { timeZone, counters: query.counters }),
    );
  });
  return app;
}
