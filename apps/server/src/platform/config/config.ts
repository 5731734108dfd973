import { resolve } from 'node:path';
import * as v from 'valibot';
import {
  DEFAULT_CAPS,
  DEFAULT_LIMITS,
  DEFAULT_QUOTAS,
  DEFAULT_RESERVES,
  type OidcSettings,
  type ProviderSettings,
  type S3Settings,
  type ServerConfig,
} from './settings.ts';
import { isNetwork } from '../client-address.ts';
import { parseNumbers } from './parse-numbers.ts';
import { StartupError } from '../startup-error.ts';
import { isCommonPassword, isVideoAddress, MIN_PASSWORD_LENGTH } from '@farm3d/api';

const REPOSITORY_ROOT = resolve(import.meta.dirname, '../../../../..');

const port = (name: string, fallback: number) =>
  v.pipe(
    v.optional(v.string(), String(fallback)),
    v.trim(),
    v.regex(/^\d{1,5}$/, `${name} must be a port number from 0 to 65535`),
    v.transform(Number),
    v.maxValue(65_535, `${name} must be a port number from 0 to 65535`),
  );

const portOrOff = (name: string, fallback: number) =>
  v.pipe(
    v.optional(v.string(), String(fallback)),
    v.trim(),
    v.regex(/^(\d{1,5}|off)$/, `${name} must be off, or a port number from 0 to 65535`),
    v.transform((text) => (text === 'off' ? null : Number(text))),
    v.nullable(v.pipe(v.number(), v.maxValue(65_535, `${name} must be a port number from 0 to 65535`))),
  );

const flag = (name: string, fallback: '0' | '1') =>
  v.pipe(
    v.optional(v.string(), fallback),
    v.trim(),
    v.picklist(['0', '1'], `${name} must be 0 or 1`),
    v.transform((value) => value === '1'),
  );

const list = (item: RegExp, message: string) =>
  v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
    v.array(v.pipe(v.string(), v.regex(item, message))),
  );

const numbers = <Name extends string>(
  setting: string,
  defaults: Readonly<Record<Name, number>>,
  unit: string,
) =>
  v.optional(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        try {
          return parseNumbers(setting, defaults, unit, dataset.value);
        } catch (error) {
          addIssue({ message: (error as Error).message });
          return NEVER;
        }
      }),
    ),
    '',
  );

const path = (fallback: string) =>
  v.pipe(
    v.optional(v.string(), fallback),
    v.transform((value) => resolve(value)),
  );

type Locales = Readonly<Record<'LC_ALL' | 'LC_MESSAGES' | 'LANG', string | undefined>>;

/** English where the environment says so; it may say nothing, or C. */
const languageOf = ({ LC_ALL, LC_MESSAGES, LANG }: Partial<Locales>): 'zh-CN' | 'en' =>
  /^en(?![a-z])/i.test(LC_ALL ?? LC_MESSAGES ?? LANG ?? '') ? 'en' : 'zh-CN';

