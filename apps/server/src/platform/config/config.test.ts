import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { StartupError } from '../startup-error.ts';

test('an empty environment gives the documented defaults', () => {
  expect(readConfig({})).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    mqttPort: 1883,
    rtmpPort: 1935,
    videoOrigins: [],
    dataDir: resolve('data'),
    demo: true,
    demoLanguage: 'zh-CN',
    simulateWeather: true,
    realWeather: true,
    logLevel: 'info',
  });
  expect(readConfig({})).not.toHaveProperty('databaseUrl');
});

test('what is set is taken, and an empty variable counts as absent', () => {
  const config = readConfig({
    FARM3D_PORT: '0',
    FARM3D_MQTT_PORT: '18830',
    FARM3D_DEMO: '0',
    FARM3D_SIMULATE_WEATHER: '0',
    FARM3D_REAL_WEATHER: '0',
    FARM3D_DATA_DIR: '/somewhere/x',
    DATABASE_URL: 'postgres://a@b/c',
    FARM3D_ADMIN_PASSWORD: '',
  });
  expect(config).toMatchObject({
    port: 0,
    mqttPort: 18_830,
    demo: false,
    simulateWeather: false,
    realWeather: false,
    dataDir: '/somewhere/x',
    databaseUrl: 'postgres://a@b/c',
  });
  expect(config).not.toHaveProperty('adminPassword');
});

test.each([
  [{ FARM3D_DEMO_LANGUAGE: 'en', LANG: 'zh_CN.UTF-8' }, 'en'],
  [{ LANG: 'en_GB.UTF-8' }, 'en'],
  [{ LANG: 'en_GB.UTF-8', LC_ALL: 'zh_CN.UTF-8' }, 'zh-CN'],
  [{ LANG: 'C.UTF-8' }, 'zh-CN'],
  [{ LANG: 'EN' }, 'en'],
  [{ LANG: 'de_DE', LC_MESSAGES: 'en_GB' }, 'en'],
  [{ LANG: 'en_GB', LC_MESSAGES: 'de_DE' }, 'zh-CN'],
  [{ LC_ALL: 'en', LC_MESSAGES: 'de_DE' }, 'en'],
  // Languages whose names begin alike, or that name it elsewhere.
  [{ LANG: 'enx' }, 'zh-CN'],
  [{ LANG: 'zh_EN' }, 'zh-CN'],
  [{ FARM3D_DEMO_LANGUAGE: 'zh-CN', LANG: 'en_GB' }, 'zh-CN'],
] as const)('the names of the demo farm: %j makes them %s', (env, language) => {
  expect(readConfig(env).demoLanguage).toBe(language);
});

test('cameras need no port here; pages may open the streams of the services that are named', () => {
  const config = readConfig({
    FARM3D_RTMP_PORT: 'off',
    FARM3D_VIDEO_URL: 'https://video.example:8443/live/{code}.flv',
    FARM3D_VIDEO_ORIGINS: 'https://a.example, http://10.0.0.9:8080',
  });
  expect(config.rtmpPort).toBe(null);
  expect(config.videoOrigins).toEqual([
    'https://video.example:8443',
    'https://a.example',
    'http://10.0.0.9:8080',
  ]);
});

test('the address of map tiles must contain {z}, {x} and {y}', () => {
  const address = 'https://tiles.example/{z}/{x}/{y}.png';
  expect(readConfig({ FARM3D_MAP_TILES: address }).mapTiles).toBe(address);
  expect(readConfig({})).not.toHaveProperty('mapTiles');
});

