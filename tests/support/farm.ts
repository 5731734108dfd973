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
import { ADMIN_PASSWORD, platformOf, settingsOf, type Platform, type PlatformOptions } from './platform.ts';

export interface FarmOptions extends PlatformOptions, Pick<ComposeOptions, 'clock' | 'wrapIngest'> {
  /** By their names in the environment, read as at a start; beside and instead of what `settingsOf` gives. */
  settings?: Record<string, string>;
}

export interface Farm extends Platform {
  /** Stops it in order, removes its database and its files. Idempotent. */
  stop(): Promise<void>;
}

const running = new Set<string>();

/** Names of the databases of farms that were not stopped. */
export const runningFarms = (): string[] => [...running];

/** Starts a platform; resolves when it listens. */
export async function farm(options: FarmOptions = {}): Promise<Farm> {
  const address = inject('farmDatabase');
  const database = `farm_${randomBytes(6).toString('hex')}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'farm3d-test-'));
  running.add(database);
  const remove = async (): Promise<void> => {
    await administer(`drop database if exists ${database} with (force)`);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    running.delete(database);
  };
  let output = '';
  const write = (text: string): void => void (output += text);
  try {
    await administer(`create database ${database} template farm3d`);
    const config = readConfig({
      ...settingsOf(options, dataDir),
      DATABASE_URL: `postgres://${address.user}@/${database}?host=${encodeURIComponent(address.host)}&port=${address.port}`,
      ...options.settings,
    });
    const server = await compose(config, {
      print: (line) => write(`${line}\n`),
      logTo: { write },
      ...(options.clock && { clock: options.clock }),
      ...(options.wrapIngest && { wrapIngest: options.wrapIngest }),
    });
    // A new connection takes longer than most statements.
    const own = new pg.Pool({ ...address, database, max: 4 });
    const stop = async (): Promise<void> => {
      await Promise.all([server.stop(), own.end()]);
      await remove();
    };
    let stopping: Promise<void> | undefined;
    return {
      ...platformOf(
        () => output,
        dataDir,
        options.adminPassword ?? ADMIN_PASSWORD,
        () => ({ ...address, database }),
      ),
      sql: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
        (await own.query<Row>(text, values)).rows,
      stop: () => (stopping ??= stop()),
    };
  } catch (error) {
    await remove();
    throw error;
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
