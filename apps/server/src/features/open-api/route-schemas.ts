import type { RouteName } from '@farm3d/api';
import * as v from 'valibot';
import { idsSchema } from '../../platform/http/input.ts';
import * as agronomy from '../agronomy/routes.ts';
import * as audit from '../audit/routes.ts';
import * as auth from '../auth/routes.ts';
import * as crops from '../crops/routes.ts';
import * as desk from '../desk/routes.ts';
import * as keys from '../keys/routes.ts';
import * as login from '../auth/login.ts';
import * as thingsboard from '../thingsboard/routes.ts';
import * as users from '../users/routes.ts';

export interface RouteSchemas {
  /** What the JSON body is checked against. `file`: one file as a form. `json`: any, in the form of the device. */
  readonly body?: v.GenericSchema | 'file' | 'json';
  /** The body may be missing, because the query can say the same. */
  readonly bodyOptional?: true;
  readonly query?: v.GenericSchema;
}

/** Readings and attributes are checked against the product model, not against a schema of the call. */
const REPORT = { body: 'json' } as const;
const IDS = {
  body: idsSchema,
  bodyOptional: true,
  query: v.object({ ids: v.optional(v.string()), id: v.optional(v.string()) }),
} as const;

/** What each call that takes a body or a query checks it against: the very schemas that its route uses. */
export const ROUTE_SCHEMAS: Partial<Record<RouteName, RouteSchemas>> = {
  'auth.login': { body: login.loginSchema },
  'auth.updateMe': { body: auth.profileSchema },
  'auth.changePassword': { body: auth.changeSchema },

  'crops.growthModels': { query: crops.growthSchema },
  'crops.plants': { query: crops.listSchema },
  'crops.createPlants': { body: crops.batchForms },
  'crops.updatePlant': { body: crops.updateSchema },

  'agronomy.plots': { query: agronomy.plotsSchema },
  'agronomy.tables': { query: agronomy.tablesSchema },
  'agronomy.editTable': { body: agronomy.editSchema },
  'agronomy.saveClimate': { body: agronomy.climateSchema },

  'feedback.create': { body: desk.feedbackSchema },
  'feedback.remove': IDS,
  'articles.notices': { query: desk.articleListSchema },
  'articles.tutorials': { query: desk.articleListSchema },
  'articles.instructions': { query: desk.articleListSchema },
  'articles.publish': { body: desk.articleSchema },
  'organisation.saveMapSetting': { body: desk.mapSchema },
  'organisation.createDepartment': { body: desk.departmentSchema },
  'organisation.createPlotSkin': { body: desk.skinSchema },
  'organisation.operateLog': { query: desk.operateSchema },

  'users.list': { query: users.listSchema },
  'users.create': { body: users.createSchema },
  'users.update': { body: users.updateSchema },
  'apiKeys.create': { body: keys.apiKeySchema },
  'embedTokens.create': { body: keys.embedSchema },
  'audit.list': { query: audit.pageSchema },

  'thingsboard.login': { body: login.loginSchema },
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
