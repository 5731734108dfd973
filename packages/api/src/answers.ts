import * as v from 'valibot';
import { rpcAnswer } from './calls/rpc.ts';
import { device } from './calls/device-answers.ts';
import type { RouteName } from './routes.ts';
import * as agronomy from './wire/agronomy.ts';
import * as area from './wire/area.ts';
import * as crop from './wire/crop.ts';
import * as desk from './wire/desk.ts';
import * as person from './wire/person.ts';
import * as user from './wire/user.ts';

/** The call says nothing but that it was done. */
const nothing = v.null();
const list = (item: v.GenericSchema) => v.object({ items: v.array(item), total: v.number() });
type Members = { readonly entries: v.ObjectEntries };
const both = (one: Members, other: Members) => v.looseObject({ ...one.entries, ...other.entries });

/**
 * The `data` of each call's answer: the schemas by which the client of this package reads them. For the description of
 * the calls; a page that only makes calls does not load this.
 */
export const ANSWERS: Partial<Record<RouteName, v.GenericSchema>> = {
  'auth.login': user.sessionSchema,
  'auth.refresh': user.sessionSchema,
  'auth.logout': nothing,
  'auth.me': user.userWireSchema,
  'auth.updateMe': person.personSchema,
  'auth.changePassword': nothing,
  'crops.growthModels': list(crop.growthModelSchema),
  'crops.plants': list(crop.plantSchema),
  'crops.plant': crop.plantSchema,
  'crops.createPlants': list(crop.plantSchema),
  'crops.updatePlant': crop.plantSchema,
  'crops.removePlant': nothing,
  'crops.diseasesAndPests': list(crop.diseaseSchema),
  'agronomy.plots': list(v.object(agronomy.plotEntries)),
  'agronomy.plot': agronomy.detailSchema,
  'agronomy.tables': list(agronomy.cellSchema),
  'agronomy.editTable': agronomy.cellSchema,
  'agronomy.climate': list(agronomy.monthSchema),
  'agronomy.saveClimate': list(agronomy.monthSchema),
  'feedback.list': list(desk.feedbackSchema),
  'feedback.create': desk.feedbackSchema,
  'feedback.remove': nothing,
  'feedback.removeAll': nothing,
  'articles.notices': list(desk.articleSchema),
  'articles.tutorials': list(desk.articleSchema),
  'articles.tutorial': desk.articleSchema,
  'articles.instructions': list(desk.articleSchema),
  'articles.publish': desk.articleSchema,
  'articles.remove': nothing,
  'organisation.mapSetting': v.nullable(desk.mapSchema),
  'organisation.saveMapSetting': desk.mapSchema,
  'organisation.departments': list(desk.departmentSchema),
  'organisation.createDepartment': desk.departmentSchema,
  'organisation.removeDepartment': nothing,
  'organisation.plotSkins': list(desk.skinSchema),
  'organisation.createPlotSkin': desk.skinSchema,
  'organisation.removePlotSkin': nothing,
  'organisation.operateLog': list(desk.operateSchema),
  'areas.get': area.areaSchema,
  'areas.children': list(area.areaSchema),
  'users.list': list(person.personSchema),
  'users.create': both(person.personSchema, person.passwordSchema),
  'users.update': person.personSchema,
  'users.remove': nothing,
  'users.roles': list(person.roleSchema),
  'sessions.list': list(person.sessionSchema),
  'sessions.revoke': nothing,
  'apiKeys.list': list(person.keySchema),
  'apiKeys.create': both(person.keySchema, person.newKeySchema),
  'apiKeys.remove': nothing,
  'embedTokens.list': list(person.embedSchema),
  'embedTokens.create': both(person.embedSchema, person.newTokenSchema),
  'embedTokens.remove': nothing,
  'audit.list': list(person.auditSchema),
  'audit.verify': person.verdictSchema,
  'scenes.devices': list(device),
};
