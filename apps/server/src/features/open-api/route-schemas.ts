import { credentials, type RouteName } from '@farm3d/api';
import type * as v from 'valibot';
import * as agronomy from '../agronomy/routes.ts';
import * as telemetry from '../telemetry/routes.ts';
import * as telemetryDaily from '../telemetry/daily-routes.ts';

export interface RouteSchemas {
  /** What the JSON body is checked against. `file`: one file as a form. `json`: any, in the form of the device. */
  readonly body?: v.GenericSchema | 'file' | 'json';
  /** The body may be missing, because the query can say the same. */
  readonly bodyOptional?: true;
  readonly query?: v.GenericSchema;
}

/** What each call that takes a body or a query checks it against: the very schemas that its route uses. */
export const ROUTE_SCHEMAS: Partial<Record<RouteName, RouteSchemas>> = {
  'auth.login': { body: credentials },

  'telemetry.latest': { query: telemetry.latestSchema },
  'telemetry.history': { query: telemetry.historySchema },
  'telemetry.latestShared': { query: telemetry.latestSchema },
  'telemetry.historyShared': { query: telemetry.historySchema },
  'telemetry.daily': { query: telemetryDaily.dailySchema },
  'telemetry.drought': { query: agronomy.droughtSchema },
  'telemetry.warning': { query: agronomy.warningSchema },
  'telemetry.irrigation': { query: agronomy.irrigateSchema },
  'telemetry.count': { query: telemetry.countSchema },
  'telemetry.export': { query: telemetry.exportSchema },
  'telemetry.chart': { query: telemetry.chartSchema },
  'thingsboard.login': { body: credentials },
};
