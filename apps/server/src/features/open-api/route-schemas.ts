import { credentials, type RouteName } from '@farm3d/api';
import type * as v from 'valibot';
import * as agronomy from '../agronomy/routes.ts';
import * as crops from '../crops/routes.ts';
import * as telemetry from '../telemetry/routes.ts';
import * as telemetryDaily from '../telemetry/daily-routes.ts';
import * as thingsboard from '../thingsboard/routes.ts';

export interface RouteSchemas {
  /** What the JSON body is checked against. `file`: one file as a form. `json`: any, in the form of the device. */
  readonly body?: v.GenericSchema | 'file' | 'json';
  /** The body may be missing, because the query can say the same. */
  readonly bodyOptional?: true;
  readonly query?: v.GenericSchema;
}

/** Readings and attributes are checked against the product model, not against a schema of the call. */
const REPORT = { body: 'json' } as const;

/** What each call that takes a body or a query checks it against: the very schemas that its route uses. */
export const ROUTE_SCHEMAS: Partial<Record<RouteName, RouteSchemas>> = {
  'crops.growthModels': { query: crops.growthSchema },
  'crops.plants': { query: crops.listSchema },
  'crops.createPlants': { body: crops.batchForms },
  'crops.updatePlant': { body: crops.updateSchema },

  'agronomy.plots': { query: agronomy.plotsSchema },
  'agronomy.tables': { query: agronomy.tablesSchema },
  'agronomy.editTable': { body: agronomy.editSchema },
  'agronomy.saveClimate': { body: agronomy.climateSchema },

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
  'thingsboard.refresh': { body: thingsboard.renewSchema },
  'thingsboard.device': { query: thingsboard.deviceSchema },
  'thingsboard.timeseries': { query: thingsboard.seriesSchema },
  'thingsboard.attributes': { query: thingsboard.valuesSchema },
  'thingsboard.attributesOf': { query: thingsboard.valuesSchema },
  'thingsboard.saveAttributes': { body: thingsboard.saveSchema },
  'thingsboard.saveAttributesOf': { body: thingsboard.saveSchema },
  'thingsboard.oneway': { body: thingsboard.rpcSchema },
  'thingsboard.twoway': { body: thingsboard.rpcSchema },
  'thingsboard.oldOneway': { body: thingsboard.rpcSchema },
  'thingsboard.oldTwoway': { body: thingsboard.rpcSchema },

  'ingest.telemetry': REPORT,
  'ingest.attributes': REPORT,
  'ingest.chirpstack': REPORT,
  'ingest.ttn': REPORT,
  'ingest.answerRpc': REPORT,
  'ingest.askRpc': REPORT,
  'ingest.claim': REPORT,
  'ingest.provision': REPORT,
};
