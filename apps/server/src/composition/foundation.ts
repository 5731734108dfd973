import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import { AccessTokens } from '../platform/auth/access-tokens.ts';
import { Grants } from '../platform/auth/grants/grants.ts';
import { KeyRepository } from '../platform/auth/key-repository.ts';
import { Principals } from '../platform/auth/principals.ts';
import { UserSessions } from '../platform/auth/sessions.ts';
import { loadSigningKey, type SigningKey } from '../platform/auth/signing-key.ts';
import { ClockKeeper } from '../platform/clock-keeper.ts';
import type { Clock } from '../platform/clock.ts';
import { DEFAULT_RESERVES, type ServerConfig } from '../platform/config/settings.ts';
import { ServerEvents } from '../platform/events.ts';
import { RateLimits } from '../platform/limits/rate-limits.ts';
import type { Logger } from '../platform/logger.ts';
import { createMailSender, type MailSender } from '../platform/mail/mail-sender.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { openDatabase, openSingle } from '../platform/storage/database-provider.ts';
import { DatabasePulse } from '../platform/storage/database-pulse.ts';
import { DiskSpace } from '../platform/storage/disk-space.ts';
import { createKysely } from '../platform/storage/kysely.ts';
import { migrate } from '../platform/storage/migrate.ts';
import type { Database } from '../platform/storage/schema.ts';
import { ChartQueries } from '../platform/telemetry/chart-queries.ts';
import { TelemetryMessages } from '../platform/telemetry/messages.ts';
import { Partitions } from '../platform/telemetry/partitions.ts';
import { TelemetryQueries } from '../platform/telemetry/queries.ts';
import { ArchivedDays } from '../platform/telemetry/archived-days.ts';
import { Rollups } from '../platform/telemetry/rollups.ts';

/** The parts that all others use: settings, log, events, database and telemetry queries. */
export interface Foundation {
  readonly config: ServerConfig;
  readonly log: Logger;
  readonly events: ServerEvents;
  readonly limits: RateLimits;
  /** Time as rights see it. */
  readonly clock: Clock;
  readonly clockKeeper: ClockKeeper;
  /** Whether it is known how much time passed since the last stop. */
  readonly isTimeKnown: boolean;
  readonly grants: Grants;
  readonly signingKey: SigningKey;
  /** The owner of a token, with the current rights. */
  readonly principals: Principals;
  readonly db: Kysely<Database>;
  readonly pool: Pool;
  readonly pulse: DatabasePulse;
  /** Connection string of the database, for separate connections. */
  readonly databaseUrl: string;
  readonly telemetry: TelemetryQueries;
  readonly charts: ChartQueries;
  readonly messages: TelemetryMessages;
  /** Epoch ms before which hours are stored. */
  readonly rolledUntil: () => number;
  readonly disk: DiskSpace;
  readonly mail: MailSender;
}

interface FoundationOptions {
  readonly print: (line: string) => void;
  /** Interrupts the start. */
  readonly signal: AbortSignal | undefined;
  readonly clock: Clock;
  readonly restart: (() => void) | undefined;
}

/** Starts or opens the database, migrates it, and maintains its partitions and rollups. */
export async function startFoundation(
  config: ServerConfig,
  log: Logger,
  shutdown: Shutdown,
  { print, signal, clock, restart }: FoundationOptions,
): Promise<Foundation> {
  const database = await openDatabase(config, log, print, signal);
  shutdown.add('database', () => database.stop());
  signal?.throwIfAborted();
  const { pool } = database;
  const pulse = new DatabasePulse(openSingle(database.connectionString, log));
  shutdown.add('pulse of the database', () => pulse.end());
  const reserves = { ...DEFAULT_RESERVES, ...config.reserves };
  const disk = new DiskSpace(
    {
      files: { folder: config.dataDir, reserveMiB: reserves.files },
      database: { folder: database.folder, reserveMiB: reserves.database },
    },
    log,
  );
  await disk.start();
  shutdown.add('disk space', () => disk.stop());
  await migrate(pool);
  const clockKeeper = new ClockKeeper(pool, log, restart);
  shutdown.add('clock', () => clockKeeper.stop());
  const isTimeKnown = await clockKeeper.start();
  const partitions = new Partitions(pool, log);
  await partitions.start();
  shutdown.add('partitions', () => partitions.stop());
  const rollups = new Rollups(pool, log);
  rollups.start();
  shutdown.add('rollups', () => rollups.stop());
  const archived = new ArchivedDays(pool, log);
  archived.start();
  shutdown.add('archived days', () => archived.stop());
  const rolledUntil = (): number => rollups.rolledUntil;
  const db = createKysely(pool);
  const signingKey = loadSigningKey(config.dataDir);
  const limits = new RateLimits(config.limits, config.cluster ? pool : undefined);
  shutdown.add('limits', () => limits.end());
  const mail = createMailSender({ url: config.smtpUrl, from: config.mailFrom });
  shutdown.add('mail', () => mail.close());
  return {
    config,
    log,
    clock,
    clockKeeper,
    isTimeKnown,
    grants: new Grants(),
    signingKey,
    principals: new Principals(
      new AccessTokens(signingKey),
      new UserSessions(db, pool),
      new KeyRepository(db),
    ),
    events: new ServerEvents(log),
    limits,
    db,
    pool,
    pulse,
    databaseUrl: database.connectionString,
    telemetry: new TelemetryQueries(pool, rolledUntil),
    charts: new ChartQueries(pool, rolledUntil),
    messages: new TelemetryMessages(pool, rolledUntil),
    rolledUntil,
    disk,
    mail,
  };
}
