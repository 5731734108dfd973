import { deviceApi } from '../adapters/device-http/device-api.ts';
import { webhookRoutes } from '../adapters/device-http/webhooks.ts';
import { videoRoutes, videoStreamRoutes } from '../adapters/video/routes.ts';
import { DailyReadings } from '../features/agronomy/daily-readings.ts';
import { agronomyRoutes, assessmentRoutes } from '../features/agronomy/routes.ts';
import { accessRuleRoutes } from '../features/access-rules/routes.ts';
import { accessRoutes } from '../features/access/routes.ts';
import { AlarmHistory } from '../features/alarms/history.ts';
import { AlarmRepository } from '../features/alarms/repository.ts';
import { alarmRoutes } from '../features/alarms/routes.ts';
import { alarmSettingRoutes } from '../features/alarms/setting-routes.ts';
import { alarmTrialRoutes } from '../features/alarms/trial-routes.ts';
import { areaRoutes } from '../features/areas/routes.ts';
import { ArticleRepository } from '../features/articles/repository.ts';
import { articleRoutes } from '../features/articles/routes.ts';
import { auditRoutes } from '../features/audit/routes.ts';
import { accountRoutes, loginRoutes } from '../features/auth/routes.ts';
import { passwordResetRoutes } from '../features/auth/password-reset-routes.ts';
import { PasswordResets } from '../features/auth/password-resets.ts';
import { passkeyRoutes } from '../features/auth/passkey-routes.ts';
import { singleSignOnRoutes } from '../features/auth/single-sign-on-routes.ts';
import { twoFactorRoutes } from '../features/auth/two-factor-routes.ts';
import { handleRoutes } from '../features/commands/handle-routes.ts';
import { interlockRoutes } from '../features/commands/interlock-routes.ts';
import { operateLogRoutes } from '../features/commands/operate-log-routes.ts';
import { relayRoutes } from '../features/commands/relay-routes.ts';
import { rpcRoutes } from '../features/commands/routes.ts';
import { PlantConfigurationRepository } from '../features/crops/repository.ts';
import { cropRoutes } from '../features/crops/routes.ts';
import { DataReportRepository } from '../features/data-reports/repository.ts';
import { dataReportRoutes } from '../features/data-reports/routes.ts';
import { departmentRoutes } from '../features/departments/routes.ts';
import { deviceImportJobRoutes } from '../features/device-imports/routes.ts';
import { DeviceImports } from '../features/device-imports/service.ts';
import { DeviceCertificates } from '../features/devices/device-certificates.ts';
import { deviceLinkRoutes } from '../features/devices/link-routes.ts';
import { Provisioning } from '../features/devices/provisioning.ts';
import { deviceRoutes } from '../features/devices/routes.ts';
import { deviceNamingRoutes } from '../features/devices/naming-routes.ts';
import { TemporaryDeviceTokens } from '../features/devices/temporary-device-tokens.ts';
import { FeedbackRepository } from '../features/feedback/repository.ts';
import { feedbackRoutes } from '../features/feedback/routes.ts';
import { fileRoutes } from '../features/files/routes.ts';
import { PrintedImages } from '../features/files/printed-images.ts';
import { GroupRepository } from '../features/groups/repository.ts';
import { deviceGroupRoutes, groupRoutes } from '../features/groups/routes.ts';
import { integrationRoutes } from '../features/integrations/routes.ts';
import { apiKeyRoutes, embedTokenRoutes } from '../features/keys/routes.ts';
import { AutomationSwitch } from '../features/linkages/automation-switch.ts';
import { LinkageRepository } from '../features/linkages/repository.ts';
import { linkageRoutes } from '../features/linkages/routes.ts';
import { LinkageRuns } from '../features/linkages/runs.ts';
import { WebhookKeys } from '../features/linkages/webhook-keys.ts';
import { MapSettingRepository } from '../features/map-setting/repository.ts';
import { mapSettingRoutes } from '../features/map-setting/routes.ts';
import { notificationRoutes } from '../features/notifications/routes.ts';
import { openApiRoutes } from '../features/open-api/routes.ts';
import { InvitationRepository } from '../features/organisations/invitation-repository.ts';
import { invitationRoutes } from '../features/organisations/invitation-routes.ts';
import { OrganisationRepository } from '../features/organisations/repository.ts';
import { organisationExportRoutes } from '../features/organisation-archive/routes.ts';
import { organisationRoutes } from '../features/organisations/routes.ts';
import { productModelWriteRoutes } from '../features/own-product-models/routes.ts';
import { ProductModelWriter } from '../features/own-product-models/writer.ts';
import { PlotSkinRepository } from '../features/plot-skins/repository.ts';
import { plotSkinRoutes } from '../features/plot-skins/routes.ts';
import { productModelRoutes } from '../features/product-models/routes.ts';
import { RegionRepository } from '../features/regions/repository.ts';
import { regionRoutes } from '../features/regions/routes.ts';
import { RegionSummaries } from '../features/regions/service.ts';
import { embeddedSceneRoute } from '../features/scenes/embedded-scene.ts';
import { roleRoutes } from '../features/roles/routes.ts';
import { sceneRoutes } from '../features/scenes/routes.ts';
import { sharingRoutes } from '../features/sharing/routes.ts';
import { statisticsRoutes } from '../features/statistics/routes.ts';
import { DeviceStatisticsService } from '../features/statistics/service.ts';
import { telemetryDailyRoutes } from '../features/telemetry/daily-routes.ts';
import { keysIn, telemetryRoutes } from '../features/telemetry/routes.ts';
import { thingsboardRoutes } from '../features/thingsboard/routes.ts';
import { healthRoutes } from '../features/system/health-routes.ts';
import { sessionRoutes, userRoutes } from '../features/users/routes.ts';
import { WeatherService } from '../features/weather/service.ts';
import { WorkOrderPlanRepository } from '../features/work-orders/plan-repository.ts';
import { workOrderPlanRoutes } from '../features/work-orders/plan-routes.ts';
import { WorkOrderRepository } from '../features/work-orders/repository.ts';
import { workOrderRoutes } from '../features/work-orders/routes.ts';
import type { ServedCall } from '../platform/http/serve.ts';
import { TrialJobs } from '../platform/rules/trial-jobs.ts';
import type { RunningServer, SharedFeatures } from './features.ts';

