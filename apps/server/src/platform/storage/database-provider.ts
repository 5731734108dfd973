import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import type { ServerConfig } from '../config/settings.ts';
import type { Logger } from '../logger.ts';
import { StartupError } from '../startup-error.ts';
import { prepareBinaries } from './embedded/binaries.ts';
import { lockDataDir } from './embedded/instance-lock.ts';
import { databaseOwner, makeDataDir, prepareDataPaths } from './embedded/data-paths.ts';
import { moveFormerCluster } from './embedded/access.ts';
import {
  DATABASE_USER,
  Postmaster,
  endPostmaster,
  readPidFile,
  type Endpoint,
} from './embedded/postmaster.ts';

const POOL_SIZE = 20;
/** Without it a connect to a dying postmaster can hang for minutes. */
const CONNECT_TIMEOUT_MS = 5_000;
const OLDEST_SERVER = 150_000;
/** Arbitrary and the same in every farm3d: lock of the one server of an external database. */
const INSTANCE_LOCK_KEY = 36_033_001;

export interface DatabaseProvider {
  readonly pool: pg.Pool;
  /** For other programs; contains the password of an external database: never logged. */
  readonly connectionString: string;
  /** Folder of the embedded cluster; null for an external database. */
  readonly folder: string | null;
  /** Ends the pool, and the embedded PostgreSQL. */
  stop(): Promise<void>;
}

/**
 * Opens the database: the external one of DATABASE_URL, else the embedded one in the data folder. Only one server at
 * a time may use it, unless they form a cluster. When the signal aborts it, a PostgreSQL that was being started is
 * stopped before this rejects.
 * @throws StartupError when it cannot be opened
 */
