import { credentials, type RouteName } from '@farm3d/api';
import * as v from 'valibot';
import { idsSchema } from '../../platform/http/input.ts';
import * as agronomy from '../agronomy/routes.ts';
import * as audit from '../audit/routes.ts';
import * as auth from '../auth/routes.ts';
import * as desk from '../desk/routes.ts';
import * as keys from '../keys/routes.ts';
import * as telemetry from '../telemetry/routes.ts';
import * as telemetryDaily from '../telemetry/daily-routes.ts';
import * as users from '../users/routes.ts';

export interface RouteSchemas {
  /** What the JSON body is checked against. `file`: one file as a form. `json`: any, in the form of the device. */
  readonly body?: v.GenericSchema | 'file' | 'json';
  /** The body may be missing, because the query can say the same. */
  readonly bodyOptional?: true;
  readonly query?: v.GenericSchema;
}

const IDS = {
  body: idsSchema,
  bodyOptional: true,
  query: v.object({ ids: v.optional(v.string()), id: v.optional(v.string()) }),
} as const;

/** What each call that takes a body or a query checks it against: the very schemas that its route uses. */
export const ROUTE_SCHEMAS: Partial<Record<RouteName, RouteSchemas>> = {
  'auth.login': { body: credentials },
  'auth.updateMe': { body: auth.profileSchema },
  'auth.changePassword': { body: auth.changeSchema },

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
};