/** Calls of devices and network servers. */
export function callsOfDevices(running: RunningServer, features: SharedFeatures): ServedCall[] {
  const provisioning = new Provisioning(running.pool, running.events, running.limits);
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
    ...healthRoutes(running),
  ];
}

function accountCalls(running: RunningServer, features: SharedFeatures): ServedCall[] {
  const { db, grants, config } = running;
  const { login, sessions, areas, users, departments, keys, scenes, audit, passkeys, onSessionEnd, roles } =
    features;
  const invitations = new InvitationRepository(db);
  return [
    ...loginRoutes(login),
    ...accountRoutes({ ...login, sessions, areas }),
    ...twoFactorRoutes({ ...login, sessions }),
    ...singleSignOnRoutes({ ...login, singleSignOn: features.singleSignOn }),
    ...passwordResetRoutes({
      ...running,
      ...login,
      publicUrl: config.publicUrl,
      resets: new PasswordResets(db),
    }),
    ...passkeyRoutes({ ...login, sessions, passkeys, publicUrl: config.publicUrl }),
    ...userRoutes({ users, sessions, departments, areas, grants, roles }),
    ...roleRoutes({ roles, grants }),
    ...sessionRoutes({ sessions, onSessionEnd }),
    ...apiKeyRoutes({ keys, grants, roles }),
    ...embedTokenRoutes({ keys, scenes, grants }),
    ...accessRoutes(features),
    ...auditRoutes({ audit }),
    ...areaRoutes({ areas }),
    ...departmentRoutes({ departments, reachChanged: features.reachChanged }),
    ...accessRuleRoutes({ accessRules: features.accessRules, grants }),
    ...organisationRoutes({
      organisations: new OrganisationRepository(db),
      deletion: features.deletion,
      organisationLimits: running.organisationLimits,
      invitations,
      users,
      grants,
      audit,
    }),
    ...invitationRoutes({ ...login, invitations, departments, roles }),
  ];
}

function deviceCalls(running: RunningServer, features: SharedFeatures): ServedCall[] {
  const { devices, products, claims, deviceAccess: access, photos, shares, users, integrations } = features;
  const { reach, reachChanged } = features;
  const groups = new GroupRepository(running.db);
  const summaries = regionSummaries(running, features);
  return [
    ...deviceRoutes({
      ...running,
      devices,
      products,
      claims,
      access,
      photos,
      reach,
      inArea: (organisationId, map, area) => summaries.devicesIn(organisationId, map, area),
    }),
    ...deviceLinkRoutes({
      ...running,
      devices,
      certificates: new DeviceCertificates(running.db, running.grants),
    }),
    ...deviceImportJobRoutes({ imports: importsOf(running), products }),
    ...sharingRoutes({ ...running, shares, devices, users, photos }),
    ...groupRoutes({ groups, reach, reachChanged }),
    ...deviceGroupRoutes({ ...running, groups, devices, photos, reach, reachChanged }),
    ...productModelRoutes({ ...running, products, photos }),
    ...productModelWriteRoutes({
      ...running,
      products,
      photos,
      writer: new ProductModelWriter(running.db),
      settings: features.settings,
      engine: running.alarms,
      files: features.files.files,
    }),
    ...integrationRoutes({ integrations, products }),
    ...videoRoutes({ ...running, ...features.video, devices, shares, reach }),
    ...videoStreamRoutes(features.video),
  ];
}

/** Imports of devices; a removed device's connections end. */
function importsOf({ pool, events, log, credentials, sessions }: RunningServer): DeviceImports {
  const release = (deviceId: string): void => {
    credentials.forget(deviceId);
    sessions.drop(deviceId);
  };
  return new DeviceImports({ pool, events, log, release });
}

