import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../support/free-port.ts';
import { PATIENCE_MS, waitFor } from '../../support/wait.ts';

/** An unprivileged user, as for the embedded database: PostgreSQL refuses to run as root. */
const NOBODY = 65534;
const asRoot = process.getuid?.() === 0;
export const unprivileged = asRoot ? { uid: NOBODY, gid: NOBODY } : {};

export interface OutsideProgram {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

function binary(name: string): string {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
  return join('/usr/lib/postgresql', versions[0] ?? '15', 'bin', name);
}

/** A folder that the programs can use without root. */
export function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `farm3d-${name}-`));
  chmodSync(folder, 0o755);
  if (asRoot) chownSync(folder, NOBODY, NOBODY);
  return folder;
}

export interface OutsideDatabase extends OutsideProgram {
  /** A pool of our own; whoever asks ends it. */
  pool(): pg.Pool;
}

/** Debian's own PostgreSQL (15 on bookworm), with an empty database and no other setup. */
export async function startPostgres(): Promise<OutsideDatabase> {
  const folder = makeFolder('pg');
  const cluster = join(folder, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  if (asRoot) chownSync(cluster, NOBODY, NOBODY);
  execFileSync(
    binary('initdb'),
    ['-D', cluster, '-U', 'farm', '--auth=trust', '--encoding=UTF8', '--no-locale'],
    { ...unprivileged, cwd: folder, stdio: 'ignore' },
  );
  const port = await freePort();
  const postmaster = spawn(
    binary('postgres'),
    ['-D', cluster, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-k', cluster],
    { ...unprivileged, cwd: folder, stdio: 'ignore' },
  );
  const url = `postgres://farm@127.0.0.1:${port}/postgres`;
  await waitFor(
    async () => {
      const client = new pg.Client({ connectionString: url });
      try {
        await client.connect();
        return true;
      } catch {
        return false;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    { timeoutMs: PATIENCE_MS, what: 'the outside database' },
  );
  return {
    url,
    pid: postmaster.pid ?? 0,
    pool: () => new pg.Pool({ connectionString: url }),
    async stop() {
      if (postmaster.exitCode === null) {
        const gone = new Promise((resolve) => postmaster.once('exit', resolve));
        postmaster.kill('SIGINT');
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
