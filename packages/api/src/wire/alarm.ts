import * as v from 'valibot';
import type { Alarm, AlarmQuery, AlarmSetting, AlarmSettingDraft } from '../domain/alarm.ts';
import type { TelemetryValue } from '../domain/telemetry.ts';
import { encodeFlag, flagSchema, instantSchema, optionalTextSchema, parseWire, textSchema } from './codes.ts';
import { conditionSchema, weeklyScheduleSchema } from './condition.ts';

export const ALARM_NAME_MAX = 64;
/** Settings of one device or product model. */
export const ALARM_SETTINGS_MAX = 50;
/** Longest duration and clearing time: a week. */
const MAX_DURATION_MS = 7 * 86_400_000;
const MIN_REMINDER_MS = 60_000;
const ESCALATIONS_MAX = 5;

const severitySchema = v.picklist(['CRITICAL', 'MAJOR', 'MINOR', 'WARNING']);
const durationSchema = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(0, 'number.range'), v.maxValue(MAX_DURATION_MS, 'number.range')),
  0,
);

const escalationsSchema = v.pipe(
  v.array(
    v.object({
      afterMs: v.pipe(
        v.number(),
        v.integer(),
        v.minValue(0, 'number.range'),
        v.maxValue(MAX_DURATION_MS, 'number.range'),
      ),
      severity: severitySchema,
    }),
  ),
  v.maxLength(ESCALATIONS_MAX, 'number.range'),
  v.check(
    (steps) => steps.every(({ afterMs }, n) => n === 0 || afterMs > (steps[n - 1]?.afterMs ?? 0)),
    'number.range',
  ),
);

/** A setting as a client sends it. The conditions of an alarm look at its own device only. */
export const alarmSettingRequestSchema = v.object({
  id: v.nullish(v.pipe(v.string(), v.uuid()), null),
  name: v.pipe(
    v.string('alarm.name.required'),
    v.trim(),
    v.nonEmpty('alarm.name.required'),
    v.maxLength(ALARM_NAME_MAX, 'field.tooLong'),
  ),
  severity: v.optional(severitySchema, 'WARNING'),
  enabled: v.pipe(
    v.optional(v.union([v.boolean(), v.string(), v.number()]), true),
    v.transform((value) => value === true || String(value) === '1'),
  ),
  identify: v.pipe(v.nullish(v.pipe(v.string(), v.maxLength(256)), null)),
  condition: conditionSchema,
  durationMs: durationSchema,
  repeat: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1, 'number.range'), v.maxValue(1000, 'number.range')),
    1,
  ),
  clearDurationMs: durationSchema,
  schedule: v.nullish(weeklyScheduleSchema, null),
  reminderMs: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.maxValue(MAX_DURATION_MS, 'number.range'),
      v.check((ms) => ms === 0 || ms >= MIN_REMINDER_MS, 'number.range'),
    ),
    0,
  ),
  escalations: v.optional(escalationsSchema, []),
  workOrder: v.optional(v.boolean(), false),
  inherited: v.optional(v.boolean(), false),
});

export const settingSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  severity: severitySchema,
  enabled: flagSchema,
  identify: optionalTextSchema,
  condition: conditionSchema,
  durationMs: v.number(),
  repeat: v.number(),
  clearDurationMs: v.number(),
  schedule: v.nullable(weeklyScheduleSchema),
  reminderMs: v.optional(v.number(), 0),
  escalations: v.optional(escalationsSchema, []),
  workOrder: v.optional(v.boolean(), false),
  inherited: v.optional(v.boolean(), false),
});

/** @throws {WireError} */
export function decodeAlarmSetting(value: unknown): AlarmSetting {
  const setting = parseWire(settingSchema, value);
  const { id, name, severity, enabled, identify, condition, durationMs, repeat, clearDurationMs } = setting;
  const { schedule, reminderMs, escalations, workOrder, inherited } = setting;
  return {
    id,
    name,
    severity,
    enabled,
    identify,
    condition,
    durationMs,
    repeat,
    clearDurationMs,
    schedule,
    reminderMs,
    escalations,
    workOrder,
    inherited,
  };
}

export function encodeAlarmSetting({ enabled, ...draft }: AlarmSettingDraft): Record<string, unknown> {
  return { ...draft, ...(enabled === undefined ? {} : { enabled: encodeFlag(enabled) }) };
}

/** An alarm on the wire and in the stream's frames. */
export const alarmSchema = v.pipe(
  v.looseObject({
    id: v.string(),
    deviceId: v.string(),
    deviceName: textSchema,
    settingId: optionalTextSchema,
    name: v.string(),
    identify: optionalTextSchema,
    severity: severitySchema,
    status: v.picklist(['ACTIVE', 'CLEARED']),
    acknowledged: flagSchema,
    raisedTime: v.pipe(v.string(), v.transform(Date.parse), v.finite()),
    clearedTime: instantSchema,
    acknowledgedTime: instantSchema,
    shelvedUntil: instantSchema,
    escalation: v.optional(v.number(), 0),
    remindedTime: v.optional(instantSchema, null),
    values: v.record(v.string(), v.unknown()),
  }),
  v.transform((wire): Alarm => ({
    id: wire.id,
    deviceId: wire.deviceId,
    deviceName: wire.deviceName,
    settingId: wire.settingId,
    name: wire.name,
    identify: wire.identify,
    severity: wire.severity,
    active: wire.status === 'ACTIVE',
    acknowledged: wire.acknowledged,
    raisedAt: wire.raisedTime,
    clearedAt: wire.clearedTime,
    acknowledgedAt: wire.acknowledgedTime,
    shelvedUntil: wire.shelvedUntil,
    escalation: wire.escalation,
    remindedAt: wire.remindedTime,
    values: wire.values as Record<string, TelemetryValue>,
  })),
);

/** @throws {WireError} */
export function decodeAlarm(value: unknown): Alarm {
  return parseWire(alarmSchema, value);
}

export function encodeAlarmQuery({ active, acknowledged, ...query }: AlarmQuery) {
  return {
    ...query,
    status: active === undefined ? undefined : active ? 'ACTIVE' : 'CLEARED',
    acknowledged: acknowledged === undefined ? undefined : encodeFlag(acknowledged),
  };
}
