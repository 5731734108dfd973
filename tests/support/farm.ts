// A whole platform in the process of the test, for the suite `http`: its database is a copy of the run's template
// (farm-database.ts), its server listens on ports of its own. What it leaves fails the test file (leftovers.ts).
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { compose, type ComposeOptions } from '../../apps/server/src/composition/compose.ts';
import { readConfig } from '../../apps/server/src/platform/config/config.ts';
import { readBackup } from '../../apps/server/src/platform/storage/backup/read-backup.ts';
import { ADMIN_PASSWORD, platformOf, settingsOf, type Platform, type PlatformOptions } from './platform.ts';

export interface FarmOptions extends PlatformOptions, Pick<ComposeOptions, 'clock' | 'wrapIngest'> {
  /** By their names in the environment, read as at a start; beside and instead of what `settingsOf` gives. */
  settings?: Record<string, string>;
  /** A backup that is restored before the start. */
  backup?: string;
}

export interface Farm extends Platform {
  /** Stops it in order, removes its database and its files. Idempotent. */
  stop(): Promise<void>;
}

export interface FarmDatabase {
  readonly connection: { host: string; port: number; user: string; database: string };
  readonly remove: () => Promise<void>;
}

const running = new Set<string>();

/** Names of the databases of farms that were not stopped. */
export const runningFarms = (): string[] => [...running];

/** A database with all tables and nothing in them, or with what a backup holds. */
export async function farmDatabase(
  backup?: string,
  filesFolder: string | null = null,
): Promise<FarmDatabase> {
  const address = inject('farmDatabase');
  const database = `farm_${randomBytes(6).toString('hex')}`;
  const connection = { ...address, database };
  running.add(database);
  const remove = async (): Promise<void> => {
    await administer(`drop database if exists ${database} with (force)`);
    running.delete(database);
  };
  try {
    await administer(`create database ${database} template farm3d`);
    if (backup !== undefined) await restore(connection, backup, filesFolder);
  } catch (error) {
    await remove();
    throw error;
  }
  return { connection, remove };
}

/** Starts a platform; resolves when it listens. */
export async function farm(options: FarmOptions = {}): Promise<Farm> {
  const dataDir = mkdtempSync(join(tmpdir(), 'farm3d-test-'));
  const removeFiles = (): void =>
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  let database: FarmDatabase | undefined;
  let output = '';
  const write = (text: string): void => void (output += text);
  try {
    database = await farmDatabase(options.backup, join(dataDir, 'files'));
    const { connection, remove } = database;
    const config = readConfig({
      ...settingsOf(options, dataDir),
      DATABASE_URL: `postgres://${connection.user}@/${connection.database}?host=${encodeURIComponent(connection.host)}&port=${connection.port}`,
      ...options.settings,
    });
    const server = await compose(config, {
      print: (line) => write(`${line}\n`),
      logTo: { write },
      ...(options.clock && { clock: options.clock }),
      ...(options.wrapIngest && { wrapIngest: options.wrapIngest }),
    });
    // A new connection takes longer than most statements.
    const own = new pg.Pool({ ...connection, max: 4 });
    const stop = async (): Promise<void> => {
      await Promise.all([server.stop(), own.end()]);
      await remove();
      removeFiles();
    };
    let stopping: Promise<void> | undefined;
    return {
      ...platformOf(
        () => output,
        dataDir,
        options.adminPassword ?? ADMIN_PASSWORD,
        () => connection,
      ),
      sql: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
        (await own.query<Row>(text, values)).rows,
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    await database?.remove();
    removeFiles();
    throw error;
  }
}

/** As `npm run restore` does. */
async function restore(connection: pg.ClientConfig, path: string, filesFolder: string | null): Promise<void> {
  const pool = new pg.Pool(connection);
  try {
    await readBackup(pool, path, { replace: false, filesFolder });
  } finally {
    await pool.end();
  }
}

/** Runs one statement that no transaction may hold. */
async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('farmDatabase'), database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
