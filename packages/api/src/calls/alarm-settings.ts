import * as v from 'valibot';
import { alarmSeverity } from '../wire/alarm.ts';
import { encodeFlag, flagSchema, optionalTextSchema } from '../wire/codes.ts';
import { conditionDevices, conditionSchema, weeklyScheduleSchema } from '../wire/condition.ts';
import { call, listOf } from './call.ts';
import { flag } from './inputs.ts';

const NAME_MAX = 64;
/** Settings of one device or product model. */
const SETTINGS_MAX = 50;
/** Longest duration and clearing time: a week. */
const MAX_DURATION_MS = 7 * 86_400_000;
const MIN_REMINDER_MS = 60_000;
const ESCALATIONS_MAX = 5;

const milliseconds = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0, 'number.range'),
  v.maxValue(MAX_DURATION_MS, 'number.range'),
);
const duration = v.optional(milliseconds, 0);

const escalations = v.pipe(
  v.array(
    v.object({
      /** Milliseconds after it was raised. */
      afterMs: milliseconds,
      severity: alarmSeverity,
    }),
  ),
  v.maxLength(ESCALATIONS_MAX, 'number.range'),
  v.check(
    (steps) => steps.every(({ afterMs }, n) => n === 0 || afterMs > (steps[n - 1]?.afterMs ?? 0)),
    'number.range',
  ),
);

/** When an alarm is raised and when it ends. */
const setting = v.object({
  id: v.string(),
  name: v.string(),
  severity: alarmSeverity,
  enabled: flagSchema,
  /** The attribute of the setting, if any. */
  identify: optionalTextSchema,
  condition: conditionSchema,
  /** How long the condition must hold without a break, milliseconds. Default 0. */
  durationMs: v.number(),
  /** Over how many readings in a row. Default 1. */
  repeat: v.number(),
  /** How long the condition must be over before the alarm ends, milliseconds. Default 0. */
  clearDurationMs: v.number(),
  /** No alarm is raised outside it; null: always. */
  schedule: v.nullable(weeklyScheduleSchema),
  /**
   * Interval of reminders while nobody acknowledges the alarm, milliseconds, at least a minute; 0: none. Default 0.
   */
  reminderMs: v.optional(v.number(), 0),
  /**
   * Severities while nobody acknowledges the alarm, each with its time after the raise; ascending, at most 5. Paused
   * while it is shelved. Default none.
   */
  escalations: v.optional(escalations, []),
  /** Whether a raised alarm creates a work order. Default false. */
  workOrder: v.optional(v.boolean(), false),
  /** It belongs to the product model and is changed there. */
  inherited: v.optional(v.boolean(), false),
});

/** A setting as sent by a client. Its conditions only use its own device. */
const request = v.object({
  id: v.nullish(v.pipe(v.string(), v.uuid()), null),
  name: v.pipe(
    v.string('alarm.name.required'),
    v.trim(),
    v.nonEmpty('alarm.name.required'),
    v.maxLength(NAME_MAX, 'field.tooLong'),
  ),
  severity: v.optional(alarmSeverity, 'WARNING'),
  enabled: v.optional(flag, true),
  identify: v.pipe(v.nullish(v.pipe(v.string(), v.maxLength(256)), null)),
  condition: v.pipe(
    conditionSchema,
    v.check((condition) => conditionDevices(condition).length === 0, 'alarm.ownDevice'),
  ),
  durationMs: duration,
  repeat: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1, 'number.range'), v.maxValue(1000, 'number.range')),
    1,
  ),
  clearDurationMs: duration,
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
  escalations: v.optional(escalations, []),
  workOrder: v.optional(v.boolean(), false),
  inherited: v.optional(v.boolean(), false),
});

const requests = v.pipe(v.array(request), v.maxLength(SETTINGS_MAX, 'alarm.tooMany'));
/** Alarm settings of a product model, as sent by a client. */
export const alarmSettingRequests = requests;

/** The bare list or `{id, settingRequests}` (readings 26). */
const body = v.union([
  v.pipe(
    requests,
    v.transform((settingRequests) => ({ id: undefined as string | undefined, settingRequests })),
  ),
  v.object({ id: v.optional(v.string()), settingRequests: requests }),
]);

