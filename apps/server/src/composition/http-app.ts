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
import { DeskRepository } from '../features/desk/repository.ts';
import { WorkOrderRepository } from '../features/work-orders/repository.ts';
import { DeviceClaims } from '../features/devices/device-claims.ts';
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
import { DailyReadings } from '../features/agronomy/daily-readings.ts';
import { AgronomyService } from '../features/agronomy/service.ts';
import { agronomyRoutes, assessmentRoutes } from '../features/agronomy/routes.ts';
import { AlarmRepository } from '../features/alarms/repository.ts';
import { AlarmSettingRepository } from '../features/alarms/setting-repository.ts';
import { alarmRoutes } from '../features/alarms/routes.ts';
import { alarmSettingRoutes } from '../features/alarms/setting-routes.ts';
import { authRoutes } from '../features/auth/routes.ts';
import { handleRoutes } from '../features/commands/handle-routes.ts';
import { interlockRoutes } from '../features/commands/interlock-routes.ts';
import { cropRoutes } from '../features/crops/routes.ts';
import {
  articleReader,
  articleRoutes,
  departmentRoutes,
  feedbackRoutes,
  mapRoutes,
  operateLogRoutes,
  plotSkinRoutes,
} from '../features/desk/routes.ts';
import { deviceLinkRoutes } from '../features/devices/link-routes.ts';
import { deviceRoutes } from '../features/devices/routes.ts';
import { deviceGroupRoutes, groupRoutes } from '../features/groups/routes.ts';
import { auditRoutes } from '../features/audit/routes.ts';
import { areaRoutes } from '../features/areas/routes.ts';
import { fileRoutes } from '../features/files/routes.ts';
import { openApiRoutes } from '../features/open-api/routes.ts';
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
import { relayRoutes } from '../features/commands/relay-routes.ts';
import { rpcRoutes } from '../features/commands/routes.ts';
import { placedDevices } from '../features/scenes/layout.ts';
import { sceneRoutes } from '../features/scenes/routes.ts';
import { WeatherService } from '../features/weather/service.ts';
import { sharingRoutes } from '../features/sharing/routes.ts';
import { telemetryDailyRoutes } from '../features/telemetry/daily-routes.ts';
import { keysIn, telemetryRoutes } from '../features/telemetry/routes.ts';
import {
  thingsboardAuthRoutes,
  thingsboardCredentialRoutes,
  thingsboardDeviceRoutes,
  thingsboardRpcRoutes,
  thingsboardTelemetryRoutes,
} from '../features/thingsboard/routes.ts';
import { roleRoutes, sessionRoutes, userRoutes } from '../features/users/routes.ts';
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
  app.use('/api/v1/*', limitedByDevice(limits));
  app.use('/integrations/*', limitedByDevice(limits));
  app.route('/api/v1', deviceApi(deps));
  app.route('/integrations', webhookRoutes(deps));

  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    const ready = await deps.ready().catch(() => false);
    return c.json({ status: ready ? 'ok' : 'unavailable' }, ready ? 200 : 503);
  });
  app.get('/metrics', async (c) => {
    c.header('Content-Type', metrics.registry.contentType);
    return c.body(await metrics.registry.metrics());
  });

  // The stream is a WebSocket (realtime/): a plain call there is told so.
  app.get('/api/stream', (c) => {
    c.header('Upgrade', 'websocket');
    c.header('Connection', 'Upgrade');
    return c.body(null, 426);
  });

  app.use(compress(), varied);
  const byAddress = limitedByAddress(limits);
  const byUser = limitedByUser(limits);
  app.use('/auth/*', byAddress);
  app.use('/auth/*', limit(AUTH_BODY_LIMIT));

  const authParts = {
    log,
    users,
    accessTokens,
    principals,
    sessions,
    areas,
    audit,
    refreshTokens: new RefreshTokens(db),
    guard: new LoginGuard(config.loginGuard),
    onSessionEnd: (sessionId: string) => deps.events.emit('session-ended', { sessionId }),
  };
  app.route('/auth', authRoutes(authParts));
  app.use('/api/auth/*', limit(AUTH_BODY_LIMIT));
  app.route('/api/auth', thingsboardAuthRoutes(authParts));

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
  guarded('/crop', cropRoutes(deps, new PlantConfigurationRepository(db), scenes, devices, products, photos));
  guarded('/agronomy', agronomyRoutes(deps, devices, products));
  const desk = new DeskRepository(db);
  guarded('/system/feedback', feedbackRoutes(desk, photos));
  guarded('/notice', articleReader(desk, photos, 'notice', '/list'));
  guarded('/tutorial', articleReader(desk, photos, 'tutorial', '/list'));
  guarded('/api/product', articleReader(desk, photos, 'instruction', '/instructions'));
  guarded('/article', articleRoutes(desk, products, photos));
  guarded('/mapconfig', mapRoutes(desk));
  guarded('/system/dept', departmentRoutes(desk));
  guarded('/system/user', userRoutes(deps, { users, sessions, desk, areas }));
  guarded('/system/role', roleRoutes());
  guarded('/system/session', sessionRoutes(deps, sessions));
  guarded('/system/apikey', apiKeyRoutes(deps, keys));
  guarded('/system/embedtoken', embedTokenRoutes(deps, keys, scenes));
  guarded('/system/audit', auditRoutes(audit));
  guarded('/system/area', areaRoutes(areas));
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
  guarded('/device/operate/log', operateLogRoutes(desk));
  guarded('/api/device', thingsboardCredentialRoutes(devices, new VisitingTokens(deps.pool, deps.events)));
  guarded('/api/tenant', thingsboardDeviceRoutes(devices));
  guarded('/api/plugins/telemetry', thingsboardTelemetryRoutes(deps, access));
  guarded('/api/rpc', thingsboardRpcRoutes(deps, access, false));
  guarded('/api/plugins/rpc', thingsboardRpcRoutes(deps, access, true));
  const agronomy = new AgronomyService(deps, devices, products);
  const maps = new RegionRepository(db);
  const summaries = new RegionSummaries({ ...deps, maps, scenes, agronomy });
  const weather = new WeatherService({ ...deps, areas, devices });

  mountCalls(
    app,
    [
      ...deviceRoutes({ ...deps, devices, products, claims: new DeviceClaims(db), access, photos }),
      ...sharingRoutes({ ...deps, shares, devices, users, photos }),
      ...groupRoutes({ groups }),
      ...deviceGroupRoutes({ ...deps, groups, devices, photos }),
      ...productModelRoutes({ ...deps, products }),
      ...handleRoutes({ ...deps, access, products }),
      ...deviceLinkRoutes({ ...deps, devices }),
      ...interlockRoutes({ ...deps, devices }),
      ...integrationRoutes({ integrations: new IntegrationRepository(deps.pool), products }),
      ...workOrderRoutes({ orders: new WorkOrderRepository(db), devices, scenes, users, photos }),
      ...openApiRoutes(),
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
      ...telemetryRoutes({ ...deps, devices, access }),
      ...telemetryDailyRoutes({
        readings: new DailyReadings(deps.pool),
        plots: agronomy.plots,
        devices,
        keysOf: keysIn(deps.telemetry),
      }),
      ...assessmentRoutes({ service: agronomy, devices }),
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
  guarded('/plot/skin', plotSkinRoutes(desk, photos));

  app.route('/', webRoutes(config));

  app.notFound((c) =>
    problemResponse(c, new HttpProblem(404, 'routeNotFound', { error: 'route_not_found' })),
  );
  app.onError(answerErrors(log, metrics));
  return app;
}
