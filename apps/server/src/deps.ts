import type { LeaderCalls } from './cluster/leader-calls.ts';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { LinkageEngine } from './linkages/engine.ts';
import type { ServerConfig } from './config.ts';
import type { DeviceCredentials } from './domain/devices/credentials.ts';
import type { Interlocks } from './domain/devices/interlocks.ts';
import type { Blobs } from './domain/files/blob-store.ts';
import type { DeviceAttributeStore } from './domain/devices/device-attributes.ts';
import type { ServerEvents } from './events.ts';
import type { Logger } from './logger.ts';
import type { DeviceRpc } from './mqtt/rpc.ts';
import type { RateLimits } from './domain/limits/rate-limits.ts';
import type { DeviceSessions } from './mqtt/sessions.ts';
import type { Database } from './storage/schema.ts';
import type { Batcher } from './telemetry/batcher.ts';
import type { DeviceIngest } from './telemetry/ingest.ts';
import type { ChartQueries } from './telemetry/chart-queries.ts';
import type { TelemetryQueries } from './telemetry/queries.ts';
import type { MediaServer } from './video/media-server.ts';
import type { ProductRules } from './telemetry/validate.ts';

/** What the parts of the server share; compose.ts makes it, everything else receives it. */
export interface ServerDeps {
  readonly config: ServerConfig;
  readonly log: Logger;
  readonly db: Kysely<Database>;
  readonly pool: Pool;
  readonly events: ServerEvents;
  /** The one way readings enter; resolves after the commit. */
  readonly batcher: Batcher;
  /** From the bytes of a device to the commit; what sources call. */
  readonly ingest: Pick<DeviceIngest, 'telemetry' | 'attributes' | 'reject' | 'full' | 'room'>;
  /** Calls of a minute, the same for every way in. */
  readonly limits: RateLimits;
  /** Two-way commands to connected devices. */
  readonly rpc: DeviceRpc;
  /** What commands must not do. */
  readonly interlocks: Interlocks;
  /** Linkages at work. */
  readonly linkages: Pick<LinkageEngine, 'reload' | 'runNow'>;
  /** Alarm settings at work. */
  readonly alarms: Pick<LeaderCalls, 'act' | 'change'>;
  /** Client and shared attributes of devices. */
  readonly attributes: DeviceAttributeStore;
  /** Device tokens: make, find, forget (call `forget` after a device changed or was deleted). */
  readonly credentials: DeviceCredentials;
  /** Who is connected and who counts as online. */
  readonly sessions: DeviceSessions;
  readonly telemetry: TelemetryQueries;
  /** Lines of few points over any range. */
  readonly charts: ChartQueries;
  /** What cameras send here; null where they cannot. */
  readonly media: Pick<MediaServer, 'open' | 'isLive' | 'port'> | null;
  /** Bytes of uploaded files. */
  readonly blobs: Blobs;
  /** What readings are checked against; `forget` after attributes changed. */
  readonly rules: Pick<ProductRules, 'forget'>;
  /** True when database and broker answer; for /readyz. */
  readonly ready: () => Promise<boolean>;
}
