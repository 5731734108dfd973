import type { ForwardedHeader } from '../client-address.ts';

export interface S3Settings {
  /** Address of the bucket: 'https://s3.example/farm3d'. */
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Default 'us-east-1', which servers other than AWS expect. */
  readonly region?: string | undefined;
}

/** A provider of single sign-on (OpenID Connect). */
export interface OidcSettings {
  /** Its address, as its discovery document has it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name on the button of the login page. */
  readonly name: string;
  /** Name of the organisation that people without an account join, as viewers. Default: they are refused. */
  readonly organisation?: string | undefined;
}

export type ProviderName = 'open-meteo' | 'qweather' | 'amap';

export interface ProviderSettings {
  readonly name: ProviderName;
  /** Never leaves the server. */
  readonly key?: string | undefined;
  /** Replaces the provider's own address; QWeather gives each customer one. */
  readonly url?: string | undefined;
}

/** Counted by device or organisation. */
export type QuotaName = 'device' | 'organisation';

/** Messages in an hour, by any protocol. Far above normal use: only a fault or an attack reaches them. */
export const DEFAULT_QUOTAS: Readonly<Record<QuotaName, number>> = {
  device: 1_000_000,
  organisation: 100_000_000,
};

/** What a limit counts by. */
export type LimitName =
  | 'ip'
  | 'user'
  | 'organisation'
  | 'device'
  | 'gateway'
  | 'provision'
  | 'stranger'
  | 'reset';

/** Calls in a minute; FARM3D_LIMITS changes them by name. */
export const DEFAULT_LIMITS: Readonly<Record<LimitName, number>> = {
  /** Refused calls from one address: without a login, or with one that is not valid. */
  ip: 2_400,
  user: 1_200,
  organisation: 12_000,
  /** Messages of one device, or of one integration. Over MQTT a device is delayed, not refused. */
  device: 1_200,
  /** Messages of one gateway for all its devices. */
  gateway: 12_000,
  /** Devices that register with the key of one integration. */
  provision: 1_200,
  /** Unknown device tokens and provisioning secrets from one address: guessing. */
  // oxlint-disable-next-line farm3d/words -- a name of the setting FARM3D_LIMITS
  stranger: 60,
  /** E-mails for a new password that one address asks for. */
  reset: 10,
};

/** Upper limits of concurrent things; FARM3D_CAPS changes them by name. */
export type CapName = 'keys' | 'streams' | 'user-streams' | 'anonymous' | 'uploads';

export const DEFAULT_CAPS: Readonly<Record<CapName, number>> = {
  /** Telemetry keys of one device. */
  keys: 2_000,
  /** Open streams of authenticated clients. */
  streams: 10_000,
  /** Open streams of one user, or of one embed token. */
  'user-streams': 200,
  /** Connections of one address that have not authenticated: streams, and MQTT clients. */
  anonymous: 256,
  /** Uploads of one user in progress. */
  uploads: 4,
};

/** Uses with a reserve on their disk. */
export type ReserveName = 'files' | 'database';

/** Space that stays free, MiB; FARM3D_RESERVES changes it by name. */
export const DEFAULT_RESERVES: Readonly<Record<ReserveName, number>> = {
  /** With less, uploads are refused. */
  files: 512,
  /** With less on the disk of the embedded database, readings are not accepted. */
  database: 128,
};