test.each([
  ['FARM3D_MAP_TILES', 'https://tiles.example/map.png'],
  ['FARM3D_MAP_TILES', 'javascript:alert({z},{x},{y})'],
  ['FARM3D_MAP_TILES', 'https://tiles.example/{z}/{x}.png'],
  ['FARM3D_MAP_TILES', 'https://{z}.example/{z}/{x}/{y}.png'],
  ['FARM3D_HOST', '  '],
  ['FARM3D_PUBLIC_URL', 'https://farm.example/path'],
  ['FARM3D_PUBLIC_URL', 'ftp://farm.example'],
  ['FARM3D_PUBLIC_URL', 'see https://farm.example'],
  ['FARM3D_OIDC_ISSUER', 'http://login.example'],
  ['FARM3D_OIDC_ISSUER', 'https://'],
  ['FARM3D_OIDC_NAME', 'x'.repeat(41)],
  ['MQTT_URL', 'tcp://broker'],
  ['MQTT_URL', 'see mqtt://broker'],
  ['MQTT_URL', 'mqtt://a broker'],
  ['MQTT_URL', 'mqtt://'],
  ['FARM3D_MQTT_TLS_PORT', '99999'],
  ['FARM3D_PORT', 'a80'],
  ['FARM3D_RTMP_PORT', 'offline'],
  ['FARM3D_RTMP_PORT', 'turnoff'],
  ['FARM3D_CLUSTER', '2'],
  ['FARM3D_METRICS', 'no'],
  ['FARM3D_LOGIN_GUARD', ' '],
  ['FARM3D_CHECK_ANSWERS', 'true'],
  ['FARM3D_SIMULATE_WEATHER', 'off'],
  ['FARM3D_REAL_WEATHER', 'off'],
  ['FARM3D_TRUSTED_PROXIES', '10.0.0.0/8,proxy'],
  ['FARM3D_FORWARDED_HEADER', 'x-real-ip'],
  ['FARM3D_METRICS_TOKEN', '0123456789abcde'],
  ['FARM3D_ADMIN_PASSWORD', 'password1234'],
  ['DATABASE_URL', 'see postgres://a@b/c'],
  ['S3_ENDPOINT', 'https://s3.example/'],
  ['S3_ENDPOINT', 's3://bucket/x'],
  ['FARM3D_LIMITS', 'ip=0'],
  ['FARM3D_LIMITS', 'everybody=7'],
  ['FARM3D_CAPS', 'ip=7'],
  ['FARM3D_RESERVES', 'files'],
  ['FARM3D_QUOTAS', 'device=many'],
  ['FARM3D_CORS_ORIGINS', 'https://a.example/path'],
  ['FARM3D_CORS_ORIGINS', '*'],
  ['FARM3D_WEATHER_PROVIDER', 'oracle'],
  ['FARM3D_WEATHER_URL', 'weather.example'],
  ['FARM3D_OUTGOING_ALLOW', 'nas'],
  ['FARM3D_OUTGOING_ALLOW', 'http://nas:80'],
  ['FARM3D_SMTP_URL', 'smtp:///x'],
  ['FARM3D_SMTP_URL', 'mail.example'],
  ['FARM3D_MAIL_FROM', 'Farm'],
  ['FARM3D_MAIL_FROM', 'Farm <farm@example.org> and more'],
  ['FARM3D_PORT', '80a'],
  ['FARM3D_PORT', '65536'],
  ['FARM3D_MQTT_PORT', '-1'],
  ['FARM3D_RTMP_PORT', 'none'],
  ['FARM3D_RTMP_PORT', '65536'],
  ['FARM3D_VIDEO_URL', 'https://video.example/live/1.flv'],
  ['FARM3D_VIDEO_URL', 'https://{code}.example/live.flv'],
  ['FARM3D_VIDEO_URL', 'rtmp://video.example/{code}'],
  ['FARM3D_VIDEO_ORIGINS', "https://a.example; script-src 'unsafe-inline'"],
  ['FARM3D_DEMO', 'yes'],
  ['FARM3D_DEMO_LANGUAGE', 'english'],
  ['DATABASE_URL', 'mysql://a@b/c'],
  ['FARM3D_ADMIN_PASSWORD', 'short'],
  ['FARM3D_LOG_LEVEL', 'loud'],
])('%s=%s is refused in one line that names it', (name, value) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(StartupError);
  expect(read).toThrow(name);
  expect(read).not.toThrow(/\n/);
});

