import type { LeaderCalls } from '../doors/cluster/leader-calls.ts';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { LinkageEngine } from '../features/linkages/engine.ts';
import type { ServerConfig } from '../platform/config/settings.ts';
import type { DeviceCredentials } from '../features/devices/credentials.ts';
import type { Interlocks } from '../features/commands/interlocks.ts';
import type { Blobs } from '../features/files/blob-store.ts';
import type { DeviceAttributeStore } from '../features/devices/device-attributes.ts';
import type { ServerEvents } from '../platform/events.ts';
import type { Logger } from '../platform/logger.ts';
import type { DeviceRpc } from '../features/commands/device-rpc.ts';
import type { RateLimits } from '../platform/limits/rate-limits.ts';
import type { DeviceSessions } from '../platform/sessions/device-sessions.ts';
import type { Database } from '../platform/storage/schema.ts';
import type { Batcher } from '../platform/telemetry/batcher.ts';
import type { DeviceIngest } from '../platform/telemetry/ingest.ts';
import type { ChartQueries } from '../platform/telemetry/chart-queries.ts';
import type { TelemetryQueries } from '../platform/telemetry/queries.ts';
import type { MediaServer } from '../doors/video/media-server.ts';
import type { ProductRules } from '../platform/telemetry/validate.ts';

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
