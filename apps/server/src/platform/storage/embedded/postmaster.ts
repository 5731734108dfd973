import { spawn, type ChildProcess } from 'node:child_process';
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
import { setPassword, writeAccessRules } from './access.ts';
import { makeDir, type Owner, type DataPaths } from './data-paths.ts';
import { isAlive, isPostgres, kill, runToEnd, sleep, until } from './processes.ts';

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
 * It runs detached and without pipes, so that it does not receive our Ctrl-C before we have flushed. When this process
 * exits without `stop` it is told to end at once (it recovers at the next start); after SIGKILL it stays, and a later
 * start adopts it.
 */
export class Postmaster {
  readonly #binaries: Binaries;
  readonly #paths: DataPaths;
  readonly #owner: Owner | null;
  readonly #password: string;
  readonly #probe: Probe;
  readonly #log: Logger;
  readonly #signal: AbortSignal | undefined;
  #running: Running | undefined;
  /** A PostgreSQL that does not yet accept connections. */
  #starting: ChildProcess | undefined;
  #restarting: Promise<void> | undefined;
  #started = false;
  #stopping = false;
  #watch: NodeJS.Timeout | undefined;
  readonly #onExit = (): void => {
    const pid = this.#running?.pid ?? this.#starting?.pid;
    if (pid !== undefined && isAlive(pid) && isPostgres(pid)) kill(pid, 'SIGQUIT');
  };

  constructor(options: {
    binaries: Binaries;
    paths: DataPaths;
    owner: Owner | null;
    /** Password of the database user. */
    password: string;
    probe: Probe;
    log: Logger;
    /** Interrupts the start. */
    signal?: AbortSignal | undefined;
  }) {
    this.#binaries = options.binaries;
    this.#paths = options.paths;
    this.#owner = options.owner;
    this.#password = options.password;
    this.#probe = options.probe;
    this.#log = options.log;
    this.#signal = options.signal;
  }

  /**
   * Creates the cluster when there is none, then starts PostgreSQL or adopts a running one. When the signal aborts it,
   * nothing runs after it rejects.
   */
  async start(): Promise<Endpoint & { adopted: boolean }> {
    if (!existsSync(join(this.#paths.cluster, 'PG_VERSION'))) await this.#initialise();
    else if (!existsSync(this.#paths.accessRules)) await this.#closeAccess();
    this.#signal?.throwIfAborted();
    writeAccessRules(this.#paths.accessRules, this.#owner);
    process.on('exit', this.#onExit);
    const living = await this.#adopt();
    this.#running = living ?? undefined;
    this.#signal?.throwIfAborted();
    this.#running ??= await this.#launch();
    this.#started = true;
    this.#watch = setInterval(() => this.#revive(), 500);
    this.#watch.unref();
    return { host: this.#running.host, port: this.#running.port, adopted: living !== null };
  }

  /** Stops PostgreSQL: open transactions are rolled back, everything committed is on the disk. */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#watch);
    await this.#restarting;
    if (this.#running) await end(this.#running.pid);
    this.#running = undefined;
    process.off('exit', this.#onExit);
  }

  async #initialise(): Promise<void> {
    const making = `${this.#paths.cluster}.new`;
    // Created beside it and renamed: an interrupted start leaves no partial cluster.
    rmSync(making, { recursive: true, force: true });
    makeDir(making, 0o700, this.#owner);
    const passwordFile = this.#writePasswordFile();
    const { code, stderr } = await runToEnd(
      this.#binaries.initdb,
      [
        `--pgdata=${making}`,
        `--username=${DATABASE_USER}`,
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
      ],
      // Detached: Ctrl-C in a terminal does not interrupt it half-way. It takes a few seconds.
      { ...this.#spawnOptions(), cwd: '/', detached: true, timeout: START_TIMEOUT_MS },
    );
    rmSync(passwordFile);
    if (code !== 0) {
      const detail = stderr.trim().split('\n').slice(-3).join(' ');
      const remedy = detail.includes('could not look up effective user')
        ? '; give this user an entry in /etc/passwd, start as another one, or set DATABASE_URL'
        : '';
      throw new StartupError(`the database could not be made in ${this.#paths.cluster}: ${detail}${remedy}`);
    }
    renameSync(making, this.#paths.cluster);
  }

  /** A cluster that let in without a password, or with one that is lost: the password is set while nothing runs. */
  async #closeAccess(): Promise<void> {
    await endPostmaster(this.#paths.cluster);
    await setPassword({
      postgres: this.#binaries.postgres,
      cluster: this.#paths.cluster,
      user: DATABASE_USER,
      password: this.#password,
      options: this.#spawnOptions(),
    });
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
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (performance.now() < deadline && isAlive(running.pid) && !this.#interrupted) {
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
    const started = performance.now();
    for (;;) {
      const endpoint = await this.#chooseEndpoint();
      const child = this.#spawn(endpoint);
      const ended = new AbortController();
      child.once('exit', () => ended.abort());
      child.once('error', () => ended.abort());
      this.#starting = child;
      while (!ended.signal.aborted && !this.#interrupted && performance.now() - started < START_TIMEOUT_MS) {
        try {
          await this.#probe(endpoint);
          if (ended.signal.aborted || this.#interrupted) break;
          this.#starting = undefined;
          return { ...endpoint, pid: child.pid ?? 0 };
        } catch {
          await sleep(POLL_MS);
        }
      }
      if (this.#interrupted) {
        await end(child.pid ?? 0);
        throw new DOMException('the start was interrupted', 'AbortError');
      }
      if (ended.signal.aborted && performance.now() - started < RESPAWN_WINDOW_MS) {
        await sleep(200);
        continue;
      }
      if (!ended.signal.aborted && child.pid !== undefined) kill(child.pid, 'SIGQUIT');
      throw new StartupError(
        `PostgreSQL does not start; ${this.#lastLogLine()} (whole log: ${this.#paths.logFile})`,
      );
    }
  }

  get #interrupted(): boolean {
    return this.#stopping || (!this.#started && this.#signal?.aborted === true);
  }

  #spawn({ host, port }: Endpoint): ReturnType<typeof spawn> {
    const overTcp = host === '127.0.0.1';
    const settings: Record<string, string> = {
      listen_addresses: overTcp ? '127.0.0.1' : '',
      port: String(port),
      unix_socket_directories: overTcp ? '' : this.#paths.sockets,
      unix_socket_permissions: '0700',
      hba_file: this.#paths.accessRules,
      max_connections: '60',
      shared_buffers: '128MB',
      // An acknowledgement means: on the disk. These are the defaults, set here so that no file changes them.
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      timezone: 'UTC',
      log_timezone: 'UTC',
      max_wal_size: '1GB',
      // Pages go to the disk as they are written: left to the end of a checkpoint, commits wait half a second for them.
      backend_flush_after: '256kB',
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
  #revive(): void {
    const pid = this.#running?.pid;
    if (this.#restarting || pid === undefined || isAlive(pid)) return;
    this.#restarting = this.#restart(pid).finally(() => (this.#restarting = undefined));
  }

  async #restart(pid: number): Promise<void> {
    this.#running = undefined;
    this.#log.warn({ pid }, 'PostgreSQL ended; starting it again');
    try {
      this.#running = await this.#launch();
      this.#log.info({ pid: this.#running.pid }, 'PostgreSQL is back');
    } catch (error) {
      if (this.#stopping) return;
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
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC', ...preloaded() },
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

/** Ends the PostgreSQL that an earlier run left on this cluster, or removes what a dead one left. */
export async function endPostmaster(cluster: string): Promise<void> {
  const living = readPidFile(cluster);
  if (living && isAlive(living.pid) && isPostgres(living.pid)) await end(living.pid);
  else rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

async function end(pid: number): Promise<void> {
  if (pid <= 0 || !isAlive(pid)) return;
  // SIGINT is PostgreSQL's fast shutdown; SIGQUIT leaves the rest to the recovery at the next start.
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    kill(pid, signal);
    if (await until(() => !isAlive(pid), STOP_TIMEOUT_MS)) return;
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

/** What is loaded into the server before it starts, such as another clock, is loaded into its database, too. */
function preloaded(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME')),
  );
}
