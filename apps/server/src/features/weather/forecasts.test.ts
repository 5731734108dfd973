import { expect, it } from 'vitest';
import { createLogger } from '../../platform/logger.ts';
import {
  amapDays,
  FORECAST_CACHE_MS,
  FORECAST_STALE_MS,
  ForecastCache,
  type ForecastDay,
  openMeteoDays,
  qweatherDays,
} from './forecasts.ts';

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
