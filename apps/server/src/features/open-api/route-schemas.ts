import { credentials, linkageCreateSchema, linkageUpdateSchema, type RouteName } from '@farm3d/api';
import * as v from 'valibot';
import { idsSchema } from '../../platform/http/input.ts';
import * as agronomy from '../agronomy/routes.ts';
import * as alarmSettings from '../alarms/setting-routes.ts';
import * as alarms from '../alarms/routes.ts';
import * as handles from '../commands/handle-routes.ts';
import * as crops from '../crops/routes.ts';
import * as deviceImport from '../devices/import-routes.ts';
import * as deviceLink from '../devices/link-routes.ts';
import * as devices from '../devices/routes.ts';
import * as files from '../files/routes.ts';
import * as groups from '../groups/routes.ts';
import * as integrations from '../integrations/routes.ts';
import * as linkages from '../linkages/routes.ts';
import * as productAttributes from '../product-models/attribute-routes.ts';
import * as productModels from '../product-models/routes.ts';
import * as regions from '../regions/routes.ts';
import * as relay from '../commands/relay-routes.ts';
import * as rpc from '../commands/routes.ts';
import * as scenes from '../scenes/routes.ts';
import * as sharing from '../sharing/routes.ts';
import * as telemetry from '../telemetry/routes.ts';
import * as telemetryDaily from '../telemetry/daily-routes.ts';
import * as thingsboard from '../thingsboard/routes.ts';
import * as video from '../../doors/video/routes.ts';

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
  'devices.list': { query: devices.listSchema },
  'devices.displayed': { query: devices.displaySchema },
  'devices.create': { body: devices.createSchema },
  'devices.update': { body: devices.updateSchema },
  'devices.claim': { body: devices.claimSchema },
  'devices.leaveGateway': { body: devices.gatewaySchema },
  'devices.previewImport': { body: 'file' },
  'devices.import': { body: deviceImport.importSchema },

  'sharing.share': { body: sharing.shareSchema },
  'sharing.ledger': { query: sharing.listSchema },
  'sharing.change': { body: sharing.changeSchema },

  'groups.list': { query: groups.groupListSchema },
  'groups.create': { body: groups.createSchema },
  'groups.update': { body: groups.updateSchema },
  'groups.remove': IDS,
  'deviceGroups.list': { query: groups.memberListSchema },
  'deviceGroups.add': { body: groups.memberSchema },
  'deviceGroups.addMany': { body: groups.batchSchema },
  'deviceGroups.remove': IDS,
  'deviceGroups.removeMany': IDS,

  'productModels.attributes': { query: productModels.attributesSchema },
  'productModels.linkageAttributes': { query: productModels.allSchema },
  'productModels.dictionaries': { query: productAttributes.dictionarySchema },
  'productModels.addAttribute': { body: productAttributes.createSchema },
  'handles.operate': { body: handles.doSchema },

  'crops.growthModels': { query: crops.growthSchema },
  'crops.plants': { query: crops.listSchema },
  'crops.createPlants': { body: crops.batchForms },
  'crops.updatePlant': { body: crops.updateSchema },

  'agronomy.plots': { query: agronomy.plotsSchema },
  'agronomy.tables': { query: agronomy.tablesSchema },
  'agronomy.editTable': { body: agronomy.editSchema },
  'agronomy.saveClimate': { body: agronomy.climateSchema },

  'files.upload': { body: 'file' },
  'files.uploadPlot': { body: 'file' },
  'files.url': { body: files.urlSchema },
  'files.list': { query: files.listSchema },
  'files.archive': { query: files.archiveSchema },
  'files.preview': { body: files.previewSchema },
  'files.content': { query: files.contentSchema },

  'regions.saveMap': { body: 'file', query: regions.mapSchema },
  'regions.summary': { query: regions.summarySchema },

  'video.stream': { body: video.streamSchema },
  'video.play': { query: video.playSchema },

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

  'alarms.query': { query: alarms.querySchema },
  'alarms.ofDevice': { query: alarms.querySchema },
  'alarms.shelve': { body: alarms.shelveSchema },
  'alarmSettings.save': { body: alarmSettings.saveForms },
  'alarmSettings.saveProduct': { body: alarmSettings.saveForms },

  'deviceLink.share': { body: deviceLink.changesSchema },
  'deviceLink.setInterlock': { body: deviceLink.interlockSchema },
  'deviceLink.setGateway': { body: deviceLink.gatewaySchema },

  'linkages.list': { query: linkages.listSchema },
  'linkages.create': { body: linkageCreateSchema },
  'linkages.batch': { body: linkages.batchSchema },
  'linkages.update': { body: linkageUpdateSchema },
  'linkages.runs': { query: linkages.runsSchema },
  'integrations.create': { body: integrations.createSchema },
  'rpc.twoway': { body: rpc.rpcSchema },
  'relay.control': { query: relay.querySchema },

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

  'scenes.list': { query: scenes.listSchema },
  'scenes.create': { body: scenes.createSchema },
  'scenes.update': { body: scenes.updateSchema },
  'scenes.drag': { body: scenes.dragSchema },
  'scenes.weather': { query: scenes.weatherSchema },

  'ingest.telemetry': REPORT,
  'ingest.attributes': REPORT,
  'ingest.chirpstack': REPORT,
  'ingest.ttn': REPORT,
  'ingest.answerRpc': REPORT,
  'ingest.askRpc': REPORT,
  'ingest.claim': REPORT,
  'ingest.provision': REPORT,
};