export type AlarmSetting = v.InferOutput<typeof setting>;
export type AlarmEscalation = AlarmSetting['escalations'][number];
/** A setting of a request; one with an id replaces that one. */
export type AlarmSettingDraft = Pick<AlarmSetting, 'name' | 'condition'> & Partial<AlarmSetting>;
/** A setting after validation. */
export type AlarmSettingRequest = v.InferOutput<typeof request>;

/** Longest past on which a setting is tried, days. */
const MAX_TRIAL_DAYS = 30;

/** A setting to try: the part of it that says when an alarm is active. */
export const trialRequest = v.object({
  setting: v.pick(request, ['condition', 'durationMs', 'repeat', 'clearDurationMs', 'schedule']),
  /** Days before now. Default 30, the most. */
  days: v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1, 'number.range'),
      v.maxValue(MAX_TRIAL_DAYS, 'number.range'),
    ),
    MAX_TRIAL_DAYS,
  ),
});

/** When an alarm would have been active, epoch milliseconds; `to` is null when it would still be. */
export const trialIntervals = v.array(v.object({ from: v.number(), to: v.nullable(v.number()) }));

/** What a setting would have raised on the past. */
const trial = v.object({
  /** Epoch milliseconds, as all instants of it. */
  startTs: v.number(),
  endTs: v.number(),
  /** Messages with one of its keys. */
  messages: v.number(),
  intervals: trialIntervals,
  /** Sum of the intervals, milliseconds. */
  activeMs: v.number(),
});

/** The part of a setting that is tried, after validation. */
export type AlarmTrialSetting = v.InferOutput<typeof trialRequest>['setting'];
export type AlarmTrialResult = v.InferOutput<typeof trial>;
export type AlarmTrialDraft = Pick<AlarmSettingDraft, 'condition'> &
  Partial<Pick<AlarmSetting, 'durationMs' | 'repeat' | 'clearDurationMs' | 'schedule'>>;

const encode = (id: string, settings: readonly AlarmSettingDraft[]) => ({
  path: { id },
  body: {
    id,
    settingRequests: settings.map(({ enabled = true, ...draft }) => ({
      ...draft,
      enabled: encodeFlag(enabled),
    })),
  },
});

export const alarmSettings = {
  /** A device's own settings and those of its product model. */
  list: call({
    method: 'GET',
    path: '/api/alarmsettings/device/{id}',
    reach: 'device',
    summary: { zh: '设备的告警设置', en: 'Alarm settings of a device, with those of its product model' },
    answer: listOf(setting),
  }),
  /** Replaces a device's own settings: missing ones are removed, and their alarms end. */
  save: call({
    method: 'POST',
    path: '/api/alarmsettings/device/{id}',
    reach: 'device',
    right: 'rules',
    audit: 'update',
    summary: { zh: '替换设备自己的告警设置', en: "Replaces a device's own alarm settings" },
    body,
    answer: listOf(setting),
    send: encode,
  }),
  /** Tries a setting on the readings of a device in the past, as the live rules would have seen them; stores nothing. */
  tryOut: call({
    method: 'POST',
    path: '/api/alarmsettings/device/{id}/trial',
    reach: 'device',
    right: 'rules',
    origin: 'own',
    summary: { zh: '用历史数据试算告警设置', en: 'Tries an alarm setting on the readings of the past' },
    body: trialRequest,
    answer: trial,
    send: (id: string, setting: AlarmTrialDraft, days?: number) => ({
      path: { id },
      body: { setting, days },
    }),
  }),
  /** Those of one attribute. */
  ofAttribute: call({
    method: 'GET',
    path: '/api/alarmsettings/device/{id}/{x}',
    reach: 'device',
    summary: { zh: '设备某一属性的告警设置', en: 'Alarm settings of one attribute of a device' },
    answer: listOf(setting),
  }),
  /** Settings for every device of a product model. */
  ofProduct: call({
    method: 'GET',
    path: '/api/alarmsettings/product/{id}',
    origin: 'own',
    summary: { zh: '产品型号的告警设置', en: 'Alarm settings for every device of a product model' },
    answer: listOf(setting),
  }),
  /** Replaces the settings of a product model. */
  saveProduct: call({
    method: 'POST',
    path: '/api/alarmsettings/product/{id}',
    right: 'rules',
    audit: 'update',
    origin: 'own',
    summary: { zh: '替换产品型号的告警设置', en: 'Replaces the alarm settings of a product model' },
    body,
    answer: listOf(setting),
    send: encode,
  }),
};
