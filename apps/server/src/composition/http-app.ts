import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { AuditLog } from '../platform/audit/audit-log.ts';
import { AccessTokens } from '../platform/auth/access-tokens.ts';
import { KeyRepository } from '../platform/auth/key-repository.ts';
import { LoginGuard } from '../platform/auth/login-guard.ts';
import { Principals } from '../platform/auth/principals.ts';
import { VisitingTokens } from '../features/devices/visiting-tokens.ts';
import { RefreshTokens } from '../platform/auth/refresh-tokens.ts';
import { UserSessions } from '../platform/auth/sessions.ts';
import { loadSigningKey } from '../platform/auth/signing-key.ts';
import { PlantConfigurationRepository } from '../features/crops/repository.ts';
import { WorkOrderRepository } from '../features/work-orders/repository.ts';
import { DeviceClaims } from '../features/devices/device-claims.ts';
import { Provisioning } from '../features/devices/provisioning.ts';
import { DeviceRepository } from '../features/devices/repository.ts';
import { GroupRepository } from '../features/groups/repository.ts';
import { ProductModelRepository } from '../features/product-models/repository.ts';
import { AreaDirectory } from '../features/areas/area-directory.ts';
import { SignedAddresses } from '../features/files/file-addresses.ts';
import { FileRepository } from '../features/files/repository.ts';
import { SceneRepository } from '../features/scenes/repository.ts';
import { ShareRepository } from '../features/sharing/repository.ts';
import { UserRepository } from '../features/users/repository.ts';
import type { ServerDeps } from './deps.ts';
import { TargetResolver } from '../features/sharing/stream-targets.ts';
import { Viewing } from '../doors/video/viewing.ts';
import { deviceApi } from '../doors/device-http/device-api.ts';
import { webhookRoutes } from '../doors/device-http/webhooks.ts';
import { answerErrors } from '../platform/http/error-handler.ts';
import { accessLog } from '../platform/http/access-log.ts';
import { audited } from '../platform/http/audited.ts';
import { authenticate } from '../platform/http/authenticate.ts';
import { authorise } from '../platform/http/authorise.ts';
import { callSteps } from '../platform/http/call-steps.ts';
import { mountCalls } from '../platform/http/mount-calls.ts';
import type { AppEnv } from '../platform/http/context.ts';
import { crossOrigin } from '../platform/http/cross-origin.ts';
import { DeviceAccess } from '../features/devices/device-access.ts';
import { problemResponse } from '../platform/http/envelope.ts';
import { limitedByAddress, limitedByDevice, limitedByUser } from '../platform/http/limited.ts';
import { createMetrics } from '../platform/http/metrics.ts';
import { Photos } from '../features/files/photos.ts';
import { HttpProblem } from '../platform/http/problem.ts';
import { agronomyRoutes, assessmentRoutes } from '../features/agronomy/routes.ts';
import { AlarmRepository } from '../features/alarms/repository.ts';
import { AlarmSettingRepository } from '../features/alarms/setting-repository.ts';
import { alarmRoutes } from '../features/alarms/routes.ts';
import { alarmSettingRoutes } from '../features/alarms/setting-routes.ts';
import { ArticleRepository } from '../features/articles/repository.ts';
import { articleRoutes } from '../features/articles/routes.ts';
import { accountRoutes, loginRoutes } from '../features/auth/routes.ts';
import { operateLogRoutes } from '../features/commands/operate-log-routes.ts';
import { DepartmentRepository } from '../features/departments/repository.ts';
import { departmentRoutes } from '../features/departments/routes.ts';
import { FeedbackRepository } from '../features/feedback/repository.ts';
import { feedbackRoutes } from '../features/feedback/routes.ts';
import { MapSettingRepository } from '../features/map-setting/repository.ts';
import { mapSettingRoutes } from '../features/map-setting/routes.ts';
import { PlotSkinRepository } from '../features/plot-skins/repository.ts';
import { plotSkinRoutes } from '../features/plot-skins/routes.ts';
import { handleRoutes } from '../features/commands/handle-routes.ts';
import { interlockRoutes } from '../features/commands/interlock-routes.ts';
import { cropRoutes } from '../features/crops/routes.ts';
import { deviceLinkRoutes } from '../features/devices/link-routes.ts';
import { deviceRoutes } from '../features/devices/routes.ts';
import { deviceGroupRoutes, groupRoutes } from '../features/groups/routes.ts';
import { auditRoutes } from '../features/audit/routes.ts';
import { areaRoutes } from '../features/areas/routes.ts';
import { fileRoutes } from '../features/files/routes.ts';
import { openApiRoutes } from '../features/open-api/routes.ts';
import { systemRoutes } from '../features/system/routes.ts';
import { productModelRoutes } from '../features/product-models/routes.ts';
import { IntegrationRepository } from '../features/integrations/repository.ts';
import { integrationRoutes } from '../features/integrations/routes.ts';
import { apiKeyRoutes, embedTokenRoutes } from '../features/keys/routes.ts';
import { LinkageRepository } from '../features/linkages/repository.ts';
import { LinkageRuns } from '../features/linkages/runs.ts';
import { linkageRoutes } from '../features/linkages/routes.ts';
import { RegionRepository } from '../features/regions/repository.ts';
import { regionRoutes } from '../features/regions/routes.ts';
import { RegionSummaries } from '../features/regions/service.ts';
import { AgronomyService } from '../features/agronomy/service.ts';
import { relayRoutes } from '../features/commands/relay-routes.ts';
import { rpcRoutes } from '../features/commands/routes.ts';
import { placedDevices } from '../features/scenes/layout.ts';
import { sceneRoutes } from '../features/scenes/routes.ts';
import { WeatherService } from '../features/weather/service.ts';
import { sharingRoutes } from '../features/sharing/routes.ts';
import { telemetryDailyRoutes } from '../features/telemetry/daily-routes.ts';
import { telemetryRoutes } from '../features/telemetry/routes.ts';
import { thingsboardRoutes } from '../features/thingsboard/routes.ts';
import { sessionRoutes, userRoutes } from '../features/users/routes.ts';
import { videoRoutes, videoStreamRoutes } from '../doors/video/routes.ts';
import { workOrderRoutes } from '../features/work-orders/routes.ts';
import { securityHeaders } from '../platform/http/security-headers.ts';
import { webRoutes } from '../doors/web/routes.ts';

