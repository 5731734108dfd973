import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { copyEmptyDatabase } from './empty-database.ts';
import { ROOT, nodePath } from './node-path.ts';
import { ADMIN_PASSWORD, platformOf, settingsOf, type Platform, type PlatformOptions } from './platform.ts';
import { withDeadline, waitFor } from './wait.ts';

const MAIN = join(ROOT, 'apps/server/src/main.ts');
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;

export interface ServerOptions extends PlatformOptions {
  /** A data folder to keep; default: a fresh one that `stop` removes. */
  dataDir?: string;
  /** Beside and instead of what `settingsOf` gives. */
  env?: Record<string, string>;
  /** Another program to run instead of the server's own main. */
  entry?: string;
}

/** A platform in a process of its own with a database of its own: for tests that are about the process or its end. */
export interface RunningServer extends Platform {
  readonly pid: number;
  /** Ends it in order and removes its data, unless the folder was given. Answers the exit code. */
  stop(): Promise<number | null>;
  /** Process id of the embedded database; null while there is none. */
  databasePid(): number | null;
  /** Kills the embedded database alone, as a crash of it would. Answers the pid that it had. */
  killDatabase(): number;
  /** Kills the server, its children and its database at once, as a power cut would. The data stay. */
  kill9(): Promise<void>;
}

interface Postmaster {
  pid: number;
  port: number;
  host: string;
}

/** What postmaster.pid says: pid, folder, start time, port, socket folder, address. */
function readPostmaster(dataDir: string): Postmaster | null {
  const homes = [join(dataDir, 'database'), dataDir];
  try {
    homes.unshift(readFileSync(join(dataDir, 'pg-location'), 'utf8').trim());
  } catch {
    // It stands in the data folder itself.
  }
  for (const home of homes) {
    try {
      const [pid, , , port, sockets, address] = readFileSync(join(home, 'pg/postmaster.pid'), 'utf8').split(
        '\n',
      );
      return {
        pid: Number(pid),
        port: Number(port),
        host: sockets?.trim() || address?.trim() || '127.0.0.1',
      };
    } catch {
      // Not here.
    }
  }
  return null;
}

function databaseAddress(dataDir: string): pg.ClientConfig {
  const postmaster = readPostmaster(dataDir);
  if (!postmaster) throw new Error('the embedded database does not run');
  return {
    host: postmaster.host,
    port: postmaster.port,
    user: 'farm3d',
    database: 'farm3d',
    password: readFileSync(join(dataDir, 'secrets/database-password'), 'utf8').trim(),
    connectionTimeoutMillis: 5_000,
  };
}

/** A killed database's last processes may still write for a moment: removing is tried again. */
export function removeData(dataDir: string): void {
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  try {
    rmSync(readFileSync(join(dataDir, 'pg-location'), 'utf8').trim(), options);
  } catch {
    // It stands in the data folder itself.
  }
  rmSync(dataDir, options);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}

/** Starts the real server in a process of its own, with its own PostgreSQL, on free ports. */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const ownDataDir = options.dataDir === undefined;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'farm3d-test-'));
  if (ownDataDir) await copyEmptyDatabase(nodePath(), dataDir);
  let printed = '';
  const child: ChildProcess = spawn(nodePath(), ['--conditions=@farm3d/source', options.entry ?? MAIN], {
    cwd: ROOT,
    // A group of its own: `kill9` reaches the simulator, too.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: '',
      ...settingsOf(options, dataDir),
      ...options.env,
    },
  });
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const exited = new Promise<number | null>((settle) => {
    child.once('exit', (code) => settle(code));
    child.once('error', () => settle(null));
  });
  // A benchmark that fails, or a suite that is interrupted, leaves no server behind.
  const endWithUs = () => child.pid !== undefined && child.kill('SIGTERM');
  process.once('exit', endWithUs);
  let ended = false;
  void exited.then(() => {
    ended = true;
    process.removeListener('exit', endWithUs);
  });

  const killEverything = async (): Promise<void> => {
    const postmaster = readPostmaster(dataDir);
    if (child.pid !== undefined) kill(-child.pid);
    if (postmaster && Number.isInteger(postmaster.pid) && postmaster.pid > 1) kill(postmaster.pid);
    await exited;
  };

  try {
    await waitFor(
      () => {
        if (ended) throw new Error(`the server ended at its start:\n${printed}`);
        return /farm3d is ready at https?:\/\/[^\s:]+:(\d+)/.test(printed);
      },
      { timeoutMs: START_TIMEOUT_MS, what: () => `the server to be ready; it printed:\n${printed}` },
    );
  } catch (error) {
    await killEverything();
    if (ownDataDir) removeData(dataDir);
    throw error;
  }
  return {
    ...platformOf(
      () => printed,
      dataDir,
      options.adminPassword ?? ADMIN_PASSWORD,
      () => databaseAddress(dataDir),
    ),
    pid: child.pid ?? 0,
    databasePid: () => readPostmaster(dataDir)?.pid ?? null,
    killDatabase() {
      const postmaster = readPostmaster(dataDir);
      if (!postmaster) throw new Error('the embedded database does not run');
      kill(postmaster.pid);
      return postmaster.pid;
    },
    async stop() {
      if (!ended && child.pid !== undefined) process.kill(child.pid, 'SIGTERM');
      const code = await withDeadline(exited, STOP_TIMEOUT_MS);
      // What is left after the time, or after `kill9`, must not outlive the test.
      await killEverything();
      if (ownDataDir) removeData(dataDir);
      if (code === 'timeout')
        throw new Error(`the server did not stop in ${STOP_TIMEOUT_MS} ms:\n${printed}`);
      return code;
    },
    kill9: killEverything,
  };
}
