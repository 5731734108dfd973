import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import { OutgoingCalls } from '../../platform/outgoing/guarded-fetch.ts';
import { makeProvider, wmoText } from './providers.ts';
import type { ProviderName } from '../../platform/config/settings.ts';
import { CACHE_MS, STALE_MS, WeatherCache } from './weather-cache.ts';

// A local server with responses in the forms of the providers; no test calls a real one.
let provider: Server;
let address = '';
let calls: OutgoingCalls;
let requests: string[] = [];
let broken = false;

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/v1/search': { results: [{ latitude: 38.04, longitude: 114.51 }] },
  '/v1/forecast': {
    current: {
      time: 1_770_000_000,
      temperature_2m: 3.4,
      relative_humidity_2m: 61,
      wind_speed_10m: 2.5,
      precipitation: 0.4,
      weather_code: 71,
    },
  },
  '/geo/v2/city/lookup': { code: '200', location: [{ id: '101090101' }] },
  '/v7/weather/now': {
    code: '200',
    now: {
      obsTime: '2026-02-02T10:40+08:00',
      temp: '3.4',
      text: '小雪',
      humidity: '61',
      windSpeed: '9',
      precip: '0.4',
    },
  },
  '/v3/geocode/regeo': { status: '1', regeocode: { addressComponent: { adcode: '130102' } } },
  '/v3/weather/weatherInfo': {
    status: '1',
    lives: [
      {
        weather: '小雪',
        temperature: '3.4',
        humidity: '61',
        windpower: '≤3',
        reporttime: '2026-02-02 10:40:00',
      },
    ],
  },
};

