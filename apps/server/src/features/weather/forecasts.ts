import * as v from 'valibot';
import { platformNow } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ProviderSettings } from '../../platform/config/settings.ts';
import type { OutgoingCalls } from '../../platform/outgoing/guarded-fetch.ts';
import type { Place } from './place.ts';

/** A forecast day of a provider; null where it has no value. */
export interface ForecastDay {
  /** Local date of the place, yyyy-MM-dd. */
  readonly date: string;
  /** °C. */
  readonly tmax: number | null;
  readonly tmin: number | null;
  /** %. */
  readonly humidity: number | null;
  /** m/s at 10 m. */
  readonly wind: number | null;
  /** MJ m⁻² d⁻¹. */
  readonly radiation: number | null;
  /** mm, with its probability 0–1. */
  readonly rain: number | null;
  readonly rainChance: number | null;
  /** mm, where the provider computes it. */
  readonly et0: number | null;
}

/** Requests the coming days of a provider, and the past ones that it returns. Null: unknown place. */
export type ForecastProvider = (place: Place) => Promise<readonly ForecastDay[] | null>;

const numeric = v.pipe(
  v.nullish(v.union([v.number(), v.string()]), null),
  v.transform((value) =>
    value === null || value === '' || Number.isNaN(Number(value)) ? null : Number(value),
  ),
);
const series = v.optional(v.array(numeric), []);
const KMH = 3.6;
const PAST_DAYS = 7;

const meteoDays = v.object({
  daily: v.object({
    time: v.array(v.string()),
    temperature_2m_max: series,
    temperature_2m_min: series,
    relative_humidity_2m_mean: series,
    wind_speed_10m_mean: series,
    shortwave_radiation_sum: series,
    precipitation_sum: series,
    precipitation_probability_max: series,
    et0_fao_evapotranspiration: series,
  }),
});

/** Open-Meteo's `daily` block: parallel lists by day. */
export function openMeteoDays(answer: unknown): ForecastDay[] {
  const { daily } = v.parse(meteoDays, answer);
  return daily.time.map((date, day) => ({
    date,
    tmax: daily.temperature_2m_max[day] ?? null,
    tmin: daily.temperature_2m_min[day] ?? null,
    humidity: daily.relative_humidity_2m_mean[day] ?? null,
    wind: daily.wind_speed_10m_mean[day] ?? null,
    radiation: daily.shortwave_radiation_sum[day] ?? null,
    rain: daily.precipitation_sum[day] ?? null,
    rainChance: share(daily.precipitation_probability_max[day] ?? null),
    et0: daily.et0_fao_evapotranspiration[day] ?? null,
  }));
}

const share = (percent: number | null): number | null => (percent === null ? null : percent / 100);

const qDays = v.object({
  daily: v.array(
    v.object({
      fxDate: v.string(),
      tempMax: numeric,
      tempMin: numeric,
      humidity: numeric,
      windSpeedDay: numeric,
      precip: numeric,
    }),
  ),
});

/** QWeather's seven days, without probability of rain and radiation. */
export function qweatherDays(answer: unknown): ForecastDay[] {
  return v.parse(qDays, answer).daily.map((day) => ({
    date: day.fxDate,
    tmax: day.tempMax,
    tmin: day.tempMin,
    humidity: day.humidity,
    wind: day.windSpeedDay === null ? null : day.windSpeedDay / KMH,
    radiation: null,
    rain: day.precip,
    rainChance: null,
    et0: null,
  }));
}

const aDays = v.object({
  forecasts: v.array(
    v.object({
      casts: v.array(
        v.object({
          date: v.string(),
          dayweather: v.string(),
          nightweather: v.string(),
          daytemp: numeric,
          nighttemp: numeric,
        }),
      ),
    }),
  ),
});