const Environment = v.object({
  FARM3D_HOST: v.optional(
    v.pipe(v.string(), v.trim(), v.minLength(1, 'FARM3D_HOST must not be empty')),
    '0.0.0.0',
  ),
  FARM3D_PUBLIC_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^https?:\/\/[^/\s?#]+\/?$/,
        'FARM3D_PUBLIC_URL must be the address of the platform without a path: https://farm.example',
      ),
      v.transform((text) => new URL(text).origin),
    ),
  ),
  FARM3D_OIDC_ISSUER: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => URL.canParse(text) && /^(https:|http:\/\/(localhost|127\.|\[::1\]))/.test(text),
        'FARM3D_OIDC_ISSUER must be the https address of a provider: https://login.example',
      ),
    ),
  ),
  FARM3D_OIDC_CLIENT_ID: v.optional(v.string()),
  FARM3D_OIDC_CLIENT_SECRET: v.optional(v.string()),
  FARM3D_OIDC_NAME: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(40, 'FARM3D_OIDC_NAME is too long'))),
  FARM3D_OIDC_ORGANISATION: v.optional(v.string()),
  FARM3D_PORT: port('FARM3D_PORT', 8080),
  FARM3D_MQTT_PORT: port('FARM3D_MQTT_PORT', 1883),
  FARM3D_RTMP_PORT: portOrOff('FARM3D_RTMP_PORT', 1935),
  MQTT_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => /^mqtts?:\/\/[^/]/.test(text) && URL.canParse(text),
        'MQTT_URL must be mqtt:// or mqtts:// with a host',
      ),
    ),
  ),
  FARM3D_CLUSTER: flag('FARM3D_CLUSTER', '0'),
  FARM3D_MQTT_TLS_PORT: port('FARM3D_MQTT_TLS_PORT', 8883),
  FARM3D_TLS_CERT: v.optional(v.string()),
  FARM3D_TLS_KEY: v.optional(v.string()),
  FARM3D_DEVICE_CA: v.optional(v.string()),
  FARM3D_DATA_DIR: path('data'),
  FARM3D_DEMO: flag('FARM3D_DEMO', '1'),
  FARM3D_DEMO_LANGUAGE: v.optional(v.picklist(['zh-CN', 'en'], 'FARM3D_DEMO_LANGUAGE must be zh-CN or en')),
  LC_ALL: v.optional(v.string()),
  LC_MESSAGES: v.optional(v.string()),
  LANG: v.optional(v.string()),
  FARM3D_SIMULATE_WEATHER: flag('FARM3D_SIMULATE_WEATHER', '1'),
  FARM3D_REAL_WEATHER: flag('FARM3D_REAL_WEATHER', '1'),
  FARM3D_TRUSTED_PROXIES: v.pipe(
    list(/./, ''),
    v.array(
      v.pipe(
        v.string(),
        v.check(
          isNetwork,
          'FARM3D_TRUSTED_PROXIES must be addresses or networks such as 10.0.0.0/8, separated by commas',
        ),
      ),
    ),
  ),
  FARM3D_FORWARDED_HEADER: v.pipe(
    v.optional(v.string(), 'x-forwarded-for'),
    v.trim(),
    v.toLowerCase(),
    v.picklist(
      ['x-forwarded-for', 'forwarded'],
      'FARM3D_FORWARDED_HEADER must be X-Forwarded-For or Forwarded',
    ),
  ),
  FARM3D_METRICS: flag('FARM3D_METRICS', '1'),
  FARM3D_METRICS_TOKEN: v.optional(
    v.pipe(v.string(), v.minLength(16, 'FARM3D_METRICS_TOKEN must have at least 16 characters')),
  ),
  FARM3D_LOGIN_GUARD: flag('FARM3D_LOGIN_GUARD', '1'),
  FARM3D_CHECK_ANSWERS: flag('FARM3D_CHECK_ANSWERS', '0'),
  FARM3D_ADMIN_PASSWORD: v.optional(
    v.pipe(
      v.string(),
      v.minLength(
        MIN_PASSWORD_LENGTH,
        `FARM3D_ADMIN_PASSWORD must have at least ${MIN_PASSWORD_LENGTH} characters`,
      ),
      v.check((text) => !isCommonPassword(text), 'FARM3D_ADMIN_PASSWORD is a common password'),
    ),
  ),
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must begin with postgres:// or postgresql://'),
    ),
  ),
  S3_ENDPOINT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^https?:\/\/[^/]+\/.+/, 'S3_ENDPOINT must be the address of a bucket: https://host/bucket'),
    ),
  ),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  S3_REGION: v.optional(v.string()),
  FARM3D_LIMITS: numbers('FARM3D_LIMITS', DEFAULT_LIMITS, 'calls a minute'),
  FARM3D_CAPS: numbers('FARM3D_CAPS', DEFAULT_CAPS, 'at once'),
  FARM3D_RESERVES: numbers('FARM3D_RESERVES', DEFAULT_RESERVES, 'MiB'),
  FARM3D_QUOTAS: numbers('FARM3D_QUOTAS', DEFAULT_QUOTAS, 'messages an hour'),
  FARM3D_CORS_ORIGINS: list(
    /^https?:\/\/[^/\s,]+$/,
    'FARM3D_CORS_ORIGINS must be origins such as https://portal.example, separated by commas',
  ),
  FARM3D_WEATHER_PROVIDER: v.optional(
    v.picklist(
      ['open-meteo', 'qweather', 'amap'],
      'FARM3D_WEATHER_PROVIDER must be open-meteo, qweather or amap',
    ),
  ),
  FARM3D_VIDEO_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => isVideoAddress(text) && /\{(code|thirdId)\}/.test(text),
        'FARM3D_VIDEO_URL must be an address with {code} in its path, and no others than {code}, {streamingId}, {protocol}: https://video.example/live/{code}.flv',
      ),
    ),
  ),
  FARM3D_VIDEO_ORIGINS: list(
    /^https?:\/\/[^/\s,;'"]+$/,
    'FARM3D_VIDEO_ORIGINS must be origins such as https://video.example, separated by commas',
  ),
  FARM3D_MAP_TILES: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) =>
          /^https?:\/\/[^/\s;,'"{}]+\//.test(text) &&
          ['{z}', '{x}', '{y}'].every((part) => text.includes(part)),
        'FARM3D_MAP_TILES must be an address with {z}, {x} and {y} in its path: https://tiles.example/{z}/{x}/{y}.png',
      ),
    ),
  ),
  FARM3D_WEATHER_KEY: v.optional(v.string()),
  FARM3D_WEATHER_URL: v.optional(
    v.pipe(v.string(), v.regex(/^https?:\/\/[^/\s]+/, 'FARM3D_WEATHER_URL must be an address: https://…')),
  ),
  FARM3D_OUTGOING_ALLOW: list(
    /^[^\s,:]+:\d{1,5}$/,
    'FARM3D_OUTGOING_ALLOW must be host:port, separated by commas',
  ),
  FARM3D_SMTP_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text),
        'FARM3D_SMTP_URL must be smtp://user:password@host:port or smtps://…',
      ),
    ),
  ),
  FARM3D_MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.trim(),
      v.regex(
        /^(?:[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
        'FARM3D_MAIL_FROM must be an address such as Farm <farm@example.org>',
      ),
    ),
  ),
  FARM3D_WEB_DIR: path(resolve(REPOSITORY_ROOT, 'apps/web/dist')),
  FARM3D_MODELS_DIR: path(resolve(REPOSITORY_ROOT, 'packages/models/dist')),
  FARM3D_LOG_LEVEL: v.optional(
    v.picklist(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'FARM3D_LOG_LEVEL must be trace, debug, info, warn, error, fatal or silent',
    ),
    'info',
  ),
});

