import type { TimedValue } from '../../platform/telemetry/queries.ts';
import type { AnswerOf, scenes } from '@farm3d/api';
import type { DeviceRow } from '../devices/repository.ts';

/** Product type of weather stations. */
export const WEATHER_STATION_TYPE = 'QX';
/** Greatest age of values of the current weather, milliseconds. */
export const FRESH_MS = 60 * 60_000;
const EARTH_RADIUS_KM = 6371;

export interface Place {
  /** Degrees. */
  readonly latitude: number;
  readonly longitude: number;
}

export interface StationReport {
  readonly station: DeviceRow;
  readonly latest: Readonly<Record<string, readonly TimedValue[]>>;
}

/** Great-circle distance, km. */
export function distanceKm(a: Place, b: Place): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const h =
    Math.sin(radians(b.latitude - a.latitude) / 2) ** 2 +
    Math.cos(radians(a.latitude)) *
      Math.cos(radians(b.latitude)) *
      Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(h)));
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
 * measured; without them the cloudiness is unknown and not guessed.
 */
export function weatherOf(
  reports: readonly StationReport[],
  place: Place | null,
  now: number,
): AnswerOf<typeof scenes.weather> {
  const candidates = reports.flatMap(({ station, latest }) => {
    const fresh = Object.entries(latest).flatMap(([key, [value]]) =>
      value && now - value.ts <= FRESH_MS && typeof value.value === 'number'
        ? [[key, value.value, value.ts] as const]
        : [],
    );
    const at = placeOf(station);
    const distance = place && at ? distanceKm(place, at) : null;
    // With a place, stations without a position are left out.
    return fresh.length === 0 || (place && distance === null) ? [] : [{ station, fresh, distance }];
  });
  const newestTs = ({ fresh }: (typeof candidates)[number]): number =>
    Math.max(...fresh.map(([, , ts]) => ts));
  const [nearest] = candidates.sort(
    (a, b) => (a.distance ?? 0) - (b.distance ?? 0) || newestTs(b) - newestTs(a),
  );
  if (!nearest) return NO_DATA;
  const values = new Map(nearest.fresh.map(([key, value]) => [key, value]));
  const rainfall = values.get('rainfall') ?? null;
  const temperature = values.get('airTemperature') ?? null;
  const wet = rainfall !== null && rainfall > 0;
  return {
    text: wet ? (temperature !== null && temperature <= 0 ? '雪' : '雨') : null,
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
    reason: wet ? null : 'sky_unknown',
  };
}
