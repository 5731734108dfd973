import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createApiClient, type ApiClient } from '@farm3d/api';
import pg from 'pg';
import { copyEmptyDatabase } from './empty-database.ts';
import { withDeadline, waitFor } from './wait.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'apps/server/src/main.ts');
/** A suite makes more calls a minute than a person. */
const RAISED_LIMITS = ['ip', 'user', 'organisation', 'device', 'gateway', 'provision', 'stranger']
  .map((name) => `${name}=1000000`)
  .join();
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;

export interface ServerOptions {
  /** Seeds the demo farm and starts its simulator. Default false. */
  demo?: boolean;
  /** A data folder to keep; default: a fresh one that `stop` removes. */
  dataDir?: string;
  /** Default 'farm3d-test-password'. */
  adminPassword?: string;
  /** 'default' keeps the limits that a server has when nobody sets any. Default: far above what a suite needs. */
  limits?: 'default';
  /** Beside and instead of what this file sets. */
  env?: Record<string, string>;
  /** Another program to run instead of the server's own main. */
  entry?: string;
}

/** The scene as it stands on the wire, as far as tests look at it. */
export interface SceneDeviceWire {
  controlsTarget?: Xyz;
  cameraPosition?: Xyz;
  equData: { id: string; position: Xyz; rotation: Xyz; scale: Xyz }[];
}

interface Xyz {
  x: number;
  y: number;
  z: number;
}

export interface RunningServer {
  readonly baseUrl: string;
  readonly httpPort: number;
  readonly mqttPort: number;
  /** 0 where no camera can send. */
  readonly rtmpPort: number;
  readonly dataDir: string;
  readonly adminPassword: string;
  readonly pid: number;
  /** What it printed so far, both streams. */
  output(): string;
  /** A client that is logged in as the administrator. `lasting`: it logs in again when its token has expired. */
  client(options?: { readonly lasting?: boolean }): Promise<ApiClient>;
  /** An access token of the administrator. */
  accessToken(): Promise<string>;
  /** The decoded `sceneDevice` of a scene, or of the first one in the list. */
  sceneDevice(sceneId?: string): Promise<SceneDeviceWire>;
  /** Runs SQL on the server's embedded database. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** A pool of our own to its embedded database; whoever asks ends it. */
  pool(): pg.Pool;
  /** Ends it in order and removes its data, unless the folder was given. Answers the exit code. */
  stop(): Promise<number | null>;
  /** Process id of the embedded database; null while there is none. */
  databasePid(): number | null;
  /** Kills the embedded database alone, as a crash of it would. Answers the pid that it had. */
  killDatabase(): number;
  /** Kills the server, its children and its database at once, as a power cut would. The data stay. */
  kill9(): Promise<void>;
}

/** Node 24 wherever the tests themselves run. */
function nodePath(): string {
  return Number(process.versions.node.split('.', 1)[0]) >= 24
    ? process.execPath
    : join(ROOT, 'node_modules/.bin/node');
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
function removeData(dataDir: string): void {
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
  const adminPassword = options.adminPassword ?? 'farm3d-test-password';
  let printed = '';
  const child: ChildProcess = spawn(nodePath(), ['--conditions=@farm3d/source', options.entry ?? MAIN], {
    cwd: ROOT,
    // A group of its own: `kill9` reaches the simulator, too.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: '',
      FARM3D_HOST: '127.0.0.1',
      FARM3D_PORT: '0',
      FARM3D_MQTT_PORT: '0',
      FARM3D_RTMP_PORT: options.demo ? '0' : 'off',
      FARM3D_DATA_DIR: dataDir,
      FARM3D_DEMO: options.demo ? '1' : '0',
      FARM3D_DEMO_LANGUAGE: 'zh-CN',
      FARM3D_ADMIN_PASSWORD: adminPassword,
      FARM3D_LOG_LEVEL: 'debug',
      FARM3D_CHECK_ANSWERS: '1',
      FARM3D_LIMITS: options.limits === 'default' ? '' : RAISED_LIMITS,
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
  const httpPort = Number(/ready at https?:\/\/[^\s:]+:(\d+)/.exec(printed)?.[1]);
  const mqttPort = Number(/ready at mqtt:\/\/[^\s:]+:(\d+)/.exec(printed)?.[1]);
  const rtmpPort = Number(/ready at rtmp:\/\/[^\s:]+:(\d+)/.exec(printed)?.[1] ?? 0);
  const baseUrl = `http://127.0.0.1:${httpPort}`;

  const accessToken = async (): Promise<string> => {
    const session = await createApiClient({ baseUrl }).auth.login({
      username: 'admin',
      password: adminPassword,
    });
    return session.accessToken;
  };
  const client = async ({ lasting = false } = {}): Promise<ApiClient> => {
    let token = await accessToken();
    const renew = async (): Promise<boolean> => {
      token = await accessToken();
      return true;
    };
    return createApiClient({
      baseUrl,
      getAccessToken: () => token,
      ...(lasting && { onUnauthorised: renew }),
    });
  };

  return {
    baseUrl,
    httpPort,
    mqttPort,
    rtmpPort,
    dataDir,
    adminPassword,
    pid: child.pid ?? 0,
    output: () => printed,
    client,
    accessToken,
    async sceneDevice(sceneId) {
      const headers = { authorization: `Bearer ${await accessToken()}` };
      const path =
        sceneId === undefined ? '/intelligent/scene/list?pageSize=1' : `/intelligent/scene/${sceneId}`;
      const answer = (await (await fetch(baseUrl + path, { headers })).json()) as {
        data: { items?: { sceneDevice: string }[]; sceneDevice?: string };
      };
      const text = answer.data.sceneDevice ?? answer.data.items?.[0]?.sceneDevice;
      if (typeof text !== 'string') throw new Error('there is no scene with a layout');
      return JSON.parse(text) as SceneDeviceWire;
    },
    async sql<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      const connection = new pg.Client(databaseAddress(dataDir));
      await connection.connect();
      try {
        return (await connection.query<Row>(text, values)).rows;
      } finally {
        await connection.end();
      }
    },
    pool: () => new pg.Pool({ ...databaseAddress(dataDir), max: 4 }),
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
