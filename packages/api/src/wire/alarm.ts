import * as v from 'valibot';
import { flagSchema, instantSchema, optionalTextSchema, parseWire, textSchema } from './codes.ts';
import type { TelemetryValue } from '../domain/telemetry.ts';

/** What can happen to an alarm. */
export const ALARM_CHANGES = [
  'raised',
  'cleared',
  'acknowledged',
  'shelved',
  'unshelved',
  'escalated',
  'reminded',
  'assigned',
] as const;

export const alarmSeverity = v.picklist(['CRITICAL', 'MAJOR', 'MINOR', 'WARNING']);

/** One alarm in responses and stream frames; its acknowledgement is separate from its end. */
export const alarmSchema = v.pipe(
  v.object({
    id: v.string(),
    deviceId: v.string(),
    deviceName: textSchema,
    /** Null when the setting was removed. */
    settingId: optionalTextSchema,
    name: v.string(),
    identify: optionalTextSchema,
    severity: alarmSeverity,
    status: v.picklist(['ACTIVE', 'CLEARED']),
    acknowledged: flagSchema,
    raisedTime: v.pipe(v.string(), v.transform(Date.parse), v.finite()),
    clearedTime: instantSchema,
    acknowledgedTime: instantSchema,
    /** Shelved until then: not in lists of open problems. */
    shelvedUntil: instantSchema,
    /** Escalation steps that were taken; `severity` is that of the last. */
    escalation: v.optional(v.number(), 0),
    remindedTime: v.optional(instantSchema, null),
    /** Values of the condition when it was raised. */
    values: v.record(v.string(), v.unknown()),
    /** Names of the groups of its device; only in the organisation's list, and only when there are any. */
    groups: v.optional(v.array(v.string())),
    /** Who takes care of it; null: nobody any more. Absent in frames of the stream that do not change it. */
    assignee: v.optional(v.nullable(v.object({ id: v.string(), name: v.string() }))),
  }),
  v.transform(({ status, raisedTime, clearedTime, acknowledgedTime, remindedTime, values, ...same }) => ({
    ...same,
    active: status === 'ACTIVE',
    /** Epoch milliseconds, as all of these. */
    raisedAt: raisedTime,
    clearedAt: clearedTime,
    acknowledgedAt: acknowledgedTime,
    remindedAt: remindedTime,
    values: values as Record<string, TelemetryValue>,
  })),
);

export type Alarm = v.InferOutput<typeof alarmSchema>;
export type AlarmSeverity = Alarm['severity'];

/** @throws {WireError} */
export function decodeAlarm(value: unknown): Alarm {
  return parseWire(alarmSchema, value);
}
