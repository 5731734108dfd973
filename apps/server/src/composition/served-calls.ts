import { deviceApi } from '../adapters/device-http/device-api.ts';
import { webhookRoutes } from '../adapters/device-http/webhooks.ts';
import { videoRoutes, videoStreamRoutes } from '../adapters/video/routes.ts';
import { DailyReadings } from '../features/agronomy/daily-readings.ts';
import { agronomyRoutes, assessmentRoutes } from '../features/agronomy/routes.ts';
import { AlarmRepository } from '../features/alarms/repository.ts';
import { alarmRoutes } from '../features/alarms/routes.ts';
import { alarmSettingRoutes } from '../features/alarms/setting-routes.ts';
import { areaRoutes } from '../features/areas/routes.ts';
import { ArticleRepository } from '../features/articles/repository.ts';
import { articleRoutes } from '../features/articles/routes.ts';
import { auditRoutes } from '../features/audit/routes.ts';
import { accountRoutes, loginRoutes } from '../features/auth/routes.ts';
import { handleRoutes } from '../features/commands/handle-routes.ts';
import { interlockRoutes } from '../features/commands/interlock-routes.ts';
import { operateLogRoutes } from '../features/commands/operate-log-routes.ts';
import { relayRoutes } from '../features/commands/relay-routes.ts';
import { rpcRoutes } from '../features/commands/routes.ts';
import { PlantConfigurationRepository } from '../features/crops/repository.ts';
import { cropRoutes } from '../features/crops/routes.ts';
import { departmentRoutes } from '../features/departments/routes.ts';
import { deviceLinkRoutes } from '../features/devices/link-routes.ts';
import { Provisioning } from '../features/devices/provisioning.ts';
import { deviceRoutes } from '../features/devices/routes.ts';
import { TemporaryDeviceTokens } from '../features/devices/temporary-device-tokens.ts';
import { FeedbackRepository } from '../features/feedback/repository.ts';
import { feedbackRoutes } from '../features/feedback/routes.ts';
import { fileRoutes } from '../features/files/routes.ts';
import { GroupRepository } from '../features/groups/repository.ts';
import { deviceGroupRoutes, groupRoutes } from '../features/groups/routes.ts';
import { integrationRoutes } from '../features/integrations/routes.ts';
import { apiKeyRoutes, embedTokenRoutes } from '../features/keys/routes.ts';
import { LinkageRepository } from '../features/linkages/repository.ts';
import { linkageRoutes } from '../features/linkages/routes.ts';
import { LinkageRuns } from '../features/linkages/runs.ts';
import { MapSettingRepository } from '../features/map-setting/repository.ts';
import { mapSettingRoutes } from '../features/map-setting/routes.ts';
import { openApiRoutes } from '../features/open-api/routes.ts';
import { PlotSkinRepository } from '../features/plot-skins/repository.ts';
import { plotSkinRoutes } from '../features/plot-skins/routes.ts';
import { productModelRoutes } from '../features/product-models/routes.ts';
import { RegionRepository } from '../features/regions/repository.ts';
import { regionRoutes } from '../features/regions/routes.ts';
import { RegionSummaries } from '../features/regions/service.ts';
import { sceneRoutes } from '../features/scenes/routes.ts';
import { sharingRoutes } from '../features/sharing/routes.ts';
import { telemetryDailyRoutes } from '../features/telemetry/daily-routes.ts';
import { keysIn, telemetryRoutes } from '../features/telemetry/routes.ts';
import { thingsboardRoutes } from '../features/thingsboard/routes.ts';
import { sessionRoutes, userRoutes } from '../features/users/routes.ts';
import { WeatherService } from '../features/weather/service.ts';
import { WorkOrderRepository } from '../features/work-orders/repository.ts';
import { workOrderRoutes } from '../features/work-orders/routes.ts';
import type { ServedCall } from '../platform/http/serve.ts';
import type { RunningServer, SharedFeatures } from './features.ts';

/** Calls of devices and network servers. */
export function callsOfDevices(running: RunningServer, features: SharedFeatures): ServedCall[] {
  const provisioning = new Provisioning(running.pool, running.events);
  return [
    ...deviceApi({ ...running, claims: features.claims, provisioning }),
    ...webhookRoutes({ ...running, integrations: features.integrations }),
  ];
}

/** Calls of people, their programs and pages. */
export function callsOfPeople(running: RunningServer, features: SharedFeatures): ServedCall[] {
  return [
    ...accountCalls(running, features),
    ...deviceCalls(running, features),
    ...commandCalls(running, features),
    ...readingCalls(running, features),
    ...ruleCalls(running, features),
    ...sceneCalls(running, features),
    ...organisationCalls(running, features),
    ...openApiRoutes(),
  ];
}

