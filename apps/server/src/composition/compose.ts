import type { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { DEMO_SCENE } from '../adapters/demo/demo-farm.ts';
import { demoDevicesFile, seed } from '../adapters/demo/seed.ts';
import { SimulatorProcess } from '../adapters/demo/simulator-process.ts';
import { seedSkins } from '../adapters/demo/demo-skins.ts';
import { seedTerritory } from '../adapters/demo/territory/seed-territory.ts';
import { MqttOverWebSocket } from '../adapters/mqtt/over-websocket.ts';
import { createHub, type Hub } from '../adapters/realtime/hub.ts';
import { MediaServer } from '../adapters/video/media-server.ts';
import { VideoViewers } from '../adapters/video/video-viewers.ts';
import { closeHttp, listenHttp, portOf, upgradesOf } from '../adapters/web/http-listener.ts';
import { DeviceRepository } from '../features/devices/repository.ts';
import { Blobs } from '../features/files/blob-store.ts';
import { S3BlobStore } from '../features/files/s3-blob-store.ts';
import { UploadSlots } from '../features/files/upload-slots.ts';
import { SceneRepository } from '../features/scenes/repository.ts';
import { ShareRepository } from '../features/sharing/repository.ts';
import { RuleReach } from '../platform/auth/rule-reach.ts';
import { TargetResolver } from '../features/sharing/stream-targets.ts';
import { BackupProofs } from '../features/system/backup-proofs.ts';
import { ensureAdministrator } from '../features/users/administrator.ts';
import { TrustedProxies } from '../platform/client-address.ts';
import { SYSTEM_CLOCK, type Clock } from '../platform/clock.ts';
import { DEFAULT_CAPS, type ServerConfig } from '../platform/config/settings.ts';
import { createLogger } from '../platform/logger.ts';
import { Shutdown } from '../platform/shutdown.ts';
import type { DeviceIngest } from '../platform/telemetry/ingest.ts';
import { readTls } from '../platform/tls.ts';
import { startDeviceCore, type DeviceCore, type Ingest } from './device-core.ts';
import { startFoundation, type Foundation } from './foundation.ts';
import { grantKeepers } from './grant-keepers.ts';
import { createHttpApp } from './http-app.ts';
import { startNotifications } from './notifications.ts';
import { startScheduledOrders } from './scheduled-orders.ts';
import { readiness } from './readiness.ts';
import { startMqttListeners, type MqttListeners } from './mqtt-listeners.ts';

export interface Server {
  /** The listening ports. */
  readonly httpPort: number;
  readonly mqttPort: number;
  /** Stops everything in order; idempotent. */
  stop(): Promise<void>;
}

type Print = (line: string) => void;

export interface ComposeOptions {
  /** Receives lines for stdout. Default: none. */
  readonly print?: Print;
  /** Receives the log. Default: stderr. */
  readonly logTo?: DestinationStream;
  /** Interrupts the start: the parts that run are stopped again. Default: never. */
  readonly signal?: AbortSignal;
  /** Time as rights see it; tests move it. Default: that of the system. */
  readonly clock?: Clock;
  /** Asks to stop it and to compose it anew: it takes another time. */
  readonly restart?: () => void;
  /** Wraps the ingestion; tests inject faults with it. */
  readonly wrapIngest?: (ingest: DeviceIngest) => Ingest;
}

/**
 * Starts all parts in the order of their dependencies and resolves when the server listens. When a part fails, or the
 * signal aborts the start, those before it are stopped again.
 * @throws StartupError when a person must change a setting first
 */
export async function compose(config: ServerConfig, options: ComposeOptions = {}): Promise<Server> {
  const print = options.print ?? (() => undefined);
  const log = createLogger(config.logLevel, options.logTo);
  const shutdown = new Shutdown(log);
  try {
    const { signal, clock = SYSTEM_CLOCK, restart } = options;
    const foundation = await startFoundation(config, log, shutdown, { print, signal, clock, restart });
    return await start(foundation, { ...options, print }, shutdown);
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

async function start(
  foundation: Foundation,
  { print, wrapIngest, signal }: ComposeOptions & { print: Print },
  shutdown: Shutdown,
): Promise<Server> {
  const { config, db } = foundation;
  const { organisationId, isNewDemo } = await seed(db, config);
  const administrator = await ensureAdministrator(db, organisationId, config.adminPassword);
  signal?.throwIfAborted();
  const core = await startDeviceCore(foundation, shutdown, wrapIngest);
  signal?.throwIfAborted();
  const tls = config.tls && readTls(config.tls);
  const media = await startMedia(foundation, core, shutdown);
  const blobs = await openBlobs(foundation);
  if (isNewDemo) {
    await seedTerritory(db, blobs, organisationId, DEMO_SCENE, config.demoLanguage);
    await seedSkins(db, blobs, organisationId, config.demoLanguage);
  }

  signal?.throwIfAborted();
  // The app is created before the listeners start: an error in it must not follow accepted readings.
  const listeners: { mqtt?: MqttListeners } = {};
  const { clock, principals, log } = foundation;
  const targets = new TargetResolver(
    new DeviceRepository(db),
    new SceneRepository(db),
    new ShareRepository(db, clock),
    new RuleReach(db),
  );
  const hub = createHub({ ...foundation, ...core, targets });
  const viewers = new VideoViewers({ media, principals, targets, clock, log });
  foundation.grants.keep(grantKeepers(foundation, core, hub, viewers));
  startScheduledOrders(foundation, shutdown);
  const app = createHttpApp({
    ...foundation,
    ...core,
    ...(await startNotifications(foundation, core.outgoing, shutdown)),
    media,
    mqtt: {
      get port() {
        return listeners.mqtt?.broker.port ?? config.mqttPort;
      },
    },
    viewers,
    blobs,
    proofs: startProofs(foundation, shutdown),
    ready: readiness(foundation, () => listeners.mqtt?.ready === true),
  });
  const mqtt = (listeners.mqtt = await startMqttListeners(foundation, core, tls, shutdown));
  const http = await listenHttp(app.fetch, config, tls);
  shutdown.add('http', () => closeHttp(http));
  // Before HTTP: viewers would keep its connections open.
  if (media) shutdown.add('video', () => media.stop());
  attachStreams(upgradesOf(http), config, hub, core, mqtt, shutdown);
  signal?.throwIfAborted();
  if (config.demo) startSimulator(foundation, mqtt, media, shutdown);

  const httpPort = portOf(http);
  print(`MQTT is ready at mqtt://localhost:${mqtt.broker.port}`);
  if (media) print(`RTMP is ready at rtmp://localhost:${media.port}/live`);
  if (administrator) print(loginLine(administrator, config));
  if (mqtt.broker.tlsPort > 0) print(`MQTT over TLS is ready at mqtts://localhost:${mqtt.broker.tlsPort}`);
  print(`farm3d is ready at http${tls ? 's' : ''}://localhost:${httpPort}`);
  return { httpPort, mqttPort: mqtt.broker.port, stop: () => shutdown.run() };
}

/** The uploaded files: in the bucket of the settings, else in the data folder. */
function openBlobs({ config, disk }: Foundation): Promise<Blobs> {
  const { uploads } = { ...DEFAULT_CAPS, ...config.caps };
  return Blobs.open(
    join(config.dataDir, 'files'),
    new UploadSlots(uploads, () => disk.isFull('files')),
    config.s3 ? new S3BlobStore(config.s3) : undefined,
  );
}

function startProofs(foundation: Foundation, shutdown: Shutdown): BackupProofs {
  const proofs = new BackupProofs(foundation);
  // Servers of a cluster share the database; any other one is alone on it.
  proofs.start(!foundation.config.cluster);
  shutdown.add('proofs of backups', () => proofs.stop());
  return proofs;
}

const loginLine = (
  { username, password }: { readonly username: string; readonly password: string },
  { adminPassword }: ServerConfig,
): string =>
  `log in as ${username}, password: ${adminPassword === undefined ? password : 'as set in FARM3D_ADMIN_PASSWORD'}`;

/** The media process; null where cameras cannot publish. */
async function startMedia(
  { config, events, log }: Foundation,
  { credentials, sessions }: DeviceCore,
  shutdown: Shutdown,
): Promise<MediaServer | null> {
  if (config.rtmpPort === null) return null;
  const media = new MediaServer({
    host: config.host,
    port: config.rtmpPort,
    credentials,
    sessions,
    events,
    log,
  });
  await media.start();
  shutdown.add('media process', () => media.stop());
  return media;
}

/** WebSockets on the HTTP port: the stream, and MQTT of devices. */
function attachStreams(
  upgrades: EventEmitter,
  { trustedProxies, forwardedHeader }: ServerConfig,
  hub: Hub,
  core: DeviceCore,
  mqtt: MqttListeners,
  shutdown: Shutdown,
): void {
  hub.attach(upgrades);
  if (core.cluster) core.cluster.relay.hasListeners = () => hub.connections > 0;
  const proxies = new TrustedProxies(trustedProxies, forwardedHeader);
  const mqttOverHttp = new MqttOverWebSocket(proxies, (stream, address) =>
    mqtt.broker.handle(stream, address),
  );
  mqttOverHttp.attach(upgrades);
  shutdown.add('mqtt over http', () => mqttOverHttp.close());
  shutdown.add('stream', () => hub.close());
}

function startSimulator(
  { config, log }: Foundation,
  { broker }: MqttListeners,
  media: MediaServer | null,
  shutdown: Shutdown,
): void {
  const simulator = new SimulatorProcess({
    mqttUrl: `mqtt://127.0.0.1:${broker.port}`,
    rtmpUrl: media ? `rtmp://127.0.0.1:${media.port}/live` : undefined,
    devicesFile: demoDevicesFile(config.dataDir),
    log,
  });
  simulator.start();
  shutdown.add('simulator', () => simulator.stop());
}
