import { telemetry as calls } from '@farm3d/api';
import { platformNow } from '../../platform/clock.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { DailyReadings } from '../agronomy/daily-readings.ts';
import type { PlotRepository } from '../agronomy/plot.ts';
import type { DeviceRepository } from '../devices/repository.ts';
import type { KeysOf } from './routes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A year of days. */
const MAX_RANGE_MS = 400 * DAY_MS;

/** Daily values in the time zone of the device's plot. */
export function telemetryDailyRoutes({
  readings,
  plots,
  devices,
  keysOf,
}: {
  readings: Pick<DailyReadings, 'byDay'>;
  plots: Pick<PlotRepository, 'ofDevice'>;
  devices: Pick<DeviceRepository, 'get'>;
  keysOf: KeysOf;
}): ServedCall[] {
  return [
    serve(calls.daily, async ({ principal: { organisationId }, path, query }) => {
      const { counters, endTs = platformNow() } = query;
      const startTs = query.startTs ?? endTs - 30 * DAY_MS;
      if (startTs >= endTs) throw new HttpProblem(400, 'time.range', { field: 'startTs' });
      if (endTs - startTs > MAX_RANGE_MS) throw new HttpProblem(400, 'number.range', { field: 'startTs' });
      const device = await devices.get(organisationId, path.id);
      if (!device) throw notFound();
      const timeZone = query.timeZone ?? (await plots.ofDevice(organisationId, device)).timeZone;
      const keys = await keysOf(device, query.keys);
      return readings.byDay(device.key, { keys, startTs, endTs }, { timeZone, counters });
    }),
  ];
}
