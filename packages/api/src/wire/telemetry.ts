import * as v from 'valibot';
import type { ChartPoint, DayValues, LatestValue, Series, TelemetryValue } from '../domain/telemetry.ts';
import { parseWire } from './codes.ts';

const instantMsSchema = v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.finite());

const telemetryValueSchema = v.pipe(
  v.union([
    v.number(),
    v.string(),
    v.boolean(),
    v.null(),
    v.array(v.unknown()),
    v.record(v.string(), v.unknown()),
  ]),
  v.transform((value): TelemetryValue => value),
);

export const latestValueSchema = v.pipe(
  v.looseObject({ ts: instantMsSchema, value: telemetryValueSchema }),
  v.transform(({ ts, value }): LatestValue => ({ ts, value })),
);

export const seriesSchema = v.record(v.string(), v.array(latestValueSchema));

/** Decodes `{key:[{ts,value}]}`. @throws {WireError} */
export function decodeSeries(value: unknown): Series<LatestValue> {
  return parseWire(seriesSchema, value);
}

/** The latest value of each key: the first of its list (readings 7). @throws {WireError} */
export function decodeLatest(value: unknown): Record<string, LatestValue> {
  const entries = Object.entries(decodeSeries(value)).flatMap(([key, [first]]) =>
    first ? [[key, first] as const] : [],
  );
  return Object.fromEntries(entries);
}

const optionalPointSchema = v.nullish(v.number(), null);
export const chartSchema = v.record(
  v.string(),
  v.array(
    v.pipe(
      v.looseObject({
        ts: instantMsSchema,
        value: optionalPointSchema,
        min: optionalPointSchema,
        max: optionalPointSchema,
      }),
      v.transform(({ ts, value, min, max }): ChartPoint => ({ ts, value, min, max })),
    ),
  ),
);

/** Decodes `{key:[{ts,value,min,max}]}`. @throws {WireError} */
export function decodeChart(value: unknown): Series<ChartPoint> {
  return parseWire(chartSchema, value);
}

export const dailySchema = v.record(
  v.string(),
  v.array(
    v.object({
      date: v.string(),
      avg: v.number(),
      min: v.number(),
      max: v.number(),
      sum: v.number(),
      count: v.number(),
      first: v.number(),
      last: v.number(),
      increase: optionalPointSchema,
      onMs: optionalPointSchema,
      onRatio: optionalPointSchema,
    }),
  ),
);

/** Decodes `{key:[{date,avg,min,max,…}]}`. @throws {WireError} */
export function decodeDaily(value: unknown): Series<DayValues> {
  return parseWire(dailySchema, value);
}
