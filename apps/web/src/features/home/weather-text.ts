import type { SceneWeather } from '@farm3d/api';
import { t as common } from '../../platform/locale.ts';
import { weatherKind } from '../../platform/weather-kind.ts';
import { MAX_STATION_KM } from './model.ts';
import { t } from './zh-CN.ts';

/** Distance below which a station counts as local, kilometres. */
const NEAR_KM = 1;

/** Whether the weather is that of the place: measured, or of a provider, and not from far away. */
export const isLocal = ({ source, temperature, text, station }: SceneWeather): boolean =>
  source !== null && (temperature !== null || text !== null) && (station?.distanceKm ?? 0) <= MAX_STATION_KM;

/** Temperature and sky, as far as they are known. */
export function skyText({ temperature, text }: SceneWeather): string {
  const kind = weatherKind(text);
  return [temperature === null ? null : `${Math.round(temperature)} °C`, kind && common(`weather.${kind}`)]
    .filter((part) => part !== null)
    .join(' ');
}

/** Humidity, wind and rain, as far as they are measured. */
export function detailText({ humidity, windSpeed, rainfall }: SceneWeather): string {
  return [
    humidity === null ? null : t('home.weather.humidity', { n: Math.round(humidity) }),
    windSpeed === null ? null : t('home.weather.wind', { n: windSpeed.toFixed(1) }),
    rainfall === null || rainfall === 0 ? null : t('home.weather.rain', { n: rainfall.toFixed(1) }),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

/** Who measured it, and where. */
export function sourceText({ station, source, stale }: SceneWeather): string {
  const from = !station
    ? t('home.weather.provider', { name: source ?? '' })
    : station.distanceKm === null || station.distanceKm < NEAR_KM
      ? t('home.weather.station', { name: station.name })
      : t('home.weather.distance', { name: station.name, km: Math.round(station.distanceKm) });
  return stale ? `${from} · ${t('home.weather.stale')}` : from;
}

/** Why there is no weather. */
export const missingText = ({ station }: SceneWeather): string =>
  station?.distanceKm && station.distanceKm > MAX_STATION_KM
    ? t('home.weather.far', { km: Math.round(station.distanceKm) })
    : t('home.weather.none.note');
