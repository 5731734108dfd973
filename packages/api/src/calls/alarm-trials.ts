import * as v from 'valibot';
import { trialIntervals, trialRequest, type AlarmTrialDraft } from './alarm-settings.ts';
import { call, listOf, nothing } from './call.ts';
import { trialJobEntries, withCreatedAt } from './trial-job.ts';

/** What a setting would have raised on several devices. */
const trial = v.object({
  /** Epoch milliseconds. */
  startTs: v.number(),
  endTs: v.number(),
  devices: v.number(),
  /** Messages with one of its keys. */
  messages: v.number(),
  /** Alarms that would have been raised. */
  alarms: v.number(),
  /** How long they would have been active together, milliseconds. */
  activeMs: v.number(),
  /** Devices with an alarm, the longest active first; at most 200. */
  items: v.array(
    v.object({
      deviceId: v.string(),
      deviceName: v.string(),
      messages: v.number(),
      alarms: v.number(),
      activeMs: v.number(),
      /** The last 100. */
      intervals: trialIntervals,
    }),
  ),
});

/** A trial as a job. */
const job = v.pipe(
  v.object({
    ...trialJobEntries,
    /** What it is tried on: one device, or those of a product model. */
    deviceId: v.nullable(v.string()),
    productModelId: v.nullable(v.string()),
    /** Null until it is done, and in the list. */
    result: v.nullable(trial),
  }),
  v.transform(withCreatedAt),
);

const jobRequest = v.pipe(
  v.object({
    ...trialRequest.entries,
    deviceId: v.optional(v.pipe(v.string(), v.uuid())),
    productModelId: v.optional(v.pipe(v.string(), v.uuid())),
  }),
  v.forward(
    v.check(
      ({ deviceId, productModelId }) => (deviceId === undefined) !== (productModelId === undefined),
      'alarm.trial.target',
    ),
    ['deviceId'],
  ),
);

export type AlarmTrialJob = v.InferOutput<typeof job>;
/** What a job tries a setting on. */
export type AlarmTrialTarget = { readonly deviceId: string } | { readonly productModelId: string };
/** What a setting would have raised on several devices. */
export type AlarmTrialOfDevices = v.InferOutput<typeof trial>;

export const alarmTrials = {
  /**
   * Tries a setting on the readings of every device of a product model in the past; stores nothing.
   * @throws {ApiError} 413 above a million messages or 60 days of forecasts, as of the trial of a device: `start` tries
   *   it as a job
   */
  ofProduct: call({
    method: 'POST',
    path: '/api/alarmsettings/product/{id}/trial',
    right: 'rules',
    origin: 'own',
    summary: {
      zh: '用历史数据为产品型号的全部设备试算告警设置',
      en: 'Tries an alarm setting on the past readings of every device of a product model',
    },
    body: trialRequest,
    answer: trial,
    send: (id: string, setting: AlarmTrialDraft, days?: number) => ({
      path: { id },
      body: { setting, days },
    }),
  }),
  /**
   * Begins to try a setting on any number of readings; its answer comes at once.
   * @throws {ApiError} 409 while three jobs of the organisation run
   */
  start: call({
    method: 'POST',
    path: '/api/alarmsettings/trials',
    right: 'rules',
    origin: 'own',
    summary: {
      zh: '在后台用历史数据试算告警设置（任务）',
      en: 'Tries an alarm setting on the readings of the past as a job',
    },
    body: jobRequest,
    answer: job,
    send: (target: AlarmTrialTarget, setting: AlarmTrialDraft, days?: number) => ({
      body: { ...target, setting, days },
    }),
  }),
  /** The last fifty, newest first. */
  list: call({
    method: 'GET',
    path: '/api/alarmsettings/trials',
    right: 'rules',
    origin: 'own',
    summary: { zh: '告警设置试算任务列表', en: 'The last trials of alarm settings' },
    answer: listOf(job),
  }),
  get: call({
    method: 'GET',
    path: '/api/alarmsettings/trials/{id}',
    right: 'rules',
    origin: 'own',
    summary: { zh: '试算任务的进度与结果', en: 'How far a trial is, and its result' },
    answer: job,
  }),
  /** Cancels a trial that runs; removes one that has ended, with its result. */
  remove: call({
    method: 'DELETE',
    path: '/api/alarmsettings/trials/{id}',
    right: 'rules',
    origin: 'own',
    summary: { zh: '取消或删除试算任务', en: 'Cancels or removes a trial' },
    answer: nothing,
  }),
};