/**
 * Reads the settings from the environment; an empty variable counts as absent.
 * @throws StartupError naming the invalid variable
 */
export function readConfig(environment: NodeJS.ProcessEnv): ServerConfig {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = v.safeParse(Environment, given, { abortEarly: true });
  if (!parsed.success) throw new StartupError(`bad setting: ${parsed.issues[0].message}`);
  const env = parsed.output;
  if (env.FARM3D_CLUSTER && env.DATABASE_URL === undefined) {
    throw new StartupError(
      'bad setting: FARM3D_CLUSTER needs DATABASE_URL, the database that all servers share',
    );
  }
  const { FARM3D_TLS_CERT: certFile, FARM3D_TLS_KEY: keyFile } = env;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new StartupError(
      'bad setting: FARM3D_TLS_CERT and FARM3D_TLS_KEY belong together; set both or none',
    );
  }
  if (env.FARM3D_DEVICE_CA !== undefined && certFile === undefined) {
    throw new StartupError(
      'bad setting: FARM3D_DEVICE_CA needs FARM3D_TLS_CERT and FARM3D_TLS_KEY: certificates of devices are shown over TLS',
    );
  }
  if ((env.FARM3D_SMTP_URL === undefined) !== (env.FARM3D_MAIL_FROM === undefined)) {
    throw new StartupError(
      'bad setting: FARM3D_SMTP_URL and FARM3D_MAIL_FROM belong together; set both or none',
    );
  }
  const s3 = readS3(env);
  const weather = readWeather(env);
  const oidc = readOidc(env);
  return {
    host: env.FARM3D_HOST,
    port: env.FARM3D_PORT,
    ...(oidc && { oidc }),
    ...(env.FARM3D_PUBLIC_URL !== undefined && { publicUrl: env.FARM3D_PUBLIC_URL }),
    mqttPort: env.FARM3D_MQTT_PORT,
    rtmpPort: env.FARM3D_RTMP_PORT,
    ...(env.MQTT_URL !== undefined && { mqttUrl: env.MQTT_URL }),
    cluster: env.FARM3D_CLUSTER,
    mqttTlsPort: env.FARM3D_MQTT_TLS_PORT,
    ...(certFile !== undefined && keyFile !== undefined && { tls: { certFile, keyFile } }),
    ...(env.FARM3D_DEVICE_CA !== undefined && { deviceCaFile: env.FARM3D_DEVICE_CA }),
    dataDir: env.FARM3D_DATA_DIR,
    demo: env.FARM3D_DEMO,
    demoLanguage: env.FARM3D_DEMO_LANGUAGE ?? languageOf(env),
    simulateWeather: env.FARM3D_SIMULATE_WEATHER,
    realWeather: env.FARM3D_REAL_WEATHER,
    trustedProxies: env.FARM3D_TRUSTED_PROXIES,
    forwardedHeader: env.FARM3D_FORWARDED_HEADER,
    metrics: env.FARM3D_METRICS,
    ...(env.FARM3D_METRICS_TOKEN !== undefined && { metricsToken: env.FARM3D_METRICS_TOKEN }),
    loginGuard: env.FARM3D_LOGIN_GUARD,
    checkAnswers: env.FARM3D_CHECK_ANSWERS,
    ...(env.FARM3D_ADMIN_PASSWORD !== undefined && { adminPassword: env.FARM3D_ADMIN_PASSWORD }),
    ...(env.DATABASE_URL !== undefined && { databaseUrl: env.DATABASE_URL }),
    ...(s3 && { s3 }),
    ...(env.FARM3D_MAP_TILES !== undefined && { mapTiles: env.FARM3D_MAP_TILES }),
    ...(weather && { weather }),
    ...(env.FARM3D_VIDEO_URL !== undefined && { videoUrl: env.FARM3D_VIDEO_URL }),
    videoOrigins: [
      ...(env.FARM3D_VIDEO_URL === undefined ? [] : [new URL(env.FARM3D_VIDEO_URL).origin]),
      ...env.FARM3D_VIDEO_ORIGINS,
    ],
    limits: env.FARM3D_LIMITS,
    caps: env.FARM3D_CAPS,
    reserves: env.FARM3D_RESERVES,
    quotas: env.FARM3D_QUOTAS,
    corsOrigins: env.FARM3D_CORS_ORIGINS,
    outgoingAllow: env.FARM3D_OUTGOING_ALLOW,
    ...(env.FARM3D_SMTP_URL !== undefined && { smtpUrl: env.FARM3D_SMTP_URL }),
    ...(env.FARM3D_MAIL_FROM !== undefined && { mailFrom: env.FARM3D_MAIL_FROM }),
    webDir: env.FARM3D_WEB_DIR,
    modelsDir: env.FARM3D_MODELS_DIR,
    logLevel: env.FARM3D_LOG_LEVEL,
  };
}

