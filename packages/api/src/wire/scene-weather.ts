import * as v from 'valibot';
import type { SceneWeather } from '../domain/scene-weather.ts';
import { instantSchema, optionalNumberSchema, optionalTextSchema, parseWire } from './codes.ts';

export const weatherSchema = v.looseObject({
  text: v.nullable(v.string()),
  temperature: optionalNumberSchema,
  humidity: optionalNumberSchema,
  windSpeed: optionalNumberSchema,
  rainfall: optionalNumberSchema,
  source: v.nullable(v.picklist(['station', 'open-meteo', 'qweather', 'amap'])),
  station: v.nullable(
    v.looseObject({ id: v.string(), name: v.string(), distanceKm: v.nullable(v.number()) }),
  ),
  time: instantSchema,
  stale: v.optional(v.boolean(), false),
  reason: optionalTextSchema,
});

/** @throws {WireError} naming the field that does not fit. */
export function decodeSceneWeather(value: unknown): SceneWeather {
  const { time, station, ...wire } = parseWire(weatherSchema, value);
  return {
    text: wire.text,
    temperature: wire.temperature,
    humidity: wire.humidity,
    windSpeed: wire.windSpeed,
    rainfall: wire.rainfall,
    source: wire.source,
    station: station && { id: station.id, name: station.name, distanceKm: station.distanceKm },
    at: time,
    stale: wire.stale,
    reason: wire.reason,
  };
}