function accountCalls(_: RunningServer, features: SharedFeatures): ServedCall[] {
  const { login, sessions, areas, users, departments, keys, scenes, audit, onSessionEnd } = features;
  return [
    ...loginRoutes(login),
    ...accountRoutes({ ...login, sessions, areas }),
    ...userRoutes({ users, sessions, departments, areas, onSessionEnd }),
    ...sessionRoutes({ sessions, onSessionEnd }),
    ...apiKeyRoutes({ keys, onSessionEnd }),
    ...embedTokenRoutes({ keys, scenes, onSessionEnd }),
    ...auditRoutes({ audit }),
    ...areaRoutes({ areas }),
    ...departmentRoutes({ departments }),
  ];
}

function deviceCalls(running: RunningServer, features: SharedFeatures): ServedCall[] {
  const { devices, products, claims, deviceAccess: access, photos, shares, users, integrations } = features;
  const groups = new GroupRepository(running.db);
  return [
    ...deviceRoutes({ ...running, devices, products, claims, access, photos }),
    ...deviceLinkRoutes({ ...running, devices }),
    ...sharingRoutes({ ...running, shares, devices, users, photos }),
    ...groupRoutes({ groups }),
    ...deviceGroupRoutes({ ...running, groups, devices, photos }),
    ...productModelRoutes({ ...running, products }),
    ...integrationRoutes({ integrations, products }),
    ...videoRoutes({ ...running, ...features.video, devices, shares }),
    ...videoStreamRoutes(features.video),
  ];
}

function commandCalls(running: RunningServer, features: SharedFeatures): ServedCall[] {
  const { devices, products, deviceAccess: access } = features;
  return [
    ...rpcRoutes({ rpc: running.rpc, access }),
    ...handleRoutes({ ...running, access, products }),
    ...relayRoutes({ rpc: running.rpc, devices, products }),
    ...interlockRoutes({ ...running, devices }),
    ...operateLogRoutes({ db: running.db }),
  ];
}

function readingCalls(running: RunningServer, features: SharedFeatures): ServedCall[] {
  const { devices, deviceAccess: access, agronomy, login } = features;
  const readings = new DailyReadings(running.pool);
  const tokens = new TemporaryDeviceTokens(running.pool, running.events);
  const keysOf = keysIn(running.telemetry);
  return [
    ...telemetryRoutes({ ...running, devices, access }),
    ...telemetryDailyRoutes({ readings, plots: agronomy.plots, devices, keysOf }),
    ...assessmentRoutes({ service: agronomy, devices }),
    ...thingsboardRoutes({ ...running, login, devices, tokens, access }),
  ];
}

function ruleCalls(running: RunningServer, features: SharedFeatures): ServedCall[] {
  const { db, pool, alarms: engine } = running;
  const { deviceAccess: access, devices, products, settings } = features;
  const linkages = new LinkageRepository(db);
  return [
    ...alarmRoutes({ alarms: new AlarmRepository(pool), engine, access }),
    ...alarmSettingRoutes({ settings, engine, access, products }),
    ...linkageRoutes({
      linkages,
      runs: new LinkageRuns(pool),
      engine: running.linkages,
      devices,
      products,
    }),
  ];
}

function sceneCalls(running: RunningServer, features: SharedFeatures): ServedCall[] {
  const { db, blobs, log } = running;
  const { scenes, devices, photos, areas, agronomy } = features;
  const maps = new RegionRepository(db);
  const summaries = new RegionSummaries({ ...running, maps, scenes, agronomy });
  const weather = new WeatherService({ ...running, areas, devices });
  const plants = new PlantConfigurationRepository(db);
  return [
    ...sceneRoutes({ ...running, scenes, devices, photos, weather }),
    ...regionRoutes({ ...features.files, blobs, log, maps, summaries }),
    ...fileRoutes({ ...features.files, blobs, log }),
    ...plotSkinRoutes({ skins: new PlotSkinRepository(db), photos }),
    ...mapSettingRoutes({ settings: new MapSettingRepository(db) }),
    ...cropRoutes({ plants, agronomy, scenes, devices, photos }),
    ...agronomyRoutes(agronomy),
  ];
}

function organisationCalls({ db }: RunningServer, features: SharedFeatures): ServedCall[] {
  const { devices, scenes, users, photos, products } = features;
  return [
    ...workOrderRoutes({ orders: new WorkOrderRepository(db), devices, scenes, users, photos }),
    ...articleRoutes({ articles: new ArticleRepository(db), products, photos }),
    ...feedbackRoutes({ feedback: new FeedbackRepository(db), photos }),
  ];
}
