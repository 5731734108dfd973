import { join } from 'node:path';
import { createServer as createHttpsServer } from 'node:https';
import type { PoolClient } from 'pg';
import { serve, type ServerType } from '@hono/node-server';
import { AlarmEngine } from '../features/alarms/engine.ts';
import { DEMO_SCENE } from '../doors/demo/demo-farm.ts';
import { demoDevicesFile, seed } from '../doors/demo/seed.ts';
import { seedTerritory } from '../doors/demo/territory/seed-territory.ts';
import { SimulatorProcess } from '../doors/demo/simulator-process.ts';
import type { ServerConfig } from '../platform/config/settings.ts';
import type { ServerDeps } from './deps.ts';
import { DeviceCredentials } from '../features/devices/credentials.ts';
import { Blobs } from '../features/files/blob-store.ts';
import { S3BlobStore } from '../features/files/s3-blob-store.ts';
import { DeviceAttributeStore } from '../features/devices/device-attributes.ts';
import { Interlocks } from '../features/commands/interlocks.ts';
import { DeviceClaims } from '../features/devices/device-claims.ts';
import { Provisioning } from '../features/devices/provisioning.ts';
import { GatewayDevices } from '../features/devices/gateway-devices.ts';
import { ensureAdministrator } from '../features/users/administrator.ts';
import { ServerEvents } from '../platform/events.ts';
import { Cluster } from '../doors/cluster/cluster.ts';
import type { Engines } from '../doors/cluster/leader-calls.ts';
import { readNodeId } from '../doors/mqtt/node-id.ts';
import { OutsideBroker } from '../doors/mqtt/outside-broker.ts';
import { createHttpApp } from './http-app.ts';
import { createHub } from '../doors/realtime/hub.ts';
import { createLogger } from '../platform/logger.ts';
import { MessagePace } from '../platform/limits/message-pace.ts';
import { RateLimits } from '../platform/limits/rate-limits.ts';
import { MessageQuotas } from '../platform/limits/message-quotas.ts';
import { LinkageEngine } from '../features/linkages/engine.ts';
import { MqttOverWebSocket } from '../doors/mqtt/over-websocket.ts';
import { MqttBroker } from '../doors/mqtt/broker.ts';
import { DeviceRpc } from '../features/commands/device-rpc.ts';
import { DeviceSessions } from '../platform/sessions/device-sessions.ts';
import { SampleOutbox } from '../platform/telemetry/sample-outbox.ts';
import { WatchIndex } from '../platform/telemetry/watches.ts';
import { readTls, type Certificate } from '../platform/tls.ts';
import { Shutdown } from '../platform/shutdown.ts';
import { StartupError } from '../platform/startup-error.ts';
import { openDatabase } from '../platform/storage/database-provider.ts';
import { createKysely } from '../platform/storage/kysely.ts';
import { migrate } from '../platform/storage/migrate.ts';
import { Batcher } from '../platform/telemetry/batcher.ts';
import { DeviceIngest } from '../platform/telemetry/ingest.ts';
import { Partitions } from '../platform/telemetry/partitions.ts';
import { ChartQueries } from '../platform/telemetry/chart-queries.ts';
import { Rollups } from '../platform/telemetry/rollups.ts';
import { TelemetryQueries } from '../platform/telemetry/queries.ts';
import { TelemetryStore } from '../platform/telemetry/store.ts';
import { ProductRules } from '../platform/telemetry/validate.ts';
import { MediaServer } from '../doors/video/media-server.ts';

export interface Server {
  /** The ports that are really listened on. */
  readonly httpPort: number;
  readonly mqttPort: number;
  readonly deps: ServerDeps;
  /** Ends everything in order; idempotent. */
  stop(): Promise<void>;
}

export interface ComposeOptions {
  /** Receives one line a fact, for stdout. Default: none. */
  readonly say?: (line: string) => void;
  /** Puts something between the sources and the ingestion; tests plant faults with it. */
  readonly wrapIngest?: (ingest: DeviceIngest) => ServerDeps['ingest'];
}

/**
 * Starts everything, each part after what it needs, and answers when the address answers. What was
 * started is stopped again when a later part fails.
 * @throws StartupError when a person must mend something first.
 */
