import { describe, expect, it } from 'vitest';
import type { ProviderSettings } from '../../platform/config/settings.ts';
import { createLogger } from '../../platform/logger.ts';
import type { OutgoingCalls } from '../../platform/outgoing/guarded-fetch.ts';
import {
  amapDays,
  FORECAST_CACHE_MS,
  FORECAST_STALE_MS,
  ForecastCache,
  type ForecastDay,
  makeForecasts,
  openMeteoDays,
  qweatherDays,
} from './forecasts.ts';
import { amapAnswer, openMeteoAnswer, qweatherAnswer } from './recorded-forecasts.ts';

// Responses in the documented forms of the providers; no test calls a provider.
it('reads the daily lists of Open-Meteo', () => {
  const answer = {
    latitude: 36.9,
    longitude: 118.7,
    daily_units: { et0_fao_evapotranspiration: 'mm', precipitation_probability_max: '%' },
    daily: {
      time: ['2026-06-20', '2026-06-21'],
      temperature_2m_max: [31.2, 29],
      temperature_2m_min: [20.4, 19.1],
      relative_humidity_2m_mean: [58, null],
      wind_speed_10m_mean: [2.4, 3.1],
      shortwave_radiation_sum: [24.7, 18.2],
      precipitation_sum: [0, 12.5],
      precipitation_probability_max: [5, 70],
      et0_fao_evapotranspiration: [5.6, 3.9],
    },
  };
  expect(openMeteoDays(answer)[1]).toEqual({
    date: '2026-06-21',
    tmax: 29,
    tmin: 19.1,
    humidity: null,
    wind: 3.1,
    radiation: 18.2,
    rain: 12.5,
    rainChance: 0.7,
    et0: 3.9,
  });
});

it('reads the seven days of QWeather, whose numbers are texts', () => {
  const day = {
    fxDate: '2026-06-20',
    tempMax: '31',
    tempMin: '20',
    humidity: '62',
    windSpeedDay: '18',
    precip: '1.5',
  };
  expect(qweatherDays({ code: '200', daily: [{ ...day, textDay: '小雨' }] })).toEqual([
    expect.objectContaining({
      date: '2026-06-20',
      tmax: 31,
      humidity: 62,
      wind: 5,
      rain: 1.5,
      rainChance: null,
      et0: null,
    }),
  ]);
});

it('reads from AMap whether it rains, without an amount', () => {
  const cast = { date: '2026-06-20', dayweather: '晴', nightweather: '多云', daytemp: '31', nighttemp: '20' };
  const casts = [cast, { ...cast, date: '2026-06-21', nightweather: '中雨' }];
  expect(amapDays({ status: '1', forecasts: [{ casts }] }).map(({ rain }) => rain)).toEqual([0, null]);
});

it('keeps a forecast for an hour, and for a day while the provider does not respond', async () => {
  let now = 1_800_000_000_000;
  let requests = 0;
  let broken = false;
  const day = { date: '2026-06-20', rain: 3 } as ForecastDay;
  const cache = new ForecastCache(
    () => {
      requests++;
      return broken ? Promise.reject(new Error('away')) : Promise.resolve([day]);
    },
    createLogger('silent'),
    () => now,
  );
  const place = { latitude: 36.9, longitude: 118.7 };
  await cache.get(place);
  now += FORECAST_CACHE_MS - 1;
  expect(await cache.get(place)).toEqual([day]);
  expect(requests).toBe(1);
  broken = true;
  now += FORECAST_CACHE_MS;
  expect(await cache.get(place)).toEqual([day]);
  now += FORECAST_STALE_MS;
  expect(await cache.get(place)).toBeNull();
});

describe('the forecast of a provider', () => {
  const PLACE = { latitude: 36.876_54, longitude: 118.743_21 };
  /** Answers every address with these texts, one after the other. */
  const asked = async (settings: ProviderSettings, ...answers: unknown[]) => {
    const requests: { url: URL; headers: unknown }[] = [];
    const calls = {
      fetch: async (address: string, { headers }: { headers?: unknown } = {}) => {
        requests.push({ url: new URL(address), headers });
        const answer = answers[requests.length - 1];
        return typeof answer === 'number'
          ? { status: answer, text: '' }
          : { status: 200, text: JSON.stringify(answer) };
      },
    } as unknown as OutgoingCalls;
    const days = await makeForecasts(settings, calls)(PLACE);
    return { days, requests };
  };
  const queryOf = ({ url }: { url: URL }) => Object.fromEntries(url.searchParams);

  it('is asked of Open-Meteo with a week of past days, in metres a second and local days', async () => {
    const { days, requests } = await asked({ name: 'open-meteo' }, openMeteoAnswer('2026-06-20'));
    expect(days).toHaveLength(14);
    expect(requests.map(({ url }) => url.origin + url.pathname)).toEqual([
      'https://api.open-meteo.com/v1/forecast',
    ]);
    const { daily, ...query } = queryOf(requests[0]!);
    expect(query).toEqual({
      latitude: '36.87654',
      longitude: '118.74321',
      past_days: '7',
      wind_speed_unit: 'ms',
      timezone: 'auto',
    });
    // Every list that is read, and not the dates, which come by themselves.
    expect(daily?.split(',')).toEqual([
      'temperature_2m_max',
      'temperature_2m_min',
      'relative_humidity_2m_mean',
      'wind_speed_10m_mean',
      'shortwave_radiation_sum',
      'precipitation_sum',
      'precipitation_probability_max',
      'et0_fao_evapotranspiration',
    ]);
    expect(requests[0]?.headers).toEqual({});
  });

  it('is asked of QWeather with its key in a header, at a place of two decimals', async () => {
    const { days, requests } = await asked({ name: 'qweather', key: 'k' }, qweatherAnswer('2026-06-20'));
    expect(days).toHaveLength(7);
    expect(requests[0]?.url.href).toBe('https://devapi.qweather.com/v7/weather/7d?location=118.74%2C36.88');
    expect(requests[0]?.headers).toEqual({ 'x-qw-api-key': 'k' });
  });

  it('is asked of AMap by the area of the place', async () => {
    const area = { regeocode: { addressComponent: { adcode: '370724' } } };
    const { days, requests } = await asked({ name: 'amap', key: 'k' }, area, amapAnswer('2026-06-20'));
    expect(days).toHaveLength(4);
    expect(requests.map(({ url }) => url.origin + url.pathname)).toEqual([
      'https://restapi.amap.com/v3/geocode/regeo',
      'https://restapi.amap.com/v3/weather/weatherInfo',
    ]);
    expect(requests.map(queryOf)).toEqual([
      { key: 'k', location: '118.74321,36.87654' },
      { key: 'k', city: '370724', extensions: 'all' },
    ]);
  });

  it('is asked at an address of our own, with or without a slash at its end', async () => {
    for (const url of ['https://proxy.example/weather', 'https://proxy.example/weather//']) {
      const { requests } = await asked({ name: 'qweather', key: 'k', url }, qweatherAnswer('2026-06-20'));
      expect(requests[0]?.url.pathname).toBe('/weather/v7/weather/7d');
    }
  });

  it('without the key that it needs is refused; with another answer it fails, and its key is not named', async () => {
    expect(() => makeForecasts({ name: 'amap' }, {} as OutgoingCalls)).toThrow('FARM3D_WEATHER_KEY');
    const failed = asked({ name: 'qweather', key: 'the-key' }, 503);
    await expect(failed).rejects.toThrow('the weather provider qweather answered 503');
    await expect(failed).rejects.not.toThrow('the-key');
  });
});

