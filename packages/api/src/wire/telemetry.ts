import * as v from 'valibot';
import type { LatestValue, TelemetryValue } from '../domain/telemetry.ts';

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
  v.object({ ts: instantMsSchema, value: telemetryValueSchema, outside: v.optional(v.boolean(), false) }),
  v.transform(({ ts, value, outside }): LatestValue => (outside ? { ts, value, outside } : { ts, value })),
);