export async function openDatabase(
  config: Pick<ServerConfig, 'dataDir' | 'databaseUrl' | 'cluster'>,
  log: Logger,
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<DatabaseProvider> {
  return config.databaseUrl === undefined
    ? openEmbedded(config.dataDir, log, print, signal)
    : openOutside(config.databaseUrl, config.dataDir, config.cluster, log);
}

/**
 * A pool for a command beside the server, or while it is stopped: it takes no instance lock, and starts the embedded
 * PostgreSQL only when none runs.
 * @throws StartupError when the database cannot be opened
 */
export async function openDatabaseBeside(
  config: Pick<ServerConfig, 'dataDir' | 'databaseUrl'>,
  log: Logger,
): Promise<DatabaseProvider> {
  if (config.databaseUrl !== undefined) {
    const pool = makePool({ connectionString: config.databaseUrl }, warning(log));
    return { pool, connectionString: config.databaseUrl, folder: null, stop: () => pool.end() };
  }
  try {
    return await openEmbedded(config.dataDir, log, () => undefined);
  } catch (error) {
    const owner = databaseOwner();
    const root = makeDataDir(config.dataDir, owner);
    const running = readPidFile(prepareDataPaths(root, owner).cluster);
    const { password } = readOrMakePassword(root);
    const answers =
      running &&
      (await probe(connectionTo(running, password)).then(
        () => true,
        () => false,
      ));
    if (!answers) throw error;
    const pool = makePool(connectionTo(running, password), warning(log));
    const connectionString = connectionStringOf(running, password);
    return { pool, connectionString, folder: null, stop: () => pool.end() };
  }
}

/** A pool of another database of the same PostgreSQL; whoever asks ends it. */
export function openSibling(connectionString: string, database: string, log: Logger): pg.Pool {
  return makePool({ ...parseIntoClientConfig(connectionString), database }, warning(log));
}

/** A pool of one connection, for what must not wait for others; whoever asks ends it. */
export function openSingle(connectionString: string, log: Logger): pg.Pool {
  return makePool({ connectionString, max: 1 }, warning(log));
}

/**
 * A pool whose connections send statements without waiting for the answers to those before; whoever asks ends it. They
 * can neither copy nor read by a cursor.
 */
export function openPipelined(connectionString: string, onLost: (error: Error) => void): pg.Pool {
  return makePool({ connectionString, pipeline: true }, onLost);
}

async function openEmbedded(
  dataDir: string,
  log: Logger,
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<DatabaseProvider> {
  const owner = databaseOwner();
  const root = makeDataDir(dataDir, owner);
  const lock = await lockDataDir(root, root);
  let postmaster: Postmaster | undefined;
  try {
    const paths = prepareDataPaths(root, owner);
    const binaries = prepareBinaries(owner);
    const notices = [paths.notice, binaries.notice].filter((notice) => notice !== null);
    if (notices.length > 0) print(notices.join('; '));
    await moveFormerCluster(root, paths, owner, endPostmaster);
    const { password, isNew } = readOrMakePassword(root);
    // The cluster, if there is one, knows another: it is told at the start.
    if (isNew) rmSync(paths.accessRules, { force: true });
    const running = (postmaster = new Postmaster({
      binaries,
      paths,
      owner,
      password,
      probe: (endpoint) => probe({ ...connectionTo(endpoint, password), database: 'postgres' }),
      log,
      signal,
    }));
    const endpoint = await running.start();
    if (endpoint.adopted) log.info('a living PostgreSQL of an earlier run was taken over');
    const connection = connectionTo(endpoint, password);
    await makeDatabase(connection);
    const pool = makePool(connection, warning(log));
    return {
      pool,
      connectionString: connectionStringOf(endpoint, password),
      folder: paths.cluster,
      stop: async () => {
        await pool.end();
        await running.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await postmaster?.stop();
    await lock.release();
    throw error;
  }
}

async function openOutside(
  url: string,
  dataDir: string,
  cluster: boolean,
  log: Logger,
): Promise<DatabaseProvider> {
  makeDataDir(dataDir, null);
  const shown = withoutPassword(url);
  const holder = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  holder.on('error', (error) =>
    log.warn({ err: error }, 'the connection that holds the instance lock was lost'),
  );
  try {
    await holder.connect();
  } catch (error) {
    throw new StartupError(
      `the database ${shown} cannot be reached (${reasonOf(error)}); start it, or correct DATABASE_URL, or unset it to use the embedded one`,
      { cause: error },
    );
  }
  try {
    const version = await holder.query<{ server_version_num: string }>('show server_version_num');
    if (Number(version.rows[0]?.server_version_num) < OLDEST_SERVER) {
      throw new StartupError(`the database ${shown} is older than PostgreSQL 15; use a newer one`);
    }
    await takeInstanceLock(holder, shown, cluster);
  } catch (error) {
    await holder.end();
    throw error;
  }
  const pool = makePool({ connectionString: url }, warning(log));
  return {
    pool,
    connectionString: url,
    folder: null,
    stop: async () => {
      await pool.end();
      await holder.end();
    },
  };
}

/** The lock ends with its connection; that of a killed server may last a moment longer. */
async function takeInstanceLock(holder: pg.Client, shown: string, shared: boolean): Promise<void> {
  const attemptLock = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock';
  for (let attempt = 0; attempt < 25; attempt += 1) {
    const { rows } = await holder.query<{ taken: boolean }>(`select ${attemptLock}($1) as taken`, [
      INSTANCE_LOCK_KEY,
    ]);
    if (rows[0]?.taken === true) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new StartupError(
    `another farm3d is already running on the database ${shown}; stop it first, or use another`,
  );
}

function warning(log: Logger): (error: Error) => void {
  return (error) => log.warn({ reason: error.message }, 'a database connection was lost');
}

function makePool(connection: pg.PoolConfig, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    // All statements are short: to compile one takes longer than to run it. PostgreSQL decides by its estimates, which for
    // values inside JSON are far too high; the embedded one has no compiler.
    options: '-c jit=off',
    max: POOL_SIZE,
    ...connection,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'farm3d',
  });
  // A connection may die at any moment (the database was killed): an idle one is replaced at the next use, one in use
  // fails its query. Without a listener on both, Node ends the process instead.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', (error: Error) => {
      // During the stop the database may end before the last connection has closed.
      if (!pool.ending) onLost(error);
    });
  });
  return pool;
}

function connectionTo({ host, port }: Endpoint, password: string): pg.ClientConfig {
  return { host, port, user: DATABASE_USER, password, database: 'farm3d' };
}

function connectionStringOf({ host, port }: Endpoint, password: string): string {
  return `postgres://${DATABASE_USER}:${password}@/farm3d?host=${encodeURIComponent(host)}&port=${port}`;
}

async function probe(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 1_000 });
  // The probe of a dying postmaster may fail late.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function makeDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    const { rowCount } = await client.query(`select from pg_database where datname = 'farm3d'`);
    if (rowCount === 0) await client.query('create database farm3d');
  } finally {
    await client.end();
  }
}

function readOrMakePassword(root: string): { password: string; isNew: boolean } {
  const folder = join(root, 'secrets');
  const file = join(folder, 'database-password');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    return { password: readFileSync(file, 'utf8').trim(), isNew: false };
  } catch {
    const password = randomBytes(24).toString('base64url');
    writeFileSync(file, `${password}\n`, { mode: 0o600 });
    return { password, isNew: true };
  }
}

function withoutPassword(url: string): string {
  try {
    const parsed = new URL(url);
    return `${parsed.hostname || 'localhost'}:${parsed.port || '5432'}${parsed.pathname}`;
  } catch {
    return 'of DATABASE_URL';
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
