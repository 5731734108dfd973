import * as v from 'valibot';
import { ALARM_CHANGES, alarmSchema, alarmSeverity } from '../wire/alarm.ts';
import { instantSchema, optionalTextSchema } from '../wire/codes.ts';
import { conditionSchema } from '../wire/condition.ts';
import { call } from './call.ts';
import { requiredText, uuid } from './inputs.ts';

const MAX_COMMENT = 2000;

/** One step of the history of an alarm. */
const event = v.pipe(
  v.object({
    id: v.string(),
    kind: v.picklist([...ALARM_CHANGES, 'comment']),
    time: v.pipe(v.string(), v.transform(Date.parse), v.finite()),
    /** Name of the user; null: by itself. */
    user: optionalTextSchema,
    /** Of a comment. */
    text: optionalTextSchema,
    /** Of a shelving. */
    until: instantSchema,
    /** Of an escalation. */
    severity: v.nullable(alarmSeverity),
    /** Name of the user to whom it was assigned; null: to nobody. */
    assignee: optionalTextSchema,
  }),
  v.transform(({ time, ...same }) => ({ ...same, /** Epoch milliseconds. */ at: time })),
);

export type AlarmEvent = v.InferOutput<typeof event>;

/** An alarm with its reason and all that happened to it. */
const details = v.object({
  alarm: alarmSchema,
  /** Condition of its setting at present; null when the setting was removed. */
  condition: v.nullable(conditionSchema),
  /** Duration of its setting, milliseconds. */
  durationMs: v.nullable(v.number()),
  /** The earliest first. */
  history: v.array(event),
  /** Work orders that it created. */
  workOrders: v.array(v.object({ id: v.string(), title: v.string() })),
});

export type AlarmDetails = v.InferOutput<typeof details>;

/** One alarm in full, and what people write about it. */
export const alarmHandling = {
  details: call({
    method: 'GET',
    path: '/api/alarm/{id}',
    reach: 'own',
    origin: 'own',
    summary: { zh: '告警详情与处理记录', en: 'An alarm with its reason and its history' },
    answer: details,
  }),
  /** Adds a comment, at most 2,000 characters, to the history of an alarm. */
  comment: call({
    method: 'POST',
    path: '/api/alarm/{id}/comment',
    reach: 'own',
    right: 'alarms',
    audit: 'act',
    origin: 'own',
    summary: { zh: '给告警添加备注', en: 'Adds a comment to an alarm' },
    body: v.object({ text: requiredText(MAX_COMMENT) }),
    answer: event,
    send: (id: string, text: string) => ({ path: { id }, body: { text } }),
  }),
  /**
   * Makes a user of the organisation take care of an alarm; null: nobody.
   * @throws {ApiError} 400 for a user that the organisation does not have
   */
  assign: call({
    method: 'POST',
    path: '/api/alarm/{id}/assign',
    right: 'alarms',
    audit: 'act',
    origin: 'own',
    summary: { zh: '指派告警的处理人', en: 'Assigns an alarm to a user' },
    body: v.object({ userId: v.nullable(uuid) }),
    answer: alarmSchema,
    send: (id: string, userId: string | null) => ({ path: { id }, body: { userId } }),
  }),
};
