import * as v from 'valibot';
import type { RouteName } from './routes.ts';
import * as agronomy from './wire/agronomy.ts';
import * as telemetry from './wire/telemetry.ts';

/** The call says nothing but that it was done. */
const nothing = v.null();
const list = (item: v.GenericSchema) => v.object({ items: v.array(item), total: v.number() });

/**
 * The `data` of each call's answer: the schemas by which the client of this package reads them. For the description of
 * the calls; a page that only makes calls does not load this.
 */
export const ANSWERS: Partial<Record<RouteName, v.GenericSchema>> = {
  'telemetry.latest': telemetry.seriesSchema,
  'telemetry.history': telemetry.seriesSchema,
  'telemetry.latestShared': telemetry.seriesSchema,
  'telemetry.historyShared': telemetry.seriesSchema,
  'telemetry.daily': telemetry.dailySchema,
  'telemetry.drought': agronomy.droughtSchema,
  'telemetry.warning': agronomy.predictionSchema,
  'telemetry.irrigation': agronomy.irrigationSchema,
  'telemetry.count': v.object({ count: v.number() }),
  'telemetry.chart': telemetry.chartSchema,
};