export async function compose(config: ServerConfig, options: ComposeOptions = {}): Promise<Server> {
  const say = options.say ?? (() => undefined);
  const log = createLogger(config.logLevel);
  const shutdown = new Shutdown(log);
  try {
    return await start(config, { ...options, say }, log, shutdown);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

async function start(
  config: ServerConfig,
  { say, wrapIngest }: ComposeOptions & { say: (line: string) => void },
  log: ReturnType<typeof createLogger>,
  shutdown: Shutdown,
): Promise<Server> {
  const database = await openDatabase(config, log, say);
  shutdown.add('database', () => database.stop());
  const { pool } = database;
  const db = createKysely(pool);
  await migrate(pool);
  const partitions = new Partitions(pool, log);
  await partitions.start();
  shutdown.add('partitions', () => partitions.stop());
  const rollups = new Rollups(pool, log);
  rollups.start();
  shutdown.add('rollups', () => rollups.stop());
  const { organisationId, isNewDemo } = await seed(db, config);
  const administrator = await ensureAdministrator(db, organisationId, config.adminPassword);

  const events = new ServerEvents(log);
  const credentials = new DeviceCredentials(db);
  const sessions = new DeviceSessions(events);
  await sessions.start(db);
  shutdown.add('sessions', () => sessions.stop());
  const watches = new WatchIndex();
  const interlocks = new Interlocks(pool);
  const rpc = new DeviceRpc(pool, sessions, interlocks, log, config.cluster);
  await rpc.start();
  shutdown.add('commands', () => rpc.stop());
  const makeEngines = (fence?: (client: PoolClient) => Promise<void>): Engines => ({
    alarms: new AlarmEngine({ pool, watches, events, log, fence }),
    linkages: new LinkageEngine({ pool, rpc, watches, events, log }),
  });
  const own = makeEngines();
  const cluster = config.cluster
    ? new Cluster({ url: database.connectionString, pool, events, sessions, watches, log, makeEngines })
    : null;
  const store = new TelemetryStore(pool, new SampleOutbox(watches), cluster?.relay);
  const batcher = new Batcher(store, cluster ? heardThrough(cluster, events, log) : events, log);
  const rules = new ProductRules(db);
  const realIngest = new DeviceIngest(batcher, rules, new MessageQuotas(config.quotas));
  const ingest = wrapIngest?.(realIngest) ?? realIngest;
  if (cluster) {
    await cluster.start();
    shutdown.add('cluster', () => cluster.stop());
  } else {
    await own.linkages.start();
    shutdown.add('linkages', () => own.linkages.stop());
    // After the linkages: what it raises of readings that the last run left behind sets them off, too.
    await own.alarms.start();
    shutdown.add('alarms', () => own.alarms.stop());
  }
  const attributes = new DeviceAttributeStore(pool, events);
  const tls = config.tls && readTls(config.tls);
  const limits = new RateLimits(config.limits);
  const broker = new MqttBroker({
    host: config.host,
    port: config.mqttPort,
    ingest,
    credentials,
    sessions,
    rpc,
    attributes,
    gatewayDevices: new GatewayDevices(pool, events),
    claims: new DeviceClaims(db),
    provisioning: new Provisioning(pool, events),
    pace: new MessagePace(config.limits),
    limits,
    ...(tls && { tls: { ...tls, port: config.mqttTlsPort } }),
    events,
    log,
  });

  events.on('device-changed', ({ deviceId }) => credentials.forget(deviceId));

  const media =
    config.rtmpPort === null
      ? null
      : new MediaServer({ host: config.host, port: config.rtmpPort, credentials, sessions, events, log });
  if (media) {
    await media.start();
    shutdown.add('media process', () => media.stop());
  }

  const blobs = await Blobs.open(
    join(config.dataDir, 'files'),
    config.s3 ? new S3BlobStore(config.s3) : undefined,
  );
  if (isNewDemo) await seedTerritory(db, blobs, organisationId, DEMO_SCENE);
  const deps: ServerDeps = {
    config,
    log,
    db,
    pool,
    events,
    batcher,
    ingest,
    limits,
    rpc,
    interlocks,
    alarms: cluster?.calls ?? own.alarms,
    linkages: cluster
      ? { reload: () => cluster.calls.reload(), runNow: (row, userId) => own.linkages.runNow(row, userId) }
      : own.linkages,
    attributes,
    credentials,
    sessions,
    telemetry: new TelemetryQueries(pool, () => rollups.rolledUntil),
    charts: new ChartQueries(pool, () => rollups.rolledUntil),
    blobs,
    rules,
    media,
    ready: async () => {
      await pool.query('select 1');
      return broker.listening && (outside?.ready ?? true);
    },
  };

  const outside =
    config.mqttUrl === undefined
      ? null
      : new OutsideBroker({
          url: config.mqttUrl,
          clientId: readNodeId(config.dataDir),
          ingest,
          credentials,
          sessions,
          rpc,
          attributes,
          events,
          log,
        });

  const app = createHttpApp(deps);

  // The order of the end: no new connections, then what was taken is committed and acknowledged,
  // then the connections close, then the database.
  shutdown.add('mqtt connections', () => broker.stop());
  if (outside) shutdown.add('outside connection', () => outside.stop());
  shutdown.add('batcher', () => batcher.stop());
  await broker.start();
  shutdown.add('mqtt listener', () => broker.stopAccepting());
  if (outside) {
    await outside.start();
    shutdown.add('outside broker', () => outside.stopAccepting());
  }
  const http = await listenHttp(app, config, tls);
  shutdown.add('http', () => closeHttp(http));
  // Before it: what is watched would keep its connections open.
  if (media) shutdown.add('video', () => media.stop());
  const hub = createHub(deps);
  hub.attach(http);
  if (cluster) cluster.relay.wanted = () => hub.connections > 0;
  const mqttOverHttp = new MqttOverWebSocket((stream) => broker.handle(stream));
  mqttOverHttp.attach(http);
  shutdown.add('mqtt over http', () => mqttOverHttp.close());
  shutdown.add('stream', () => hub.close());

  if (config.demo) {
    const simulator = new SimulatorProcess({
      mqttUrl: `mqtt://127.0.0.1:${broker.port}`,
      rtmpUrl: media ? `rtmp://127.0.0.1:${media.port}/live` : undefined,
      devicesFile: demoDevicesFile(config.dataDir),
      log,
    });
    simulator.start();
    shutdown.add('simulator', () => simulator.stop());
  }

  const httpPort = portOf(http);
  say(`MQTT is ready at mqtt://localhost:${broker.port}`);
  if (media) say(`RTMP is ready at rtmp://localhost:${media.port}/live`);
  if (administrator) {
    const shown =
      config.adminPassword === undefined ? administrator.password : 'as set in FARM3D_ADMIN_PASSWORD';
    say(`log in as ${administrator.username}, password: ${shown}`);
  }
  if (broker.tlsPort > 0) say(`MQTT over TLS is ready at mqtts://localhost:${broker.tlsPort}`);
  say(`farm3d is ready at http${tls ? 's' : ''}://localhost:${httpPort}`);
  return { httpPort, mqttPort: broker.port, deps, stop: () => shutdown.run() };
}

/** In a cluster what this server commits is told when the database tells of it, in the order of all. */
function heardThrough(cluster: Cluster, events: ServerEvents, log: ServerDeps['log']): ServerEvents {
  const own = new ServerEvents(log);
  own.on('committed', ({ seq, items }) => cluster.relay.keep(seq, items));
  own.on('rejection', (rejection) => events.emit('rejection', rejection));
  return own;
}

function listenHttp(
  app: ReturnType<typeof createHttpApp>,
  { host, port }: ServerConfig,
  tls: Certificate | undefined,
): Promise<ServerType> {
  return new Promise((resolve, reject) => {
    const options = { fetch: app.fetch, hostname: host, port };
    const server = tls
      ? serve(
          { ...options, createServer: createHttpsServer, serverOptions: { ...tls, minVersion: 'TLSv1.2' } },
          () => resolve(server),
        )
      : serve(options, () => resolve(server));
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new StartupError(
              `the HTTP port ${port} is taken; stop what uses it, or set FARM3D_PORT to another port`,
            )
          : new StartupError(
              `HTTP cannot listen on ${host}:${port} (${error.code ?? error.message}); set FARM3D_HOST or FARM3D_PORT`,
            ),
      );
    });
  });
}

/** Requests under way are answered; connections that idle are closed at once, the others at the latest after 5 s. */
function closeHttp(server: ServerType): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), 5_000);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    if ('closeIdleConnections' in server) server.closeIdleConnections();
  });
}

function portOf(server: ServerType): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
