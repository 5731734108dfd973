import type { PoolClient } from 'pg';
import { Cluster } from '../adapters/cluster/cluster.ts';
import type { Engines } from '../adapters/cluster/leader-calls.ts';
import { AlarmEngine } from '../features/alarms/engine.ts';
import { DeviceRpc } from '../features/commands/device-rpc.ts';
import { Interlocks } from '../features/commands/interlocks.ts';
import { DeviceCredentials } from '../features/devices/credentials.ts';
import { DeviceAttributeStore } from '../features/devices/device-attributes.ts';
import { LinkageEngine } from '../features/linkages/engine.ts';
import { ServerEvents } from '../platform/events.ts';
import { MessageQuotas } from '../platform/limits/message-quotas.ts';
import type { Logger } from '../platform/logger.ts';
import { DeviceSessions } from '../platform/sessions/device-sessions.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { Batcher } from '../platform/telemetry/batcher.ts';
import { DeviceIngest } from '../platform/telemetry/ingest.ts';
import { SampleOutbox } from '../platform/telemetry/sample-outbox.ts';
import { TelemetryStore } from '../platform/telemetry/store.ts';
import { ProductRules } from '../platform/telemetry/validate.ts';
import { WatchIndex } from '../platform/telemetry/watches.ts';
import type { Foundation } from './foundation.ts';

/** The ingestion as its sources see it: from the payload of a device to the commit. */
export type Ingest = Pick<DeviceIngest, 'telemetry' | 'attributes' | 'reject' | 'full' | 'room'>;

/** The parts that devices use: authentication, sessions, ingestion, commands and rules. */
export interface DeviceCore {
  readonly credentials: DeviceCredentials;
  readonly sessions: DeviceSessions;
  readonly attributes: DeviceAttributeStore;
  readonly interlocks: Interlocks;
  readonly rpc: DeviceRpc;
  readonly batcher: Batcher;
  readonly ingest: Ingest;
  readonly rules: ProductRules;
  readonly alarms: Pick<AlarmEngine, 'act' | 'change'>;
  readonly linkages: Pick<LinkageEngine, 'reload' | 'runNow'>;
  readonly cluster: Cluster | null;
}

/** Starts commands and rules; readings are accepted when it resolves. */
export async function startDeviceCore(
  foundation: Foundation,
  shutdown: Shutdown,
  wrapIngest: (ingest: DeviceIngest) => Ingest = (ingest) => ingest,
): Promise<DeviceCore> {
  const { config, log, events, db, pool } = foundation;
  const credentials = new DeviceCredentials(db);
  events.on('device-changed', ({ deviceId }) => credentials.forget(deviceId));
  const sessions = new DeviceSessions(events);
  await sessions.start(db);
  shutdown.add('sessions', () => sessions.stop());
  const interlocks = new Interlocks(pool);
  const rpc = new DeviceRpc(pool, sessions, interlocks, log, config.cluster);
  await rpc.start();
  shutdown.add('commands', () => rpc.stop());
  const watches = new WatchIndex();
  const makeEngines = (fence?: (client: PoolClient) => Promise<void>): Engines => ({
    alarms: new AlarmEngine({ pool, watches, events, log, fence }),
    linkages: new LinkageEngine({ pool, rpc, watches, events, log }),
  });
  const own = makeEngines();
  const cluster = config.cluster
    ? new Cluster({ url: foundation.databaseUrl, pool, events, sessions, watches, log, makeEngines })
    : null;
  const store = new TelemetryStore(pool, new SampleOutbox(watches), cluster?.relay);
  const batcher = new Batcher(store, cluster ? emitThroughCluster(cluster, events, log) : events, log);
  const rules = new ProductRules(db);
  const ingest = wrapIngest(new DeviceIngest(batcher, rules, new MessageQuotas(config.quotas)));
  await startRules(own, cluster, shutdown);
  return {
    credentials,
    sessions,
    attributes: new DeviceAttributeStore(pool, events),
    interlocks,
    rpc,
    batcher,
    ingest,
    rules,
    cluster,
    alarms: cluster?.calls ?? own.alarms,
    linkages: cluster
      ? { reload: () => cluster.calls.reload(), runNow: (...of) => own.linkages.runNow(...of) }
      : own.linkages,
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
