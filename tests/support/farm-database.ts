// Global set-up of the suite `http`: one PostgreSQL for the whole run. Its database `farm3d` has all tables and nothing in
// them: each farm gets a copy of it (tests/support/farm.ts).
import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareBinaries } from '../../apps/server/src/platform/storage/embedded/binaries.ts';
import {
  databaseOwner,
  prepareDataPaths,
} from '../../apps/server/src/platform/storage/embedded/data-paths.ts';
import { copyEmptyDatabase } from './empty-database.ts';
import { nodePath } from './node-path.ts';
import { waitFor } from './wait.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the PostgreSQL of the run is; its user owns the template database `farm3d`. */
    farmDatabase: FarmDatabase;
  }
}

export interface FarmDatabase {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

/** A crash of it ends the run, so nothing waits for the disk. The suites where durability is the fact have their own. */
const SETTINGS = {
  // The pool of one farm alone takes 20, and a file may have several farms.
  max_connections: 400,
  shared_buffers: '64MB',
  jit: 'off',
  autovacuum: 'off',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'farm3d-test-database-'));
  await copyEmptyDatabase(nodePath(), folder);
  const owner = databaseOwner();
  const { cluster, sockets, accessRules } = prepareDataPaths(folder, owner);
  // Only this user enters the folder of the socket. To check a password takes as long as ten short statements.
  writeFileSync(accessRules, 'local all all trust\n');
  const { postgres } = prepareBinaries(owner);
  const settings = {
    ...SETTINGS,
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    hba_file: accessRules,
  };
  const log = join(folder, 'postgres.log');
  const logged = openSync(log, 'a');
  const child = spawn(
    postgres,
    ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...(owner && { uid: owner.uid, gid: owner.gid }),
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', logged, logged],
    },
  );
  closeSync(logged);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const endWithUs = (): void => void child.kill('SIGQUIT');
  process.once('exit', endWithUs);

  const address: FarmDatabase = { host: sockets, port: 5432, user: 'farm3d' };
  await waitFor(() => answers(address), {
    what: () => `PostgreSQL to accept connections; its log:\n${readFileSync(log, 'utf8').slice(-5_000)}`,
  });
  project.provide('farmDatabase', address);
  return async () => {
    process.off('exit', endWithUs);
    child.kill('SIGQUIT');
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
}

async function answers(address: FarmDatabase): Promise<boolean> {
  const client = new pg.Client({ ...address, database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
