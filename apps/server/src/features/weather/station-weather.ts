import type { TimedValue } from '../../platform/telemetry/queries.ts';
import type { AnswerOf, scenes } from '@farm3d/api';
import type { DeviceRow } from '../devices/repository.ts';
import { distanceKm, type Place } from './place.ts';
import { skyOf } from './sky.ts';

/** Product type of weather stations. */
export const WEATHER_STATION_TYPE = 'QX';
/** Greatest age of values of the current weather, milliseconds. */
export const FRESH_MS = 60 * 60_000;

export interface StationReport {
  readonly station: DeviceRow;
  readonly latest: Readonly<Record<string, readonly TimedValue[]>>;
}

function placeOf({ latitude, longitude }: DeviceRow): Place | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

const NO_DATA = {
  stale: false,
  text: null,
  temperature: null,
  humidity: null,
  windSpeed: null,
  rainfall: null,
  source: null,
  station: null,
  time: null,
  reason: 'no_data',
};

/**
 * Weather of the nearest station with values of the last hour; without a place, of the latest one. Rain and snow are
 * measured; the cloudiness of a dry sky follows from its radiation by day, and is not guessed without it.
 */
export function weatherOf(
  reports: readonly StationReport[],
  place: Place | null,
  now: number,
): AnswerOf<typeof scenes.weather> {
  const candidates = reports.flatMap(({ station, latest }) => {
    const recent = Object.entries(latest).flatMap(([key, [value]]) =>
      value && now - value.ts <= FRESH_MS && typeof value.value === 'number'
        ? [[key, value.value, value.ts] as const]
        : [],
    );
    const at = placeOf(station);
    const distance = place && at ? distanceKm(place, at) : null;
    // With a place, stations without a position are left out.
    return recent.length === 0 || (place && distance === null) ? [] : [{ station, recent, distance }];
  });
  const newestTs = ({ recent }: (typeof candidates)[number]): number =>
    Math.max(...recent.map(([, , ts]) => ts));
  const [nearest] = candidates.sort(
    (a, b) => (a.distance ?? 0) - (b.distance ?? 0) || newestTs(b) - newestTs(a),
  );
  if (!nearest) return NO_DATA;
  const values = new Map(nearest.recent.map(([key, value]) => [key, value]));
  const rainfall = values.get('rainfall') ?? null;
  const temperature = values.get('airTemperature') ?? null;
  const wet = rainfall !== null && rainfall > 0;
  const measuredAt = nearest.recent.find(([key]) => key === 'solarRadiation')?.[2] ?? now;
  const sky = skyOf(values.get('solarRadiation') ?? null, placeOf(nearest.station) ?? place, measuredAt);
  return {
    text: wet ? (temperature !== null && temperature <= 0 ? '雪' : '雨') : sky.text,
    temperature,
    humidity: values.get('airHumidity') ?? null,
    windSpeed: values.get('windSpeed') ?? null,
    rainfall,
    stale: false,
    source: 'station',
    station: {
      id: nearest.station.id,
      name: nearest.station.name,
      distanceKm: nearest.distance === null ? null : Math.round(nearest.distance * 10) / 10,
    },
    time: new Date(newestTs(nearest)).toISOString(),
    reason: wet ? null : sky.reason,
  };
}