beforeAll(async () => {
  provider = createServer((request, response) => {
    requests.push(`${request.url ?? ''} ${String(request.headers['x-qw-api-key'] ?? '')}`);
    const answer = ANSWERS[(request.url ?? '').split('?')[0] ?? ''];
    response.writeHead(broken || !answer ? 500 : 200).end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  address = `http://127.0.0.1:${port}`;
  calls = new OutgoingCalls({ allow: [`127.0.0.1:${port}`] });
});
afterAll(async () => {
  await calls.close();
  provider.closeAllConnections();
  provider.close();
});
beforeEach(() => {
  requests = [];
  broken = false;
});

const CITY = { city: '石家庄市', areaCode: '130100000000' };
const POINT = { latitude: 38.04, longitude: 114.51 };

describe.each<[ProviderName, string, number, number | null]>([
  ['open-meteo', '雪', 2.5, 1_770_000_000_000],
  ['qweather', '小雪', 2.5, Date.parse('2026-02-02T02:40:00Z')],
  ['amap', '小雪', 4.4, Date.parse('2026-02-02T02:40:00Z')],
])('%s', (name, text, windSpeed, at) => {
  it.each([CITY, POINT])('returns the weather of a city and of a point (%#)', async (place) => {
    const ask = makeProvider({ name, key: 'the-key', url: address }, calls);
    expect(await ask(place)).toMatchObject({ text, temperature: 3.4, humidity: 61, windSpeed, at });
    expect(requests.length).toBeGreaterThan(0);
  });

  it('throws when the provider fails, without the key in the message', async () => {
    broken = true;
    const ask = makeProvider({ name, key: 'the-key', url: address }, calls);
    const error = await ask(POINT).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain('the-key');
  });
});

it('a provider without its required key is refused, naming the setting', () => {
  expect(() => makeProvider({ name: 'amap' }, calls)).toThrow('FARM3D_WEATHER_KEY');
});

it.each([
  [0, '晴'],
  [1, '晴'],
  [2, '多云'],
  [3, '阴'],
  [45, '阴'],
  [50, '阴'],
  [51, '雨'],
  [61, '雨'],
  [70, '雨'],
  [71, '雪'],
  [75, '雪'],
  [77, '雪'],
  [78, '雨'],
  [84, '雨'],
  [85, '雪'],
  [87, '雨'],
  [81, '雨'],
  [86, '雪'],
  [95, '雨'],
])('the WMO code %i is %s', (code, text) => {
  expect(wmoText(code)).toBe(text);
});

describe('the cache of responses', () => {
  let now = 1_000_000_000_000;
  let answers = 0;
  let failing = false;
  const cache = () =>
    new WeatherCache(
      () => {
        answers += 1;
        if (failing) return Promise.reject(new Error('away'));
        return Promise.resolve({
          text: '晴',
          temperature: answers,
          humidity: null,
          windSpeed: null,
          rainfall: null,
          at: now,
        });
      },
      createLogger('silent'),
      () => now,
    );

  it('keeps a response for ten minutes, calls once for concurrent requests, and marks it stale while the provider fails', async () => {
    const weather = cache();
    const first = await Promise.all([weather.get(POINT), weather.get(POINT), weather.get(CITY)]);
    expect(answers).toBe(2);
    expect(first[0]).toMatchObject({ temperature: 1, stale: false });
    now += CACHE_MS - 1;
    expect(await weather.get(POINT)).toMatchObject({ temperature: 1, stale: false });
    now += 1;
    failing = true;
    expect(await weather.get(POINT)).toMatchObject({ temperature: 1, stale: true });
    const tries = answers;
    // After a failure a provider is not called for a while.
    await weather.get(POINT);
    expect(answers).toBe(tries);
    now += STALE_MS;
    expect(await weather.get(POINT)).toBeNull();
    failing = false;
    now += CACHE_MS;
    expect(await weather.get(POINT)).toMatchObject({ stale: false });
  });
});

describe('what is asked of a provider', () => {
  const ask = async (name: ProviderName, place: typeof CITY | typeof POINT, key?: string) => {
    await makeProvider({ name, key, url: address }, calls)(place);
    return requests.map((request) => decodeURIComponent(request));
  };

  it('Open-Meteo finds a city by its name, and has no key', async () => {
    const [search, forecast] = await ask('open-meteo', CITY);
    expect(search).toBe('/v1/search?name=石家庄市&count=1&language=zh ');
    expect(forecast).toBe(
      '/v1/forecast?latitude=38.04&longitude=114.51&current=temperature_2m,relative_humidity_2m,wind_speed_10m,precipitation,weather_code&wind_speed_unit=ms&timeformat=unixtime ',
    );
    requests = [];
    expect(await ask('open-meteo', POINT)).toEqual([forecast]);
  });

  it('QWeather is asked by its own id of a city, or by a place of two decimals', async () => {
    expect(await ask('qweather', CITY, 'k')).toEqual([
      '/geo/v2/city/lookup?location=石家庄市 k',
      '/v7/weather/now?location=101090101 k',
    ]);
    requests = [];
    expect(await ask('qweather', POINT, 'k')).toEqual(['/v7/weather/now?location=114.51,38.04 k']);
  });

  it('AMap is asked by the first six digits of an area, else by name, or by that of a place', async () => {
    expect(await ask('amap', CITY, 'k')).toEqual(['/v3/weather/weatherInfo?key=k&city=130100 ']);
    requests = [];
    expect(await ask('amap', { city: '石家庄市' } as typeof CITY, 'k')).toEqual([
      '/v3/weather/weatherInfo?key=k&city=石家庄市 ',
    ]);
    requests = [];
    expect(await ask('amap', POINT, 'k')).toEqual([
      '/v3/geocode/regeo?key=k&location=114.51,38.04 ',
      '/v3/weather/weatherInfo?key=k&city=130102 ',
    ]);
  });
});

describe('what a provider says', () => {
  /** The weather of a provider that answers each path so. */
  const weatherFrom = (
    name: ProviderName,
    answers: Readonly<Record<string, unknown>>,
    place: object = CITY,
  ) =>
    makeProvider({ name, key: 'k' }, {
      fetch: async (url: string) => ({
        status: 200,
        text: JSON.stringify(answers[new URL(url).pathname] ?? ANSWERS[new URL(url).pathname]),
      }),
    } as unknown as OutgoingCalls)(place as typeof CITY);
  const amapNow = (change: object) => ({
    '/v3/weather/weatherInfo': {
      lives: [
        { weather: '晴', temperature: '3', humidity: '61', reporttime: '2026-02-02 10:40:00', ...change },
      ],
    },
  });
  const qweatherNow = (change: object) => ({
    '/v7/weather/now': {
      now: { obsTime: '2026-02-02T10:40+08:00', temp: '3', text: '晴', humidity: '61', ...change },
    },
  });

  it.each<[ProviderName, object]>([
    ['open-meteo', { '/v1/search': { results: [] } }],
    ['open-meteo', { '/v1/search': {} }],
    ['qweather', { '/geo/v2/city/lookup': { location: [] } }],
    ['qweather', { '/geo/v2/city/lookup': { code: '404' } }],
    ['amap', { '/v3/weather/weatherInfo': { lives: [] } }],
  ])('%s does not know every city: %j', async (name, answers) => {
    expect(await weatherFrom(name, answers as Record<string, unknown>)).toBeNull();
  });

  it('rain is given by those that measure it', async () => {
    expect(await weatherFrom('open-meteo', {})).toMatchObject({ rainfall: 0.4, humidity: 61 });
    expect(await weatherFrom('qweather', {})).toMatchObject({ rainfall: 0.4 });
    expect(await weatherFrom('amap', {})).toMatchObject({ rainfall: null });
  });

  it.each([
    ['≤3', 4.4],
    ['0', 0],
    ['5', 9.4],
    ['12', 34.8],
    ['13', null],
    ['', null],
    [undefined, null],
  ])('wind of the force %j is %s m/s', async (windpower, windSpeed) => {
    expect(await weatherFrom('amap', amapNow({ windpower }))).toMatchObject({ windSpeed });
  });

  it('what is missing or no number is null, and not 0', async () => {
    expect(
      await weatherFrom('qweather', qweatherNow({ windSpeed: '', precip: 'none', humidity: null })),
    ).toMatchObject({ temperature: 3, windSpeed: null, rainfall: null, humidity: null });
    expect(await weatherFrom('qweather', qweatherNow({ windSpeed: '0', precip: 0 }))).toMatchObject({
      windSpeed: 0,
      rainfall: 0,
    });
  });

  it('each is asked at its own address unless there is another', async () => {
    const origins = new Set<string>();
    const watching = {
      fetch: async (url: string) => {
        origins.add(new URL(url).origin);
        return { status: 200, text: JSON.stringify(ANSWERS[new URL(url).pathname]) };
      },
    } as unknown as OutgoingCalls;
    for (const name of ['open-meteo', 'qweather', 'amap'] as const)
      await makeProvider({ name, key: 'k' }, watching)(CITY);
    expect([...origins]).toEqual([
      'https://geocoding-api.open-meteo.com',
      'https://api.open-meteo.com',
      'https://devapi.qweather.com',
      'https://restapi.amap.com',
    ]);
    expect(() => makeProvider({ name: 'open-meteo' }, watching)).not.toThrow();
    const slashed = { name: 'qweather', key: 'k', url: 'https://own.example/x//' } as const;
    const paths: string[] = [];
    const remembering = {
      fetch: async (url: string) => {
        paths.push(new URL(url).pathname);
        return { status: 200, text: JSON.stringify(ANSWERS['/v7/weather/now']) };
      },
    } as unknown as OutgoingCalls;
    await makeProvider(slashed, remembering)(POINT);
    expect(paths).toEqual(['/x/v7/weather/now']);
  });
});