test('every default is the documented one', () => {
  expect(readConfig({})).toEqual({
    host: '0.0.0.0',
    port: 8080,
    mqttPort: 1883,
    rtmpPort: 1935,
    cluster: false,
    mqttTlsPort: 8883,
    dataDir: resolve('data'),
    demo: true,
    demoLanguage: 'zh-CN',
    simulateWeather: true,
    realWeather: true,
    trustedProxies: [],
    forwardedHeader: 'x-forwarded-for',
    metrics: true,
    loginGuard: true,
    checkAnswers: false,
    videoOrigins: [],
    limits: {},
    caps: {},
    reserves: {},
    quotas: {},
    corsOrigins: [],
    outgoingAllow: [],
    webDir: resolve(import.meta.dirname, '../../../../web/dist'),
    modelsDir: resolve(import.meta.dirname, '../../../../../packages/models/dist'),
    logLevel: 'info',
  });
});

test.each<[string, string, string, unknown]>([
  ['FARM3D_HOST', ' 127.0.0.1 ', 'host', '127.0.0.1'],
  ['FARM3D_PORT', ' 65535 ', 'port', 65_535],
  ['FARM3D_MQTT_TLS_PORT', '0', 'mqttTlsPort', 0],
  ['FARM3D_RTMP_PORT', '65535', 'rtmpPort', 65_535],
  ['FARM3D_PUBLIC_URL', 'https://farm.example:8443/', 'publicUrl', 'https://farm.example:8443'],
  ['FARM3D_PUBLIC_URL', 'http://farm', 'publicUrl', 'http://farm'],
  ['MQTT_URL', 'mqtt://broker:1883', 'mqttUrl', 'mqtt://broker:1883'],
  ['MQTT_URL', 'mqtts://broker', 'mqttUrl', 'mqtts://broker'],
  ['FARM3D_DEMO', ' 0 ', 'demo', false],
  ['FARM3D_METRICS', '0', 'metrics', false],
  ['FARM3D_METRICS_TOKEN', '0123456789abcdef', 'metricsToken', '0123456789abcdef'],
  ['FARM3D_LOGIN_GUARD', '0', 'loginGuard', false],
  ['FARM3D_CHECK_ANSWERS', '1', 'checkAnswers', true],
  ['FARM3D_ADMIN_PASSWORD', 'three-green-fields', 'adminPassword', 'three-green-fields'],
  ['FARM3D_TRUSTED_PROXIES', '10.0.0.0/8, ::1,', 'trustedProxies', ['10.0.0.0/8', '::1']],
  ['FARM3D_FORWARDED_HEADER', ' Forwarded ', 'forwardedHeader', 'forwarded'],
  ['FARM3D_FORWARDED_HEADER', 'X-Forwarded-For', 'forwardedHeader', 'x-forwarded-for'],
  ['DATABASE_URL', 'postgresql://a@b/c', 'databaseUrl', 'postgresql://a@b/c'],
  ['FARM3D_LIMITS', 'ip=600, user=1', 'limits', { ip: 600, user: 1 }],
  ['FARM3D_CAPS', 'streams=7', 'caps', { streams: 7 }],
  ['FARM3D_RESERVES', 'files=7', 'reserves', { files: 7 }],
  ['FARM3D_QUOTAS', 'device=7', 'quotas', { device: 7 }],
  [
    'FARM3D_CORS_ORIGINS',
    'https://a.example,http://b:8080',
    'corsOrigins',
    ['https://a.example', 'http://b:8080'],
  ],
  ['FARM3D_OUTGOING_ALLOW', '10.0.0.9:8080, nas:80', 'outgoingAllow', ['10.0.0.9:8080', 'nas:80']],
  ['FARM3D_WEB_DIR', '/web', 'webDir', '/web'],
  ['FARM3D_MODELS_DIR', '/models', 'modelsDir', '/models'],
  ['FARM3D_LOG_LEVEL', 'silent', 'logLevel', 'silent'],
])('%s=%s is taken as it is meant', (name, value, member, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject({ [member]: expected });
});