/** The settings of the server, read once at the start. */
export interface ServerConfig {
  /** Bind address of HTTP and MQTT. Default 0.0.0.0. */
  readonly host: string;
  /** HTTP port, 0 = any free one. Default 8080. */
  readonly port: number;
  /** MQTT port, 0 = any free one. Default 1883. */
  readonly mqttPort: number;
  /** Origin at which people open the platform: passkeys belong to it. Default: the one of each request. */
  readonly publicUrl?: string;
  /** Provider of single sign-on. Default: none. */
  readonly oidc?: OidcSettings;
  /** Absolute path of the folder that holds the database, secrets and run files. Default ./data. */
  readonly dataDir: string;
  /** RTMP port for cameras, 0 = any free one, null = none. Default 1935. */
  readonly rtmpPort: number | null;
  /** Whether an empty database gets the demo farm, and the simulator runs. Default true. */
  readonly demo: boolean;
  /** Language of the demo farm's names. Default: of the environment (LC_ALL, LC_MESSAGES, LANG), else Chinese. */
  readonly demoLanguage: 'zh-CN' | 'en';
  /** Whether scenes offer simulated weather (Spec §2: simulateWeather). Default true. */
  readonly simulateWeather: boolean;
  /** Whether scenes offer the weather of the user's region (Spec §2: realWeather). Default true. */
  readonly realWeather: boolean;
  /** Password of the first administrator; generated and printed once when absent. */
  readonly adminPassword?: string;
  /** URL of an external PostgreSQL (≥ 15) instead of the embedded one. */
  readonly databaseUrl?: string;
  /** URL of an external MQTT broker (version 5, shared subscriptions), beside the embedded one. */
  readonly mqttUrl?: string;
  /** Whether other servers use the same database. Default false. */
  readonly cluster: boolean;
  /** Files of the certificate and its key (PEM): HTTP then uses TLS, and MQTT does on a port of its own. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
  /** File of the authority (PEM) whose client certificates stand for the device of their common name. Default: none. */
  readonly deviceCaFile?: string;
  /** MQTT port for TLS. Default 8883. */
  readonly mqttTlsPort: number;
  /** Addresses and networks of proxies whose forwarded addresses are used. Default none. */
  readonly trustedProxies: readonly string[];
  /** Header in which these proxies write it. Default X-Forwarded-For. */
  readonly forwardedHeader: ForwardedHeader;
  /** Whether /metrics answers: to everybody, to clients with `metricsToken`, or to nobody. Default true. */
  readonly metrics: boolean;
  readonly metricsToken?: string;
  /** Whether failed logins delay further attempts. Default true; load tests turn it off. */
  readonly loginGuard: boolean;
  /** Absolute path of the built web application. */
  readonly webDir: string;
  /** Absolute path of the built 3D models. */
  readonly modelsDir: string;
  /** An S3 bucket for uploaded files instead of the data folder. */
  readonly s3?: S3Settings;
  /** Limits that differ from the defaults, calls a minute. */
  readonly limits: Partial<Record<LimitName, number>>;
  /** Caps that differ from the defaults. */
  readonly caps: Partial<Record<CapName, number>>;
  /** Reserves that differ from the defaults, MiB. */
  readonly reserves: Partial<Record<ReserveName, number>>;
  /** Quotas that differ from the defaults, messages an hour. */
  readonly quotas: Partial<Record<QuotaName, number>>;
  /** Origins of other sites that may read responses and show the embedded view. Default none. */
  readonly corsOrigins: readonly string[];
  /** URL template of streams at an external video service, with {code}, {streamingId} and {protocol}. */
  readonly videoUrl?: string;
  /** Origins of video services whose streams pages may open, with that of `videoUrl`. Default none. */
  readonly videoOrigins: readonly string[];
  /** Address of raster map tiles with {z}, {x} and {y}. Default: maps show what is built in. */
  readonly mapTiles?: string;
  /** The weather provider; default: the platform's own stations. */
  readonly weather?: ProviderSettings;
  /** `host:port` in the private network that this server may call. Default none. */
  readonly outgoingAllow: readonly string[];
  /** Mail server: `smtp://user:password@host:587` or `smtps://…`. Default: no e-mail is sent. */
  readonly smtpUrl?: string;
  /** Sender of e-mails: `Farm <farm@example.org>`. */
  readonly mailFrom?: string;
  /** Whether every response is validated by the schema of its call. For tests and development. Default false. */
  readonly checkAnswers: boolean;
  /** pino level. Default `info`. */
  readonly logLevel: string;
}