function commandCalls(running: RunningServer, features: SharedFeatures): ServedCall[] {
  const { devices, products, deviceAccess: access } = features;
  return [
    ...rpcRoutes({ ...running, access }),
    ...handleRoutes({ ...running, access, products }),
    ...relayRoutes({ rpc: running.rpc, devices, products }),
    ...interlockRoutes({ ...running, devices }),
    ...operateLogRoutes({ db: running.db }),
  ];
}

function readingCalls(running: RunningServer, features: SharedFeatures): ServedCall[] {
  const { devices, deviceAccess: access, agronomy, login } = features;
  const readings = new DailyReadings(running.pool, running.rolledUntil);
  const tokens = new TemporaryDeviceTokens(running.pool, running.principals);
  const keysOf = keysIn(running.telemetry);
  const summaries = regionSummaries(running, features);
  const statistics = new DeviceStatisticsService({
    ...running,
    areasOf: (organisationId) => summaries.areasOfDevices(organisationId),
  });
  return [
    ...telemetryRoutes({ ...running, devices, access }),
    ...telemetryDailyRoutes({ readings, plots: agronomy.plots, devices, keysOf }),
    ...statisticsRoutes({ statistics }),
    ...assessmentRoutes({ service: agronomy, devices }),
    ...thingsboardRoutes({ ...running, login, devices, tokens, access, plots: agronomy.plots }),
  ];
}

function ruleCalls(running: RunningServer, features: SharedFeatures): ServedCall[] {
  const { db, pool, alarms: engine } = running;
  const { deviceAccess: access, devices, products, settings } = features;
  const linkages = new LinkageRepository(db);
  const summaries = regionSummaries(running, features);
  return [
    ...alarmRoutes({
      alarms: new AlarmRepository(pool),
      history: new AlarmHistory(pool),
      engine,
      access,
      reach: features.reach,
      events: running.events,
      places: {
        inScene: features.placedIn,
        inArea: (organisationId, map, area) => summaries.devicesIn(organisationId, map, area),
      },
    }),
    ...alarmSettingRoutes({ settings, engine, access, products }),
    ...alarmTrialRoutes({
      pool,
      settings,
      access,
      products,
      jobs: new TrialJobs(pool, running.log, 'alarm'),
    }),
    ...linkageRoutes({
      linkages,
      runs: new LinkageRuns(pool),
      engine: running.linkages,
      automations: new AutomationSwitch(pool),
      webhookKeys: new WebhookKeys(pool),
      grants: running.grants,
      pool,
      trialJobs: new TrialJobs(pool, running.log, 'linkage'),
      devices,
      products,
    }),
  ];
}

function regionSummaries(running: RunningServer, { scenes, agronomy }: SharedFeatures): RegionSummaries {
  return new RegionSummaries({ ...running, maps: new RegionRepository(running.db), scenes, agronomy });
}

function sceneCalls(running: RunningServer, features: SharedFeatures): ServedCall[] {
  const { db, blobs, log } = running;
  const { scenes, devices, deviceAccess: access, shares, photos, areas, agronomy } = features;
  const maps = new RegionRepository(db);
  const summaries = regionSummaries(running, features);
  const weather = new WeatherService({ ...running, areas, devices });
  const plants = new PlantConfigurationRepository(db);
  return [
    ...sceneRoutes({
      ...running,
      scenes,
      devices,
      access,
      reach: features.reach,
      reachChanged: features.reachChanged,
      shares,
      photos,
      weather,
      files: features.files.files,
      blobs,
    }),
    embeddedSceneRoute({
      ...running,
      scenes,
      devices,
      photos,
      products: features.products,
      alarms: new AlarmRepository(running.pool),
      endOf: async (tokenId) => (await features.keys.embedToken(tokenId))?.expires_at ?? null,
    }),
    ...regionRoutes({ ...features.files, blobs, log, maps, summaries }),
    ...fileRoutes({ ...features.files, blobs, log }),
    ...plotSkinRoutes({ skins: new PlotSkinRepository(db), photos }),
    ...deviceNamingRoutes(running),
    ...mapSettingRoutes({ settings: new MapSettingRepository(db) }),
    ...cropRoutes({ plants, agronomy, scenes, devices, photos }),
    ...agronomyRoutes(agronomy),
  ];
}

function organisationCalls(running: RunningServer, features: SharedFeatures): ServedCall[] {
  const { devices, scenes, users, photos, products } = features;
  const { db } = running;
  const plans = new WorkOrderPlanRepository(db);
  return [
    ...notificationRoutes(running),
    ...workOrderRoutes({
      orders: new WorkOrderRepository(db),
      plans,
      devices,
      scenes,
      users,
      photos,
      pictures: new PrintedImages(features.files.files, running.blobs),
    }),
    ...dataReportRoutes({ reports: new DataReportRepository(db), devices, scenes, photos }),
    ...workOrderPlanRoutes({ plans, devices, scenes, users }),
    ...articleRoutes({ articles: new ArticleRepository(db), products, photos }),
    ...organisationExportRoutes({ exports: features.exports }),
    ...feedbackRoutes({ feedback: new FeedbackRepository(db), photos }),
  ];
}
