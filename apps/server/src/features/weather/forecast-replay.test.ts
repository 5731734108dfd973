import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ProviderName } from '../../platform/config/settings.ts';
import { OutgoingCalls } from '../../platform/outgoing/guarded-fetch.ts';
import { makeForecasts } from './forecasts.ts';
import {
  AMAP_PLACE,
  amapAnswer,
  openMeteoAnswer,
  QWEATHER_REFUSAL,
  qweatherAnswer,
} from './recorded-forecasts.ts';

// A local server replays answers in the documented forms; no test calls a provider.
const TODAY = '2026-06-20';
const PLACE = { latitude: 36.88, longitude: 118.74 };
let provider: Server;
let address = '';
let calls: OutgoingCalls;
let answers: Record<string, unknown> = {};
let requests: { url: URL; key: string | undefined }[] = [];

beforeAll(async () => {
  provider = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://provider');
    requests.push({ url, key: request.headers['x-qw-api-key'] as string | undefined });
    const answer = answers[url.pathname];
    response
      .writeHead(answer ? 200 : 400, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? { error: true, reason: 'no such path' }));
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
  answers = {
    '/v1/forecast': openMeteoAnswer(TODAY),
    '/v7/weather/7d': qweatherAnswer(TODAY),
    '/v3/geocode/regeo': AMAP_PLACE,
    '/v3/weather/weatherInfo': amapAnswer(TODAY),
  };
});

const ask = (name: ProviderName) => makeForecasts({ name, key: 'the-key', url: address }, calls)(PLACE);

it('Open-Meteo: ET0, its inputs, rain with its probability, a week back and a week ahead', async () => {
  const days = await ask('open-meteo');
  expect(days).toHaveLength(14);
  expect(days?.[7]).toEqual({
    date: TODAY,
    tmax: 27,
    tmin: 15,
    humidity: 62,
    wind: 3.2,
    radiation: 21.4,
    rain: 0,
    rainChance: 0.1,
    et0: 5,
  });
  expect(days?.[9]).toMatchObject({ date: '2026-06-22', rain: 18.4, rainChance: 0.85 });
  expect(days?.[0]).toMatchObject({ date: '2026-06-13', rainChance: null });
  expect(days?.[13]).toMatchObject({ humidity: null });
  const { searchParams } = requests[0]?.url ?? new URL('http://none');
  expect(Object.fromEntries(searchParams)).toEqual({
    latitude: '36.88',
    longitude: '118.74',
    daily: expect.stringContaining('et0_fao_evapotranspiration'),
    past_days: '7',
    // Without it the wind comes in km/h.
    wind_speed_unit: 'ms',
    timezone: 'auto',
  });
});

it('QWeather: seven days without probability, radiation and ET0; the key in a header', async () => {
  const days = await ask('qweather');
  expect(days).toHaveLength(7);
  expect(days?.[2]).toEqual({
    date: '2026-06-22',
    tmax: 29,
    tmin: 18,
    humidity: 65,
    wind: 5,
    radiation: null,
    rain: 6.5,
    rainChance: null,
    et0: null,
  });
  expect(requests[0]?.key).toBe('the-key');
  expect(requests[0]?.url.href).not.toContain('the-key');
  expect(requests[0]?.url.searchParams.get('location')).toBe('118.74,36.88');
});

it('AMap: four days of the district of the place; rain without an amount', async () => {
  const days = await ask('amap');
  expect(days?.map(({ rain }) => rain)).toEqual([0, 0, null, 0]);
  expect(requests.map(({ url }) => url.pathname)).toEqual(['/v3/geocode/regeo', '/v3/weather/weatherInfo']);
  expect(requests[1]?.url.searchParams.get('city')).toBe('370783');
});

it.each([
  ['open-meteo', { '/v1/forecast': undefined }],
  ['open-meteo', { '/v1/forecast': { daily: {} } }],
  ['qweather', { '/v7/weather/7d': QWEATHER_REFUSAL }],
  ['amap', { '/v3/geocode/regeo': { status: '0', info: 'INVALID_USER_KEY', infocode: '10001' } }],
] as const)(
  '%s: an answer that is not the documented one is an error, without the key',
  async (name, wrong) => {
    answers = { ...answers, ...wrong };
    const error = await ask(name).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).not.toContain('the-key');
  },
);
