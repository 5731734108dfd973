import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { until } from './until.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const SERVER_ENTRY = join(ROOT, 'apps/server/src/main.ts');
const CLI_ENTRY = join(ROOT, 'apps/server/src/cli.ts');
/** The same server, which acknowledges before the commit: the check must find this fault. */
export const FAULTY_SERVER_ENTRY = join(ROOT, 'tests/crash/faulty-server.ts');
export const ADMIN_PASSWORD = 'crash-test-password';
const START_TIMEOUT_MS = 300_000;

/** Output and exit code of a program that could not start. */
export interface Exit {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A data folder of its own, reachable for the database's user, removed with everything that runs on it. */
export class DataFolder {
  readonly path: string;

  constructor() {
    const base = mkdtempSync(join(tmpdir(), 'farm3d-crash-'));
    // mkdtemp makes it accessible to its owner alone; the database would move elsewhere.
    chmodSync(base, 0o755);
    this.path = join(base, 'data');
  }

  /** Folder of the cluster: in the data folder (as root in a closed one), or the one named by pg-location. */
  get #home(): string {
    const pointer = join(this.path, 'pg-location');
    if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
    const closed = join(this.path, 'database');
    return existsSync(closed) ? closed : this.path;
  }

  /** What a client of this folder's database says. */
  get account(): { user: string; password: string } {
    const password = readFileSync(join(this.path, 'secrets/database-password'), 'utf8').trim();
    return { user: 'farm3d', password };
  }

  /** PostgreSQL's own folder. */
  get cluster(): string {
    return join(this.#home, 'pg');
  }

  /** Pid and socket of the running PostgreSQL, from its own pid file. */
  postmaster(): { pid: number; host: string; port: number } {
    const lines = readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), host: lines[4]?.trim() ?? '' };
  }

  /** A connection of our own to the database; waits while it recovers from a kill. */
  async connect(): Promise<pg.Client> {
    let connected: pg.Client | undefined;
    let reason: unknown;
    await until(async () => {
      try {
        const { host, port } = this.postmaster();
        const client = new pg.Client({
          host,
          port,
          ...this.account,
          database: 'farm3d',
          connectionTimeoutMillis: 5_000,
        });
        client.on('error', () => undefined);
        await client.connect();
        connected = client;
      } catch (error) {
        reason = error;
      }
      return connected !== undefined;
    }, 'the database answers').catch((error: unknown) => {
      throw new Error(`${String(error)} (${String(reason)}); the end of its log:\n${this.#lastLogLines()}`);
    });
    if (!connected) throw new Error('not connected');
    return connected;
  }

  #lastLogLines(): string {
    return readFileSync(join(this.#home, 'run/postgres.log'), 'utf8')
      .trim()
      .split('\n')
      .slice(-12)
      .join('\n');
  }

  /** SIGKILL to the postmaster and all its processes. */
  killDatabase(): void {
    const { pid } = this.postmaster();
    for (const child of [...childrenOf(pid), pid]) kill(child);
  }

  async remove(): Promise<void> {
    try {
      const { pid } = this.postmaster();
      this.killDatabase();
      await until(() => !isAlive(pid), 'PostgreSQL is gone');
    } catch {
      // All processes have ended.
    }
    const home = this.#home;
    rmSync(resolve(this.path, '..'), { recursive: true, force: true });
    if (!home.startsWith(this.path)) rmSync(home, { recursive: true, force: true });
  }
}

/** One real server process. */
export class FarmProcess {
  readonly httpPort: number;
  readonly mqttPort: number;
  readonly #child: ChildProcess;
  readonly #output: { stderr: string };
  readonly #ended: Promise<unknown>;

  private constructor(child: ChildProcess, output: { stderr: string }, httpPort: number, mqttPort: number) {
    this.#child = child;
    this.#output = output;
    this.#ended =
      child.exitCode === null ? new Promise((done) => child.once('exit', done)) : Promise.resolve();
    this.httpPort = httpPort;
    this.mqttPort = mqttPort;
  }

  /** Starts a server on free ports and waits until its address answers. */
  static async start(
    folder: DataFolder,
    options: { entry?: string; demo?: boolean } = {},
  ): Promise<FarmProcess> {
    const { child, output } = launch(options.entry ?? SERVER_ENTRY, {
      FARM3D_DATA_DIR: folder.path,
      FARM3D_DEMO: options.demo ? '1' : '0',
    });
    await until(
      () => output.stdout.includes('farm3d is ready at ') || child.exitCode !== null,
      'the server is ready',
      {
        timeoutMs: START_TIMEOUT_MS,
      },
    );
    const http = /farm3d is ready at http:\/\/localhost:(\d+)/.exec(output.stdout)?.[1];
    const mqtt = /MQTT is ready at mqtt:\/\/localhost:(\d+)/.exec(output.stdout)?.[1];
    if (!http || !mqtt) throw new Error(`the server did not start: ${output.stderr || output.stdout}`);
    return new FarmProcess(child, output, Number(http), Number(mqtt));
  }

  /** Why it ended, when it ended by itself. */
  get failure(): string | null {
    return this.#child.exitCode === null
      ? null
      : `exit code ${this.#child.exitCode}: ${this.#output.stderr.slice(-2000)}`;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** SIGKILL; resolves when the process is gone. */
  async kill9(): Promise<void> {
    kill(this.pid);
    await this.#ended;
  }

  /** SIGTERM; answers the exit code. */
  async stop(): Promise<number | null> {
    this.#child.kill('SIGTERM');
    await this.#ended;
    return this.#child.exitCode;
  }
}

/** Runs a server that is expected not to start, to its end; or a command of cli.ts. */
export async function runToExit(
  environment: Record<string, string>,
  command?: readonly string[],
): Promise<Exit> {
  const { child, output } = command
    ? launch(CLI_ENTRY, environment, command)
    : launch(SERVER_ENTRY, environment);
  const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  await new Promise((done) => child.once('close', done));
  clearTimeout(timer);
  return { code: child.exitCode, ...output };
}

function launch(entry: string, environment: Record<string, string>, more: readonly string[] = []) {
  const child = spawn(process.execPath, ['--conditions=@farm3d/source', entry, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      TMPDIR: process.env['TMPDIR'],
      FARM3D_HOST: '127.0.0.1',
      FARM3D_PORT: '0',
      FARM3D_MQTT_PORT: '0',
      FARM3D_RTMP_PORT: 'off',
      FARM3D_DEMO: '0',
      FARM3D_LOG_LEVEL: 'warn',
      FARM3D_LIMITS:
        'device=10000000,gateway=10000000,provision=10000000,stranger=10000000,ip=10000000,user=10000000,organisation=10000000',
      FARM3D_ADMIN_PASSWORD: ADMIN_PASSWORD,
      ...environment,
    },
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  return { child, output };
}

function kill(pid: number): void {
  try {
    if (pid > 0) process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Direct children of a process, from /proc; a platform without it gives none. */
function childrenOf(parent: number): number[] {
  if (!existsSync('/proc/self/stat')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}