it('reads numbers and texts with numbers, and takes everything else for missing', () => {
  const day = { fxDate: 'd', tempMax: 31, tempMin: '', humidity: 'NaN', windSpeedDay: null };
  const [read] = qweatherDays({ daily: [day] });
  expect(read).toEqual({
    date: 'd',
    tmax: 31,
    tmin: null,
    humidity: null,
    wind: null,
    radiation: null,
    rain: null,
    rainChance: null,
    et0: null,
  });
  expect(openMeteoDays({ daily: { time: ['d'] } })).toEqual([{ ...read, tmax: null }]);
});

it('reads the temperatures of AMap; rain by day or by night and snow leave the amount unknown', () => {
  const cast = { date: 'd', dayweather: '晴', nightweather: '晴', daytemp: '31', nighttemp: '20' };
  const read = (change: object) => amapDays({ forecasts: [{ casts: [{ ...cast, ...change }] }] })[0];
  expect(read({})).toEqual({
    date: 'd',
    tmax: 31,
    tmin: 20,
    humidity: null,
    wind: null,
    radiation: null,
    rain: 0,
    rainChance: null,
    et0: null,
  });
  expect([read({ dayweather: '阵雨' })?.rain, read({ nightweather: '小雪' })?.rain]).toEqual([null, null]);
  expect(amapDays({ forecasts: [] })).toEqual([]);
});

describe('the cache of forecasts', () => {
  const PLACE = { latitude: 36.9, longitude: 118.7 };
  const cached = () => {
    const state = { now: 1_800_000_000_000, requests: 0, isBroken: false };
    const cache = new ForecastCache(
      async () => {
        state.requests += 1;
        if (state.isBroken) throw new Error('away');
        return [];
      },
      createLogger('silent'),
      () => state.now,
    );
    return { cache, state };
  };

  it('asks a provider that fails again after a minute, not before', async () => {
    const { cache, state } = cached();
    state.isBroken = true;
    expect(await cache.get(PLACE)).toBeNull();
    state.now += 59_999;
    await cache.get(PLACE);
    expect(state.requests).toBe(1);
    state.now += 1;
    state.isBroken = false;
    expect(await cache.get(PLACE)).toEqual([]);
    expect(state.requests).toBe(2);
  });

  it('has one forecast for places within a hundredth of a degree, and others for others', async () => {
    const { cache, state } = cached();
    await cache.get(PLACE);
    await cache.get({ latitude: 36.9041, longitude: 118.6959 });
    expect(state.requests).toBe(1);
    await cache.get({ ...PLACE, latitude: 36.91 });
    await cache.get({ ...PLACE, longitude: 118.71 });
    expect(state.requests).toBe(3);
  });

  it('keeps 500 places, those that were asked for last', async () => {
    const { cache, state } = cached();
    const place = (index: number) => ({ latitude: index / 10 - 45, longitude: 0 });
    for (let index = 0; index < 500; index += 1) await cache.get(place(index));
    // The first one is asked for again, so the second is the oldest.
    await cache.get(place(0));
    await cache.get(place(500));
    expect(state.requests).toBe(501);
    await cache.get(place(0));
    await cache.get(place(2));
    expect(state.requests).toBe(501);
    await cache.get(place(1));
    expect(state.requests).toBe(502);
  });

  it('asks again after an hour, and keeps what it has for a day', async () => {
    const { cache, state } = cached();
    await cache.get(PLACE);
    state.now += FORECAST_CACHE_MS;
    await cache.get(PLACE);
    expect(state.requests).toBe(2);
    state.isBroken = true;
    state.now += FORECAST_STALE_MS;
    expect(await cache.get(PLACE)).toEqual([]);
    state.now += 1;
    expect(await cache.get(PLACE)).toBeNull();
  });
});