/** AMap's four days: text and temperatures, no amounts. A dry day has 0 mm; the amount of rain is unknown. */
export function amapDays(answer: unknown): ForecastDay[] {
  const [forecast] = v.parse(aDays, answer).forecasts;
  return (forecast?.casts ?? []).map((day) => ({
    date: day.date,
    tmax: day.daytemp,
    tmin: day.nighttemp,
    humidity: null,
    wind: null,
    radiation: null,
    rain: /[雨雪]/.test(day.dayweather + day.nightweather) ? null : 0,
    rainChance: null,
    et0: null,
  }));
}

const aPlace = v.object({ regeocode: v.object({ addressComponent: v.object({ adcode: v.string() }) }) });

/**
 * The forecast of the configured provider.
 * @throws {TypeError} where it needs a key and has none
 */
export function makeForecasts({ name, key, url }: ProviderSettings, calls: OutgoingCalls): ForecastProvider {
  const ask = async (
    base: string,
    path: string,
    query: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<unknown> => {
    const address = `${(url ?? base).replace(/\/+$/, '')}${path}?${new URLSearchParams(query).toString()}`;
    const { status, text } = await calls.fetch(address, { headers });
    // The address contains the key: no message includes it.
    if (status !== 200) throw new Error(`the weather provider ${name} answered ${status}`);
    return JSON.parse(text);
  };
  if (name === 'open-meteo') {
    return async ({ latitude, longitude }) =>
      openMeteoDays(
        await ask('https://api.open-meteo.com', '/v1/forecast', {
          latitude: String(latitude),
          longitude: String(longitude),
          daily: Object.keys(meteoDays.entries.daily.entries)
            .filter((one) => one !== 'time')
            .join(','),
          past_days: String(PAST_DAYS),
          wind_speed_unit: 'ms',
          timezone: 'auto',
        }),
      );
  }
  if (key === undefined) throw new TypeError(`the weather provider ${name} needs FARM3D_WEATHER_KEY`);
  if (name === 'qweather') {
    return async ({ latitude, longitude }) =>
      qweatherDays(
        await ask(
          'https://devapi.qweather.com',
          '/v7/weather/7d',
          { location: `${longitude.toFixed(2)},${latitude.toFixed(2)}` },
          { 'x-qw-api-key': key },
        ),
      );
  }
  return async ({ latitude, longitude }) => {
    const base = 'https://restapi.amap.com';
    const found = await ask(base, '/v3/geocode/regeo', { key, location: `${longitude},${latitude}` });
    const { adcode } = v.parse(aPlace, found).regeocode.addressComponent;
    return amapDays(await ask(base, '/v3/weather/weatherInfo', { key, city: adcode, extensions: 'all' }));
  };
}

/** Lifetime of a cached forecast, milliseconds. */
export const FORECAST_CACHE_MS = 60 * 60_000;
export const FORECAST_STALE_MS = 24 * 60 * 60_000;
const FAILURE_MS = 60_000;
const PLACES = 500;

interface Entry {
  days: readonly ForecastDay[] | null;
  answered: number;
  tried: number;
}

/** Caches forecasts by place: for an hour, up to a day while the provider does not respond. */
export class ForecastCache {
  readonly #ask: ForecastProvider;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #entries = new Map<string, Entry>();

  constructor(ask: ForecastProvider, log: Logger, now: () => number = platformNow) {
    this.#ask = ask;
    this.#log = log;
    this.#now = now;
  }

  /** Null when there is none that is recent enough. Never throws. */
  async get(place: Place): Promise<readonly ForecastDay[] | null> {
    const key = `${place.latitude.toFixed(2)},${place.longitude.toFixed(2)}`;
    const entry = this.#entries.get(key) ?? { days: null, answered: 0, tried: 0 };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > PLACES && oldest !== undefined) this.#entries.delete(oldest);
    const now = this.#now();
    if (now - entry.answered >= FORECAST_CACHE_MS && now - entry.tried >= FAILURE_MS) {
      entry.tried = now;
      try {
        entry.days = await this.#ask(place);
        entry.answered = this.#now();
      } catch (error) {
        this.#log.warn({ err: error }, 'no forecast from the weather provider');
      }
    }
    return this.#now() - entry.answered <= FORECAST_STALE_MS ? entry.days : null;
  }
}
