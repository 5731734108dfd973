import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fchownSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Logger } from '../../logger.ts';
import { StartupError } from '../../startup-error.ts';
import type { Binaries } from './binaries.ts';
import { makeDir, type Owner, type DataPaths } from './data-paths.ts';

export const DATABASE_USER = 'farm3d';
/** Part of the socket's name; nothing listens on this port unless TCP is needed. */
const SOCKET_PORT = 5432;
/** A killed cluster replays its log at the next start; time limit for it. */
const START_TIMEOUT_MS = 60_000;
/**
 * A postmaster that dies at once is started again for this time: after a kill the memory of its predecessor may still
 * be held.
 */
const RESPAWN_WINDOW_MS = 15_000;
const STOP_TIMEOUT_MS = 15_000;
const POLL_MS = 50;
/** The log of a cluster with an error every second must not fill the disk. */
const MAX_LOG_BYTES = 20 * 1024 * 1024;

/** Address of a running PostgreSQL. */
export interface Endpoint {
  /** Folder of the unix socket, or 127.0.0.1. */
  readonly host: string;
  readonly port: number;
}

interface Running extends Endpoint {
  readonly pid: number;
}

/** Resolves once the server accepts connections; rejects when it does not (yet). */
export type Probe = (endpoint: Endpoint) => Promise<void>;

/**
 * One embedded PostgreSQL: creates the cluster, starts or adopts its postmaster, restarts it when it dies, stops it.
 * It runs detached and without pipes, so that it neither receives our Ctrl-C before we have flushed nor dies with us;
 * a later start adopts it.
 */
export class Postmaster {
  readonly #binaries: Binaries;
  readonly #paths: DataPaths;
  readonly #owner: Owner | null;
  readonly #password: string;
  readonly #probe: Probe;
  readonly #log: Logger;
  #running: Running | undefined;
  #stopping = false;
  #watch: NodeJS.Timeout | undefined;

  constructor(options: {
    binaries: Binaries;
    paths: DataPaths;
    owner: Owner | null;
    /** Password of the database user, for connections over TCP. */
    password: string;
    probe: Probe;
    log: Logger;
  }) {
    this.#binaries = options.binaries;
    this.#paths = options.paths;
    this.#owner = options.owner;
    this.#password = options.password;
    this.#probe = options.probe;
    this.#log = options.log;
  }

