export interface S3Settings {
  /** Address of the bucket: 'https://s3.example/farm3d'. */
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Default 'us-east-1', which servers other than AWS expect. */
  readonly region?: string | undefined;
}

export type ProviderName = 'open-meteo' | 'qweather' | 'amap';

export interface ProviderSettings {
  readonly name: ProviderName;
  /** Never leaves the server. */
  readonly key?: string | undefined;
  /** Address instead of the provider's own; QWeather gives each customer one. */
  readonly url?: string | undefined;
}

/** Whose messages are counted. */
export type QuotaName = 'device' | 'organisation';

/** Messages in an hour, whichever way they come. Generous: who reaches one is broken or means harm. */
export const DEFAULT_QUOTAS: Readonly<Record<QuotaName, number>> = {
  device: 1_000_000,
  organisation: 100_000_000,
};

/** Who is counted. */
export type LimitName = 'ip' | 'user' | 'organisation' | 'device' | 'gateway' | 'stranger';

/** Calls in a minute. All are on by default; FARM3D_LIMITS raises or lowers them by name. */
export const DEFAULT_LIMITS: Readonly<Record<LimitName, number>> = {
  /** Calls of people and programs from one address; several share one behind a router. */
  ip: 2_400,
  user: 1_200,
  organisation: 12_000,
  /** Messages of one device, or of one network server's integration. Over MQTT a device is held back, not refused. */
  device: 1_200,
  /** Messages of one gateway, for all devices behind it. */
  gateway: 12_000,
  /** Device tokens that nobody has, from one address: guessing. */
  stranger: 60,
};

/** Everything that is decided outside the program. Read once, at the start. */
export interface ServerConfig {
  /** Address that HTTP and MQTT bind to. Default 0.0.0.0. */
  readonly host: string;
  /** HTTP port, 0 = any free one. Default 8080. */
  readonly port: number;
  /** MQTT port, 0 = any free one. Default 1883. */
  readonly mqttPort: number;
  /** Absolute path of the folder that holds the database, secrets and run files. Default ./data. */
  readonly dataDir: string;
  /** Port that cameras send RTMP to, 0 = any free one, null = none. Default 1935. */
  readonly rtmpPort: number | null;
  /** Whether an empty database gets the demo farm, and the simulator runs. Default true. */
  readonly demo: boolean;
  /** Whether scenes offer weather that is only supposed (Spec §2: simulateWeather). Default true. */
  readonly simulateWeather: boolean;
  /** Whether scenes offer the weather of the person's region (Spec §2: realWeather). Default true. */
  readonly realWeather: boolean;
  /** Password of the first administrator; made and printed once when absent. */
  readonly adminPassword?: string;
  /** An outside PostgreSQL (≥ 15) instead of the embedded one. */
  readonly databaseUrl?: string;
  /** An outside MQTT broker (version 5, shared subscriptions) that devices are on, beside the embedded one. */
  readonly mqttUrl?: string;
  /** Whether other servers work on the same database. Default false. */
  readonly cluster: boolean;
  /** Files of the certificate and its key (PEM): HTTP speaks TLS then, and MQTT does on a port of its own. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string };
  /** MQTT port for TLS. Default 8883. */
  readonly mqttTlsPort: number;
  /** Whether wrong passwords make who sends them wait. Default true; load tests turn it off. */
  readonly loginGuard: boolean;
  /** Absolute path of the built web application. */
  readonly webDir: string;
  /** Absolute path of the built 3D models. */
  readonly modelsDir: string;
  /** A bucket for uploaded files instead of the data folder. */
  readonly s3?: S3Settings;
  /** Limits that differ from the defaults, calls a minute. */
  readonly limits: Partial<Record<LimitName, number>>;
  /** Quotas that differ from the defaults, messages an hour. */
  readonly quotas: Partial<Record<QuotaName, number>>;
  /** Origins of foreign pages that may read answers and show the embedded view. Default none. */
  readonly corsOrigins: readonly string[];
  /** Address of a camera's stream at an outside video service, with {code}, {streamingId} and {protocol}. */
  readonly videoUrl?: string;
  /** Origins of video services whose streams pages may open, that of `videoUrl` among them. Default none. */
  readonly videoOrigins: readonly string[];
  /** Who is asked for the weather; the platform's own stations where nobody is named. */
  readonly weather?: ProviderSettings;
  /** `host:port` inside its own network that this server may call. Default none. */
  readonly outgoingAllow: readonly string[];
  /** Whether every answer is held against the schema that its client reads it by. For tests and development. Default false. */
  readonly checkAnswers: boolean;
  /** pino level. Default `info`. */
  readonly logLevel: string;
}