const KIBIBYTE = 1024;
/** Body of a call; scenes carry their layout. */
const BODY_LIMIT = 256 * KIBIBYTE;
const AUTH_BODY_LIMIT = 16 * KIBIBYTE;

/**
 * Says that answers differ by what may be packed, before `compress` does: a header that it sets itself makes a stream of
 * every body, packed or not, which costs more than most calls.
 */
const varied: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.res.headers.append('Vary', 'Accept-Encoding');
};

/** A call that fits two patterns, '/count' and '/:id', passes each step once: it is counted and recorded once. */
function once(step: MiddlewareHandler<AppEnv>): MiddlewareHandler<AppEnv> {
  const passed = new WeakSet<Context>();
  return (c, next) => {
    if (passed.has(c)) return next();
    passed.add(c);
    return step(c, next);
  };
}

/** Everything that the server answers over HTTP. */
export function createHttpApp(deps: ServerDeps): Hono<AppEnv> {
  const { config, db, log } = deps;
  const signingKey = loadSigningKey(config.dataDir);
  const accessTokens = new AccessTokens(signingKey);
  const devices = new DeviceRepository(db);
  const products = new ProductModelRepository(db);
  const scenes = new SceneRepository(db);
  const groups = new GroupRepository(db);
  const shares = new ShareRepository(db);
  const access = new DeviceAccess(devices, shares);
  const areas = new AreaDirectory();
  const users = new UserRepository(db);
  const departments = new DepartmentRepository(db);
  const sessions = new UserSessions(db);
  const keys = new KeyRepository(db);
  const principals = new Principals(accessTokens, sessions, keys);
  const audit = new AuditLog(db);
  const metrics = createMetrics(deps);
  const app = new Hono<AppEnv>();
  const limit = (maxSize: number): MiddlewareHandler<AppEnv> =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw new HttpProblem(413, 'body.tooLarge', { error: 'body_too_large' });
      },
    });

  app.use(
    securityHeaders(config.corsOrigins, config.videoOrigins),
    metrics.middleware,
    accessLog(log),
    crossOrigin(config.corsOrigins),
  );
  const { limits } = deps;

  // Devices first: no compression, no user, and their own limits (doors/device-http/).
  const claims = new DeviceClaims(db);
  const integrations = new IntegrationRepository(deps.pool);
  const provisioning = new Provisioning(deps.pool, deps.events);
  const byDevice = limitedByDevice(limits);
  mountCalls(
    app,
    [...deviceApi({ ...deps, claims, provisioning }), ...webhookRoutes({ ...deps, integrations })],
    () => [byDevice],
    config.checkAnswers,
  );
  // Watched from outside: nobody is asked who they are, and nothing is counted.
  const { registry } = metrics;
  mountCalls(app, systemRoutes({ ready: deps.ready, registry }), () => [], config.checkAnswers);

  app.use(compress(), varied);
  const byAddress = limitedByAddress(limits);
  const byUser = limitedByUser(limits);
  // What a login, key or token holds open closes when it ends.
  const onSessionEnd = (sessionId: string): void => deps.events.emit('session-ended', { sessionId });
  const authParts = {
    log,
    users,
    accessTokens,
    audit,
    refreshTokens: new RefreshTokens(db),
    guard: new LoginGuard(config.loginGuard),
    onSessionEnd,
  };

  // A path that no route has is unknown before anybody is asked who they are.
  const user = authenticate(principals);
  const placedIn = async (organisationId: string, sceneId: string): Promise<string[]> =>
    placedDevices((await scenes.get(organisationId, sceneId))?.sceneDevice ?? null);
  const allowed = authorise(placedIn);
  const recorded = audited(audit);
  const guarded = (base: string, routes: Hono<AppEnv>, maxSize: number | null = BODY_LIMIT): void => {
    const group = new Hono<AppEnv>();
    // And a stranger's body is not read.
    const size = maxSize === null ? [] : [limit(maxSize)];
    const steps = [byAddress, user, byUser, allowed, recorded, ...size].map(once);
    for (const route of routes.routes) group.on(route.method, [route.path], ...steps);
    app.route(base, group);
    app.route(base, routes);
  };
  const fileParts = {
    files: new FileRepository(db),
    addresses: new SignedAddresses(signingKey.privateKey, 'file'),
    principals,
  };
  const photos = new Photos(fileParts);
  const videoParts = {
    devices,
    shares,
    addresses: new SignedAddresses(signingKey.privateKey, 'video'),
    viewing: new Viewing({
      media: deps.media,
      principals,
      targets: new TargetResolver(devices, scenes, shares),
      events: deps.events,
      log,
    }),
  };
  guarded('/api/telemetry/device', telemetryRoutes(deps, devices, access));
  guarded('/api/telemetry/device', telemetryDailyRoutes(deps, devices));
  guarded('/api/telemetry/device', assessmentRoutes(deps, devices, products));
  const tokens = new VisitingTokens(deps.pool, deps.events);
  const agronomy = new AgronomyService(deps, devices, products);
  const maps = new RegionRepository(db);
  const summaries = new RegionSummaries({ ...deps, maps, scenes, agronomy });
  const weather = new WeatherService({ ...deps, areas, devices });

  mountCalls(
    app,
    [
      ...deviceRoutes({ ...deps, devices, products, claims, access, photos }),
      ...sharingRoutes({ ...deps, shares, devices, users, photos }),
      ...groupRoutes({ groups }),
      ...deviceGroupRoutes({ ...deps, groups, devices, photos }),
      ...productModelRoutes({ ...deps, products }),
      ...handleRoutes({ ...deps, access, products }),
      ...deviceLinkRoutes({ ...deps, devices }),
      ...interlockRoutes({ ...deps, devices }),
      ...integrationRoutes({ integrations, products }),
      ...workOrderRoutes({ orders: new WorkOrderRepository(db), devices, scenes, users, photos }),
      ...openApiRoutes(),
      ...thingsboardRoutes({ ...deps, login: authParts, devices, tokens, access }),
      ...agronomyRoutes(agronomy),
      ...cropRoutes({ plants: new PlantConfigurationRepository(db), agronomy, scenes, devices, photos }),
      ...loginRoutes(authParts),
      ...accountRoutes({ ...authParts, sessions, areas }),
      ...userRoutes({ users, sessions, departments, areas, onSessionEnd }),
      ...sessionRoutes({ sessions, onSessionEnd }),
      ...apiKeyRoutes({ keys, onSessionEnd }),
      ...embedTokenRoutes({ keys, scenes, onSessionEnd }),
      ...auditRoutes({ audit }),
      ...areaRoutes({ areas }),
      ...feedbackRoutes({ feedback: new FeedbackRepository(db), photos }),
      ...articleRoutes({ articles: new ArticleRepository(db), products, photos }),
      ...departmentRoutes({ departments }),
      ...plotSkinRoutes({ skins: new PlotSkinRepository(db), photos }),
      ...mapSettingRoutes({ settings: new MapSettingRepository(db) }),
      ...operateLogRoutes({ db }),
      ...videoRoutes({ ...deps, ...videoParts }),
      ...videoStreamRoutes(videoParts),
      ...alarmRoutes({ alarms: new AlarmRepository(deps.pool), engine: deps.alarms, access }),
      ...alarmSettingRoutes({
        settings: new AlarmSettingRepository(deps.pool),
        engine: deps.alarms,
        access,
        products,
      }),
      ...linkageRoutes({
        linkages: new LinkageRepository(db),
        runs: new LinkageRuns(deps.pool),
        engine: deps.linkages,
        devices,
        products,
      }),
      ...rpcRoutes({ rpc: deps.rpc, access }),
      ...relayRoutes({ rpc: deps.rpc, devices, products }),
      ...regionRoutes({ ...fileParts, blobs: deps.blobs, log, maps, summaries }),
      ...sceneRoutes({ ...deps, scenes, devices, photos, weather }),
      ...fileRoutes({ ...fileParts, blobs: deps.blobs, log }),
    ],
    callSteps({
      limits,
      principals,
      audit,
      placedIn,
    }),
    config.checkAnswers,
  );

  // Uploads keep their own limits while they come in.

  app.route('/', webRoutes(config));

  app.notFound((c) =>
    problemResponse(c, new HttpProblem(404, 'routeNotFound', { error: 'route_not_found' })),
  );
  app.onError(answerErrors(log, metrics));
  return app;
}
