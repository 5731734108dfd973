import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { runningServers } from '../adapters/cluster/bus.ts';
import { Cluster } from '../adapters/cluster/cluster.ts';
import { shareQuotas } from '../adapters/cluster/shared-quotas.ts';
import type { Engines } from '../adapters/cluster/leader-calls.ts';
import { RuleReach } from '../platform/auth/rule-reach.ts';
import { AlarmEngine } from '../features/alarms/engine.ts';
import { CommandLog } from '../features/commands/command-log.ts';
import { DeviceRpc } from '../features/commands/device-rpc.ts';
import { Interlocks } from '../features/commands/interlocks.ts';
import { DeviceCredentials } from '../features/devices/credentials.ts';
import { DeviceTokens } from '../features/devices/device-tokens.ts';
import { TemporaryDeviceTokens } from '../features/devices/temporary-device-tokens.ts';
import { DeviceAttributeStore } from '../features/devices/device-attributes.ts';
import { LinkageEngine } from '../features/linkages/engine.ts';
import { platformNow } from '../platform/clock.ts';
import { DEFAULT_CAPS } from '../platform/config/settings.ts';
import { ServerEvents } from '../platform/events.ts';
import { MessageQuotas } from '../platform/limits/message-quotas.ts';
import { OrganisationLimits } from '../platform/limits/organisation-limits.ts';
import type { Logger } from '../platform/logger.ts';
import { OutgoingCalls } from '../platform/outgoing/guarded-fetch.ts';
import { ConnectionRecords } from '../platform/sessions/connection-records.ts';
import { DeviceSessions } from '../platform/sessions/device-sessions.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { StatementThread } from '../platform/storage/statement-thread.ts';
import { Batcher } from '../platform/telemetry/batcher.ts';
import { DeviceIngest, type IngestBounds } from '../platform/telemetry/ingest.ts';
import { KeyCaps } from '../platform/telemetry/key-caps.ts';
import { SampleOutbox } from '../platform/telemetry/sample-outbox.ts';
import { TelemetryStore } from '../platform/telemetry/store.ts';
import { ProductRules } from '../platform/telemetry/product-rules.ts';
import { WatchIndex } from '../platform/telemetry/watches.ts';
import type { Foundation } from './foundation.ts';

/** The ingestion as its sources see it: from the payload of a device to the commit. */
export type Ingest = Pick<DeviceIngest, 'telemetry' | 'attributes' | 'reject' | 'busy' | 'full' | 'room'>;

/** The parts that devices use: authentication, sessions, ingestion, commands and rules. */
export interface DeviceCore {
  readonly credentials: DeviceCredentials;
  readonly sessions: DeviceSessions;
  readonly attributes: DeviceAttributeStore;
  readonly deviceTokens: DeviceTokens;
  readonly interlocks: Interlocks;
  readonly commands: CommandLog;
  readonly rpc: DeviceRpc;
  readonly batcher: Batcher;
  readonly ingest: Ingest;
  readonly organisationLimits: OrganisationLimits;
  readonly alarms: Pick<AlarmEngine, 'act' | 'change'>;
  readonly linkages: Pick<LinkageEngine, 'reload' | 'runNow'>;
  /** Calls to addresses that people named. */
  readonly outgoing: OutgoingCalls;
  readonly cluster: Cluster | null;
  /** The engines of this server that evaluate; null while another server leads. */
  readonly engines: () => Engines | null;
}

