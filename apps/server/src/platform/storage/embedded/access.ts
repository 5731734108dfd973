import type { SpawnOptions } from 'node:child_process';
import {
  chownSync,
  existsSync,
  lstatSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../../startup-error.ts';
import type { DataPaths, Owner } from './data-paths.ts';
import { runToEnd } from './processes.ts';

/** Who connects gives the password, over the socket, too. Replication is for nobody. */
const ACCESS_RULES = `# Written by farm3d at every start.
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`;
const SET_PASSWORD_TIMEOUT_MS = 60_000;

/** Writes PostgreSQL's pg_hba.conf. */
export function writeAccessRules(path: string, owner: Owner | null): void {
  writeFileSync(path, ACCESS_RULES, { mode: 0o600 });
  if (owner) chownSync(path, owner.uid, owner.gid);
}

/**
 * Sets the password of the database's user while no PostgreSQL runs on the cluster.
 * @throws StartupError when that fails
 */
export async function setPassword(of: {
  postgres: string;
  cluster: string;
  user: string;
  password: string;
  options: SpawnOptions;
}): Promise<void> {
  // Base64url: no character of it means anything in SQL. Standard input, since arguments can be read by everybody.
  const input = `alter role ${of.user} password '${of.password}';\n`;
  const { code, stderr } = await runToEnd(of.postgres, ['--single', '-D', of.cluster, 'postgres'], {
    ...of.options,
    cwd: '/',
    detached: true,
    timeout: SET_PASSWORD_TIMEOUT_MS,
    input,
  });
  if (code === 0 && !/ERROR|FATAL|PANIC/.test(stderr)) return;
  const detail = stderr.trim().split('\n').slice(-3).join(' ').replaceAll(of.password, '…');
  throw new StartupError(`the password of the database in ${of.cluster} could not be set: ${detail}`);
}

/**
 * Moves the cluster of a data folder of an earlier version, in which everybody who runs as PostgreSQL's user could
 * enter it. `end` ends a PostgreSQL that still runs on it.
 */
export async function moveFormerCluster(
  root: string,
  { cluster }: Pick<DataPaths, 'cluster'>,
  owner: Owner | null,
  end: (cluster: string) => Promise<void>,
): Promise<void> {
  const former = join(root, 'pg');
  const stat = lstatSync(former, { throwIfNoEntry: false });
  // That of another user stays where that user finds it.
  if (!owner || !stat || cluster === former || existsSync(cluster)) return;
  const real = realpathSync(former);
  if (lstatSync(real).uid !== owner.uid) return;
  await end(former);
  if (stat.isSymbolicLink()) {
    symlinkSync(real, cluster);
    rmSync(former);
    return;
  }
  try {
    renameSync(former, cluster);
  } catch (error) {
    // A disk of its own is mounted there.
    if (!(error instanceof Error && 'code' in error && (error.code === 'EBUSY' || error.code === 'EXDEV')))
      throw error;
    symlinkSync(real, cluster);
  }
}