function readS3(env: v.InferOutput<typeof Environment>): S3Settings | undefined {
  if (env.S3_ENDPOINT === undefined) return undefined;
  if (env.S3_ACCESS_KEY_ID === undefined || env.S3_SECRET_ACCESS_KEY === undefined) {
    throw new StartupError(
      'bad setting: S3_ENDPOINT needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY beside it',
    );
  }
  return {
    endpoint: env.S3_ENDPOINT,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    region: env.S3_REGION,
  };
}

function readOidc(env: v.InferOutput<typeof Environment>): OidcSettings | undefined {
  const { FARM3D_OIDC_ISSUER: issuer, FARM3D_OIDC_CLIENT_ID: clientId } = env;
  const clientSecret = env.FARM3D_OIDC_CLIENT_SECRET;
  if (issuer === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined || env.FARM3D_PUBLIC_URL === undefined) {
    throw new StartupError(
      'bad setting: FARM3D_OIDC_ISSUER needs FARM3D_OIDC_CLIENT_ID, FARM3D_OIDC_CLIENT_SECRET and FARM3D_PUBLIC_URL beside it',
    );
  }
  return {
    issuer,
    clientId,
    clientSecret,
    name: env.FARM3D_OIDC_NAME ?? new URL(issuer).hostname,
    organisation: env.FARM3D_OIDC_ORGANISATION,
  };
}

function readWeather(env: v.InferOutput<typeof Environment>): ProviderSettings | undefined {
  const name = env.FARM3D_WEATHER_PROVIDER;
  if (name === undefined) return undefined;
  if (name !== 'open-meteo' && env.FARM3D_WEATHER_KEY === undefined) {
    throw new StartupError(`bad setting: FARM3D_WEATHER_PROVIDER=${name} needs FARM3D_WEATHER_KEY`);
  }
  return { name, key: env.FARM3D_WEATHER_KEY, url: env.FARM3D_WEATHER_URL };
}