const TLS = { FARM3D_TLS_CERT: 'cert.pem', FARM3D_TLS_KEY: 'key.pem' };
const MAIL = { FARM3D_SMTP_URL: 'smtps://a:b@mail.example:465', FARM3D_MAIL_FROM: 'farm@example.org' };
const BUCKET = {
  S3_ENDPOINT: 'https://s3.example/farm3d',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const LOGIN = {
  FARM3D_OIDC_ISSUER: 'https://login.example/realm',
  FARM3D_OIDC_CLIENT_ID: 'farm',
  FARM3D_OIDC_CLIENT_SECRET: 'secret',
  FARM3D_PUBLIC_URL: 'https://farm.example',
};

test('settings that belong together are taken together', () => {
  expect(readConfig({ ...TLS, FARM3D_DEVICE_CA: 'ca.pem' })).toMatchObject({
    tls: { certFile: 'cert.pem', keyFile: 'key.pem' },
    deviceCaFile: 'ca.pem',
  });
  expect(readConfig(MAIL)).toMatchObject({
    smtpUrl: 'smtps://a:b@mail.example:465',
    mailFrom: 'farm@example.org',
  });
  expect(readConfig({ FARM3D_CLUSTER: '1', DATABASE_URL: 'postgres://a@b/c' }).cluster).toBe(true);
  expect(readConfig({ ...BUCKET, S3_REGION: 'eu' }).s3).toEqual({
    endpoint: 'https://s3.example/farm3d',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    region: 'eu',
  });
  expect(readConfig(BUCKET).s3?.region).toBeUndefined();
  expect(readConfig(LOGIN).oidc).toEqual({
    issuer: 'https://login.example/realm',
    clientId: 'farm',
    clientSecret: 'secret',
    // The name on the button is that of the provider unless it has another.
    name: 'login.example',
    organisation: undefined,
  });
  expect(
    readConfig({ ...LOGIN, FARM3D_OIDC_NAME: ' Hof ', FARM3D_OIDC_ORGANISATION: 'North' }).oidc,
  ).toMatchObject({ name: 'Hof', organisation: 'North' });
  expect(readConfig({ FARM3D_WEATHER_PROVIDER: 'open-meteo' }).weather).toEqual({
    name: 'open-meteo',
    key: undefined,
    url: undefined,
  });
  const keyed = { FARM3D_WEATHER_PROVIDER: 'amap', FARM3D_WEATHER_KEY: 'k', FARM3D_WEATHER_URL: 'http://w' };
  expect(readConfig(keyed).weather).toEqual({ name: 'amap', key: 'k', url: 'http://w' });
});

const without = (settings: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(settings).filter(([one]) => one !== name));
test.each<[Record<string, string>, string]>([
  [{ FARM3D_CLUSTER: '1' }, 'FARM3D_CLUSTER needs DATABASE_URL'],
  ...Object.keys(TLS).map((name): [Record<string, string>, string] => [
    without(TLS, name),
    'FARM3D_TLS_CERT and FARM3D_TLS_KEY belong together',
  ]),
  [{ FARM3D_DEVICE_CA: 'ca.pem' }, 'FARM3D_DEVICE_CA needs FARM3D_TLS_CERT and FARM3D_TLS_KEY'],
  ...Object.keys(MAIL).map((name): [Record<string, string>, string] => [
    without(MAIL, name),
    'FARM3D_SMTP_URL and FARM3D_MAIL_FROM belong together',
  ]),
  ...['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].map((name): [Record<string, string>, string] => [
    without(BUCKET, name),
    'S3_ENDPOINT needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
  ]),
  ...['FARM3D_OIDC_CLIENT_ID', 'FARM3D_OIDC_CLIENT_SECRET', 'FARM3D_PUBLIC_URL'].map(
    (name): [Record<string, string>, string] => [
      without(LOGIN, name),
      'FARM3D_OIDC_ISSUER needs FARM3D_OIDC_CLIENT_ID, FARM3D_OIDC_CLIENT_SECRET and FARM3D_PUBLIC_URL',
    ],
  ),
  [{ FARM3D_WEATHER_PROVIDER: 'qweather' }, 'FARM3D_WEATHER_PROVIDER=qweather needs FARM3D_WEATHER_KEY'],
])('%j is refused: %s', (env, message) => {
  expect(() => readConfig(env)).toThrow(StartupError);
  expect(() => readConfig(env)).toThrow(`bad setting: ${message}`);
});

test('settings of a service without the service say nothing', () => {
  const config = readConfig({
    ...without(BUCKET, 'S3_ENDPOINT'),
    ...without(LOGIN, 'FARM3D_OIDC_ISSUER'),
    FARM3D_WEATHER_KEY: 'k',
  });
  for (const name of ['s3', 'oidc', 'weather']) expect(config).not.toHaveProperty(name);
});
