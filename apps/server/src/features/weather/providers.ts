import type { ProviderSettings } from '../../platform/config/settings.ts';
import * as v from 'valibot';
import type { OutgoingCalls } from '../../platform/outgoing/guarded-fetch.ts';
import type { Place } from './place.ts';

/** Place of a weather request: a point, or a city by name with its area code where known. */
export type WeatherPlace = Place | { readonly city: string; readonly areaCode?: string | undefined };

/** Current weather of a provider. */
export interface ProviderReport {
  /** '晴', '多云', '阴', '…雨', '…雪'; as given by the provider. */
  readonly text: string;
  /** °C */
  readonly temperature: number | null;
  /** % */
  readonly humidity: number | null;
  /** m/s */
  readonly windSpeed: number | null;
  /** mm/h */
  readonly rainfall: number | null;
  /** Time of the observation, epoch ms. */
  readonly at: number;
}

/**
 * Calls one provider. Null: unknown place.
 * @throws when it does not respond, or not as documented
 */
export type WeatherProvider = (place: WeatherPlace) => Promise<ProviderReport | null>;

const numeric = v.pipe(
  v.nullish(v.union([v.number(), v.string()]), null),
  v.transform((value) =>
    value === null || value === '' || Number.isNaN(Number(value)) ? null : Number(value),
  ),
);

/** Text of a WMO code of present weather. */
export function wmoText(code: number): string {
  if (code <= 1) return '晴';
  if (code === 2) return '多云';
  if ((code >= 71 && code <= 77) || code === 85 || code === 86) return '雪';
  if (code >= 51) return '雨';
  // 3 overcast; fog hides the sky as well.
  return '阴';
}

const KMH = 3.6;
/** Middle of each step of Beaufort's scale, m/s; AMap reports wind in steps. */
const BEAUFORT = [0, 0.9, 2.5, 4.4, 6.7, 9.4, 12.4, 15.5, 19, 22.7, 26.5, 30.6, 34.8];

type Ask = (
  path: string,
  query: Record<string, string>,
  headers?: Record<string, string>,
) => Promise<unknown>;

const meteoPlaces = v.object({
  results: v.optional(v.array(v.object({ latitude: v.number(), longitude: v.number() })), []),
});
const meteoNow = v.object({
  current: v.object({
    time: v.number(),
    temperature_2m: numeric,
    relative_humidity_2m: numeric,
    wind_speed_10m: numeric,
    precipitation: numeric,
    weather_code: v.number(),
  }),
});

function openMeteo(ask: Ask, find: Ask): WeatherProvider {
  return async (place) => {
    const query = 'city' in place ? { name: place.city, count: '1', language: 'zh' } : null;
    const at = query ? v.parse(meteoPlaces, await find('/v1/search', query)).results[0] : (place as Place);
    if (!at) return null;
    const { current } = v.parse(
      meteoNow,
      await ask('/v1/forecast', {
        latitude: String(at.latitude),
        longitude: String(at.longitude),
        current: 'temperature_2m,relative_humidity_2m,wind_speed_10m,precipitation,weather_code',
        wind_speed_unit: 'ms',
        timeformat: 'unixtime',
      }),
    );
    return {
      text: wmoText(current.weather_code),
      temperature: current.temperature_2m,
      humidity: current.relative_humidity_2m,
      windSpeed: current.wind_speed_10m,
      rainfall: current.precipitation,
      at: current.time * 1000,
    };
  };
}

const qPlaces = v.object({ location: v.optional(v.array(v.object({ id: v.string() })), []) });
const qNow = v.object({
  now: v.object({
    obsTime: v.string(),
    temp: numeric,
    text: v.string(),
    humidity: numeric,
    windSpeed: numeric,
    precip: numeric,
  }),
});

function qweather(ask: Ask, key: string): WeatherProvider {
  const headers = { 'x-qw-api-key': key };
  return async (place) => {
    const location =
      'city' in place
        ? v.parse(qPlaces, await ask('/geo/v2/city/lookup', { location: place.city }, headers)).location[0]
            ?.id
        : `${place.longitude.toFixed(2)},${place.latitude.toFixed(2)}`;
    if (location === undefined) return null;
    const { now } = v.parse(qNow, await ask('/v7/weather/now', { location }, headers));
    return {
      text: now.text,
      temperature: now.temp,
      humidity: now.humidity,
      windSpeed: now.windSpeed === null ? null : now.windSpeed / KMH,
      rainfall: now.precip,
      at: Date.parse(now.obsTime),
    };
  };
}

const aPlace = v.object({ regeocode: v.object({ addressComponent: v.object({ adcode: v.string() }) }) });
const aNow = v.object({
  lives: v.array(
    v.object({
      weather: v.string(),
      temperature: numeric,
      humidity: numeric,
      windpower: v.optional(v.string(), ''),
      reporttime: v.string(),
    }),
  ),
});

function amap(ask: Ask, key: string): WeatherProvider {
  return async (place) => {
    const city =
      'city' in place
        ? (place.areaCode?.slice(0, 6) ?? place.city)
        : v.parse(
            aPlace,
            await ask('/v3/geocode/regeo', { key, location: `${place.longitude},${place.latitude}` }),
          ).regeocode.addressComponent.adcode;
    const [now] = v.parse(aNow, await ask('/v3/weather/weatherInfo', { key, city })).lives;
    if (!now) return null;
    const force = Number(/\d+/.exec(now.windpower)?.[0] ?? NaN);
    return {
      text: now.weather,
      temperature: now.temperature,
      humidity: now.humidity,
      windSpeed: BEAUFORT[force] ?? null,
      rainfall: null,
      // Beijing time without an offset.
      at: Date.parse(`${now.reporttime.replace(' ', 'T')}+08:00`),
    };
  };
}

/**
 * The configured provider.
 * @throws {TypeError} where it needs a key and has none
 */
export function makeProvider({ name, key, url }: ProviderSettings, calls: OutgoingCalls): WeatherProvider {
  const from =
    (base: string): Ask =>
    async (path, query, headers = {}) => {
      const address = `${(url ?? base).replace(/\/+$/, '')}${path}?${new URLSearchParams(query).toString()}`;
      const { status, text } = await calls.fetch(address, { headers });
      // The address contains the key: no message includes it.
      if (status !== 200) throw new Error(`the weather provider ${name} answered ${status}`);
      return JSON.parse(text);
    };
  if (name === 'open-meteo') {
    return openMeteo(from('https://api.open-meteo.com'), from('https://geocoding-api.open-meteo.com'));
  }
  if (key === undefined) throw new TypeError(`the weather provider ${name} needs FARM3D_WEATHER_KEY`);
  return name === 'qweather'
    ? qweather(from('https://devapi.qweather.com'), key)
    : amap(from('https://restapi.amap.com'), key);
}
