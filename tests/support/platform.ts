import { createApiClient, type ApiClient } from '@farm3d/api';
import pg from 'pg';

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

/** A running platform as a test sees it, whether in this process (farm.ts) or in one of its own (server.ts). */
export interface Platform {
  readonly baseUrl: string;
  readonly httpPort: number;
  readonly mqttPort: number;
  /** 0 where no camera can send. */
  readonly rtmpPort: number;
  readonly dataDir: string;
  readonly adminPassword: string;
  /** What it printed and logged so far. */
  output(): string;
  /** A client that is logged in as the administrator. `lasting`: it logs in again when its token has expired. */
  client(options?: { readonly lasting?: boolean }): Promise<ApiClient>;
  /** An access token of the administrator. */
  accessToken(): Promise<string>;
  /** The decoded `sceneDevice` of a scene, or of the first one in the list. */
  sceneDevice(sceneId?: string): Promise<SceneDeviceWire>;
  /** Runs SQL on its database. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** A pool of our own to its database; whoever asks ends it. */
  pool(): pg.Pool;
}

/** A test makes more calls a minute than a person. */
const RAISED_LIMITS = ['ip', 'user', 'organisation', 'device', 'gateway', 'provision', 'stranger']
  .map((name) => `${name}=1000000`)
  .join();

export const ADMIN_PASSWORD = 'farm3d-test-password';

/** What a test asks of a platform. */
export interface PlatformOptions {
  /** Seeds the demo farm and starts its simulator. Default false. */
  demo?: boolean;
  /** Default 'farm3d-test-password'. */
  adminPassword?: string;
  /** 'default' keeps the limits that a server has when nobody sets any. Default: far above what a test needs. */
  limits?: 'default';
}

/** The settings of a platform under test, by their names in the environment. */
export function settingsOf(
  { demo = false, adminPassword = ADMIN_PASSWORD, limits }: PlatformOptions,
  dataDir: string,
): Record<string, string> {
  return {
    FARM3D_HOST: '127.0.0.1',
    FARM3D_PORT: '0',
    FARM3D_MQTT_PORT: '0',
    FARM3D_RTMP_PORT: demo ? '0' : 'off',
    FARM3D_DATA_DIR: dataDir,
    FARM3D_DEMO: demo ? '1' : '0',
    FARM3D_DEMO_LANGUAGE: 'zh-CN',
    FARM3D_ADMIN_PASSWORD: adminPassword,
    FARM3D_LOG_LEVEL: 'debug',
    FARM3D_CHECK_ANSWERS: '1',
    FARM3D_LIMITS: limits === 'default' ? '' : RAISED_LIMITS,
  };
}

/** The ports in what it printed, and how it is used over them. `database` is read at each use: it may move. */
export function platformOf(
  output: () => string,
  dataDir: string,
  adminPassword: string,
  database: () => pg.ClientConfig,
): Platform {
  const portIn = (pattern: RegExp): number => Number(pattern.exec(output())?.[1] ?? 0);
  const httpPort = portIn(/ready at https?:\/\/[^\s:]+:(\d+)/);
  const baseUrl = `http://127.0.0.1:${httpPort}`;

  const accessToken = async (): Promise<string> => {
    const session = await createApiClient({ baseUrl }).auth.login({
      username: 'admin',
      password: adminPassword,
    });
    return session.accessToken;
  };

  return {
    baseUrl,
    httpPort,
    mqttPort: portIn(/ready at mqtt:\/\/[^\s:]+:(\d+)/),
    rtmpPort: portIn(/ready at rtmp:\/\/[^\s:]+:(\d+)/),
    dataDir,
    adminPassword,
    output,
    accessToken,
    async client({ lasting = false } = {}) {
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
    },
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
      const connection = new pg.Client(database());
      await connection.connect();
      try {
        return (await connection.query<Row>(text, values)).rows;
      } finally {
        await connection.end();
      }
    },
    pool: () => new pg.Pool({ ...database(), max: 4 }),
  };
}
