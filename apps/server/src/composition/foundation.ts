import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { ServerConfig } from '../platform/config/settings.ts';
import { ServerEvents } from '../platform/events.ts';
import { RateLimits } from '../platform/limits/rate-limits.ts';
import type { Logger } from '../platform/logger.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { openDatabase } from '../platform/storage/database-provider.ts';
import { createKysely } from '../platform/storage/kysely.ts';
import { migrate } from '../platform/storage/migrate.ts';
import type { Database } from '../platform/storage/schema.ts';
import { ChartQueries } from '../platform/telemetry/chart-queries.ts';
import { Partitions } from '../platform/telemetry/partitions.ts';
import { TelemetryQueries } from '../platform/telemetry/queries.ts';
import { Rollups } from '../platform/telemetry/rollups.ts';

/** The parts that all others use: settings, log, events, database and telemetry queries. */
export interface Foundation {
  readonly config: ServerConfig;
  readonly log: Logger;
  readonly events: ServerEvents;
  readonly limits: RateLimits;
  readonly db: Kysely<Database>;
  readonly pool: Pool;
  /** Connection string of the database, for separate connections. */
  readonly databaseUrl: string;
  readonly telemetry: TelemetryQueries;
  readonly charts: ChartQueries;
}

/** Starts or opens the database, migrates it, and maintains its partitions and rollups. */
export async function startFoundation(
  config: ServerConfig,
  log: Logger,
  print: (line: string) => void,
  shutdown: Shutdown,
): Promise<Foundation> {
  const database = await openDatabase(config, log, print);
  shutdown.add('database', () => database.stop());
  const { pool } = database;
  await migrate(pool);
  const partitions = new Partitions(pool, log);
  await partitions.start();
  shutdown.add('partitions', () => partitions.stop());
  const rollups = new Rollups(pool, log);
  rollups.start();
  shutdown.add('rollups', () => rollups.stop());
  const rolledUntil = (): number => rollups.rolledUntil;
  return {
    config,
    log,
    events: new ServerEvents(log),
    limits: new RateLimits(config.limits),
    db: createKysely(pool),
    pool,
    databaseUrl: database.connectionString,
    telemetry: new TelemetryQueries(pool, rolledUntil),
    charts: new ChartQueries(pool, rolledUntil),
  };
}