/** Starts commands and rules; readings are accepted when it resolves. */
export async function startDeviceCore(
  foundation: Foundation,
  shutdown: Shutdown,
  wrapIngest: (ingest: DeviceIngest) => Ingest = (ingest) => ingest,
): Promise<DeviceCore> {
  const { config, log, events, db, pool } = foundation;
  const temporaryTokens = new TemporaryDeviceTokens(pool, foundation.principals);
  const credentials = new DeviceCredentials(db, temporaryTokens, () => foundation.clock.now());
  events.on('device-changed', ({ deviceId }) => credentials.forget(deviceId));
  const node = config.cluster ? randomUUID() : '';
  const sessions = await startSessions(foundation, shutdown, node);
  const interlocks = new Interlocks(pool);
  if (!foundation.isTimeKnown) await interlocks.endAll();
  const { clock, grants } = foundation;
  const reach = new RuleReach(db);
  const commands = new CommandLog(pool, log);
  const rpc = new DeviceRpc({ commands, sessions, interlocks, reach, clock, log, others: config.cluster });
  await rpc.start();
  shutdown.add('commands', () => rpc.stop());
  const deviceTokens = new DeviceTokens({ pool, grants, clock, log });
  deviceTokens.start();
  shutdown.add('device tokens', () => deviceTokens.stop());
  const watches = new WatchIndex();
  const outgoing = new OutgoingCalls({ allow: config.outgoingAllow });
  shutdown.add('webhooks', () => outgoing.close());
  const makeEngines = (fence?: (client: PoolClient) => Promise<void>): Engines => ({
    alarms: new AlarmEngine({ pool, watches, events, log, fence }),
    linkages: new LinkageEngine({ pool, rpc, outgoing, watches, events, log }),
  });
  const own = makeEngines();
  const cluster = config.cluster
    ? new Cluster({
        node,
        url: foundation.databaseUrl,
        pool,
        events,
        sessions,
        watches,
        grants,
        log,
        makeEngines,
      })
    : null;
  const writers = new StatementThread(foundation.databaseUrl, log);
  shutdown.add('writers of readings', () => writers.end());
  const store = new TelemetryStore(writers, new SampleOutbox(watches), cluster?.relay);
  const batcher = new Batcher(
    untilFull(store, foundation),
    cluster ? emitThroughCluster(cluster, events, log) : events,
    log,
  );
  const rules = new ProductRules(db);
  events.on('product-model-changed', ({ productModelId, onlineTimeoutS }) => {
    rules.forget();
    if (onlineTimeoutS !== undefined) sessions.setOnlineTimeout(productModelId, onlineTimeoutS);
  });
  const organisationLimits = new OrganisationLimits(pool, log);
  await organisationLimits.start();
  shutdown.add('limits of organisations', () => organisationLimits.stop());
  const quotas = new MessageQuotas(config.quotas, (id) => organisationLimits.messagesOf(id));
  if (cluster) {
    const shared = shareQuotas(pool, quotas, log);
    shutdown.add('shared quotas', () => shared.stop());
  }
  const bounds = ingestBounds(foundation);
  const ingest = wrapIngest(new DeviceIngest(batcher, rules, quotas, platformNow, bounds));
  await startRules(own, cluster, shutdown);
  return {
    credentials,
    sessions,
    attributes: new DeviceAttributeStore(pool, events),
    deviceTokens,
    interlocks,
    commands,
    rpc,
    batcher,
    ingest,
    organisationLimits,
    outgoing,
    cluster,
    engines: () => (cluster ? cluster.engines : own),
    alarms: cluster?.calls ?? own.alarms,
    linkages: cluster
      ? { reload: () => cluster.calls.reload(), runNow: (...of) => own.linkages.runNow(...of) }
      : own.linkages,
  };
}

/** Starts the sessions of devices. A changed device's time-out is read again; the shutdown stops them. */
async function startSessions(
  { config, db, events, log, pool }: Foundation,
  shutdown: Shutdown,
  node: string,
): Promise<DeviceSessions> {
  const records = new ConnectionRecords(pool, log, node);
  await records.endLost(config.cluster ? await runningServers(pool) : []);
  const sessions = new DeviceSessions(events, platformNow, records);
  await sessions.start(db);
  // Another server may have changed its attributes.
  events.on('device-changed', ({ deviceId }) => {
    sessions
      .loadTimeout(deviceId)
      .catch((error: unknown) => log.warn({ err: error }, 'the time-out of a device could not be read'));
  });
  shutdown.add('sessions', () => {
    sessions.stop();
    return records.flush();
  });
  return sessions;
}

/** Commits nothing into the reserve of the disk: the batcher tries again until there is space. */
function untilFull(store: TelemetryStore, { disk }: Foundation): Pick<TelemetryStore, 'write'> {
  return {
    write: (batch) =>
      disk.isFull('database') ? Promise.reject(new Error('the disk is full')) : store.write(batch),
  };
}

function ingestBounds({ pool, config, disk }: Foundation): IngestBounds {
  const cap = { ...DEFAULT_CAPS, ...config.caps }.keys;
  const keysBy = (name: string, text: string) => async (device: number) => {
    const { rows } = await pool.query<{ key: string }>({ name, text, values: [device] });
    return rows.map(({ key }) => key);
  };
  return {
    telemetry: new KeyCaps(cap, keysBy('keys-of-telemetry', 'select key from ts_latest where device = $1')),
    attributes: new KeyCaps(
      cap,
      keysBy('keys-of-attributes', 'select jsonb_object_keys(attributes) as key from device where key = $1'),
    ),
    isDiskFull: () => disk.isFull('database'),
  };
}

/** A single server evaluates the rules itself; in a cluster the leader does. */
async function startRules(own: Engines, cluster: Cluster | null, shutdown: Shutdown): Promise<void> {
  if (cluster) {
    await cluster.start();
    shutdown.add('cluster', () => cluster.stop());
    return;
  }
  await own.linkages.start();
  shutdown.add('linkages', () => own.linkages.stop());
  // After the linkages: alarms raised by readings that the last run left behind trigger them, too.
  await own.alarms.start();
  shutdown.add('alarms', () => own.alarms.stop());
}

/**
 * In a cluster a commit of this server is emitted with the notification of the database, in the order of all commits.
 */
function emitThroughCluster(cluster: Cluster, events: ServerEvents, log: Logger): ServerEvents {
  const own = new ServerEvents(log);
  own.on('committed', ({ seq, items }) => cluster.relay.keepOwn(seq, items));
  own.on('rejection', (rejection) => events.emit('rejection', rejection));
  return own;
}
