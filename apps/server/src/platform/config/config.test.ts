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