  /** Creates the cluster when there is none, then starts PostgreSQL or adopts a running one. */
  async start(): Promise<Endpoint & { adopted: boolean }> {
    if (!existsSync(join(this.#paths.cluster, 'PG_VERSION'))) this.#initialise();
    const living = await this.#adopt();
    this.#running = living ?? (await this.#launch());
    this.#watch = setInterval(() => void this.#revive(), 500);
    this.#watch.unref();
    return { host: this.#running.host, port: this.#running.port, adopted: living !== null };
  }

  /** Stops PostgreSQL: open transactions are rolled back, everything committed is on the disk. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#watch);
    const pid = this.#running?.pid;
    if (pid === undefined || !isAlive(pid)) return;
    // SIGINT is PostgreSQL's fast shutdown; SIGQUIT leaves the rest to the recovery at the next start.
    for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
      kill(pid, signal);
      if (await until(() => !isAlive(pid), STOP_TIMEOUT_MS)) return;
    }
  }

  #initialise(): void {
    const making = `${this.#paths.cluster}.new`;
    // Created beside it and renamed: an interrupted start leaves no partial cluster.
    rmSync(making, { recursive: true, force: true });
    makeDir(making, 0o700, this.#owner);
    const passwordFile = this.#writePasswordFile();
    const result = spawnSync(
      this.#binaries.initdb,
      [
        `--pgdata=${making}`,
        `--username=${DATABASE_USER}`,
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--auth-local=trust', // the socket is in a folder that only the owner can enter
        '--auth-host=scram-sha-256',
        `--pwfile=${passwordFile}`,
      ],
      { ...this.#spawnOptions(), cwd: '/', encoding: 'utf8', timeout: START_TIMEOUT_MS },
    );
    rmSync(passwordFile);
    if (result.status !== 0) {
      const detail = (result.error?.message ?? result.stderr ?? '').trim().split('\n').slice(-3).join(' ');
      const remedy = detail.includes('could not look up effective user')
        ? '; give this user an entry in /etc/passwd, start as another one, or set DATABASE_URL'
        : '';
      throw new StartupError(`the database could not be made in ${this.#paths.cluster}: ${detail}${remedy}`);
    }
    renameSync(making, this.#paths.cluster);
  }

  /** initdb reads the password from a file that the database's owner can open; it exists only during initdb. */
  #writePasswordFile(): string {
    const path = `${this.#paths.logFile}.password`;
    rmSync(path, { force: true });
    const descriptor = openSync(path, 'wx', 0o600);
    writeSync(descriptor, `${this.#password}\n`);
    if (this.#owner) fchownSync(descriptor, this.#owner.uid, this.#owner.gid);
    closeSync(descriptor);
    return path;
  }

  /** A postmaster that outlived its server, when it responds. */
  async #adopt(): Promise<Running | null> {
    const running = readPidFile(this.#paths.cluster);
    if (!running || !isAlive(running.pid)) return null;
    if (!isPostgres(running.pid)) {
      // The pid now belongs to another program (common in a container). PostgreSQL would take that program for itself
      // and never start; we hold the lock of the folder, so the file is stale.
      rmSync(join(this.#paths.cluster, 'postmaster.pid'), { force: true });
      return null;
    }
    // One that recovers from a crash, or is stopping, responds late or ends: wait for either.
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (Date.now() < deadline && isAlive(running.pid)) {
      try {
        await this.#probe(running);
        return running;
      } catch {
        await sleep(POLL_MS);
      }
    }
    // It holds the cluster and does not respond: it must end before another can start.
    kill(running.pid, 'SIGQUIT');
    await until(() => !isAlive(running.pid), STOP_TIMEOUT_MS);
    return null;
  }

  async #launch(): Promise<Running> {
    const started = Date.now();
    for (;;) {
      const endpoint = await this.#chooseEndpoint();
      const child = this.#spawn(endpoint);
      const ended = new AbortController();
      child.once('exit', () => ended.abort());
      child.once('error', () => ended.abort());
      while (!ended.signal.aborted && Date.now() - started < START_TIMEOUT_MS) {
        try {
          await this.#probe(endpoint);
          if (ended.signal.aborted) break;
          return { ...endpoint, pid: child.pid ?? 0 };
        } catch {
          await sleep(POLL_MS);
        }
      }
      if (ended.signal.aborted && Date.now() - started < RESPAWN_WINDOW_MS) {
        await sleep(200);
        continue;
      }
      if (!ended.signal.aborted && child.pid !== undefined) kill(child.pid, 'SIGQUIT');
      throw new StartupError(
        `PostgreSQL does not start; ${this.#lastLogLine()} (whole log: ${this.#paths.logFile})`,
      );
    }
  }

  #spawn({ host, port }: Endpoint): ReturnType<typeof spawn> {
    const overTcp = host === '127.0.0.1';
    const settings: Record<string, string> = {
      listen_addresses: overTcp ? '127.0.0.1' : '',
      port: String(port),
      unix_socket_directories: overTcp ? '' : this.#paths.sockets,
      unix_socket_permissions: '0700',
      max_connections: '60',
      shared_buffers: '128MB',
      // An acknowledgement means: on the disk. These are the defaults, set here so that no file changes them.
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      timezone: 'UTC',
      log_timezone: 'UTC',
      max_wal_size: '1GB',
    };
    const log = this.#openLog();
    try {
      const child = spawn(
        this.#binaries.postgres,
        [
          '-D',
          this.#paths.cluster,
          ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
        ],
        { ...this.#spawnOptions(), cwd: '/', detached: true, stdio: ['ignore', log, log] },
      );
      child.unref();
      return child;
    } finally {
      closeSync(log);
    }
  }

  /** Restarts a dead postmaster: the batcher retries meanwhile, nothing is lost. */
  async #revive(): Promise<void> {
    const pid = this.#running?.pid;
    if (this.#stopping || pid === undefined || isAlive(pid)) return;
    this.#running = undefined;
    this.#log.warn({ pid }, 'PostgreSQL ended; starting it again');
    try {
      const running = await this.#launch();
      this.#running = running;
      if (this.#stopping) await this.stop();
      else this.#log.info({ pid: running.pid }, 'PostgreSQL is back');
    } catch (error) {
      this.#log.error({ err: error }, 'PostgreSQL cannot be started again');
      // Retries without limit: a full disk may be emptied.
      this.#running = { host: '', port: 0, pid };
    }
  }

  /**
   * A unix socket where available, else a free port of the loopback interface. A restarted postmaster keeps its
   * endpoint.
   */
  async #chooseEndpoint(): Promise<Endpoint> {
    if (process.platform !== 'win32') return { host: this.#paths.sockets, port: SOCKET_PORT };
    return { host: '127.0.0.1', port: await freePort() };
  }

  #spawnOptions(): { uid?: number; gid?: number; env: NodeJS.ProcessEnv } {
    return {
      ...(this.#owner && { uid: this.#owner.uid, gid: this.#owner.gid }),
      // A fresh environment without PGDATA, PGPORT and the like of the user.
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' },
    };
  }

  #openLog(): number {
    const { logFile } = this.#paths;
    if ((statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES)
      renameSync(logFile, `${logFile}.old`);
    const descriptor = openSync(logFile, 'a', 0o600);
    if (this.#owner) fchownSync(descriptor, this.#owner.uid, this.#owner.gid);
    return descriptor;
  }

  #lastLogLine(): string {
    try {
      const lines = readFileSync(this.#paths.logFile, 'utf8').trim().split('\n').slice(-50);
      return lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? 'its log is empty';
    } catch {
      return 'it wrote no log';
    }
  }
}

/**
 * Endpoint of a PostgreSQL on this cluster, or null. postmaster.pid: pid, data folder, start time, port, socket
 * folder, …
 */
export function readPidFile(cluster: string): Running | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    const port = Number(lines[3]);
    const sockets = lines[4]?.trim() ?? '';
    if (!Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port)) return null;
    return { pid, port, host: sockets || '127.0.0.1' };
  } catch {
    return null;
  }
}

/** A zombie is dead: it only waits for its parent. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return true;
  }
}

/** The pid of a stale file may belong to another program. Without /proc it is trusted. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('postgres');
  } catch {
    return process.platform !== 'linux';
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended already.
  }
}

async function until(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (condition()) return true;
    await sleep(POLL_MS);
  }
  return condition();
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
