import * as v from 'valibot';
import { instantSchema, optionalTextSchema, textSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';
import { integer, requiredText, timeZone, uuid } from './inputs.ts';
import { spareParts, WORK_ORDER_PRIORITIES } from './work-order-parts.ts';

/** What orders of one kind have in common. */
const templateBody = v.object({
  name: requiredText(64),
  title: requiredText(64),
  content: v.optional(v.pipe(v.string(), v.maxLength(4000, 'field.tooLong')), ''),
  priority: v.optional(v.picklist(WORK_ORDER_PRIORITIES), 'normal'),
  checklist: v.optional(v.pipe(v.array(requiredText(200)), v.maxLength(50, 'field.tooLong')), []),
  parts: v.optional(spareParts, []),
  needsSignature: v.optional(v.boolean(), false),
  /** From the making of an order to its due time; null: none. */
  dueHours: v.optional(v.nullable(integer(1, 8760)), null),
});
export type WorkOrderTemplateDraft = v.InferInput<typeof templateBody>;

const template = v.object({
  id: v.string(),
  name: v.string(),
  title: v.string(),
  content: textSchema,
  priority: v.picklist(WORK_ORDER_PRIORITIES),
  checklist: v.array(v.string()),
  parts: spareParts,
  needsSignature: v.boolean(),
  dueHours: v.nullable(v.number()),
});
export type WorkOrderTemplate = v.InferOutput<typeof template>;

const every = integer(1, 100_000);
const rule = v.variant('kind', [
  v.object({
    kind: v.literal('calendar'),
    every,
    unit: v.picklist(['day', 'week', 'month']),
    /** The first day, yyyy-MM-dd. */
    from: v.pipe(v.string(), v.isoDate()),
    /** HH:MM */
    at: v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'notification.time')),
    timeZone,
  }),
  v.object({
    kind: v.literal('hours'),
    /** Key of the device that counts the hours which it has run. */
    key: requiredText(64),
    every,
  }),
]);
export type WorkOrderRule = v.InferOutput<typeof rule>;

const reference = v.optional(v.nullable(uuid), null);
const scheduleBody = v.object({
  templateId: uuid,
  /** The device that is looked after; 'hours' needs it. */
  deviceId: reference,
  sceneId: reference,
  assignee: reference,
  rule,
  enabled: v.optional(v.boolean(), true),
});
export type WorkOrderScheduleDraft = v.InferInput<typeof scheduleBody>;

const schedule = v.pipe(
  v.object({
    id: v.string(),
    templateId: v.string(),
    deviceId: optionalTextSchema,
    sceneId: optionalTextSchema,
    assignee: optionalTextSchema,
    rule,
    enabled: v.boolean(),
    nextTime: instantSchema,
    /** Hours run at which the next order is made; null: of a calendar. */
    nextHours: v.nullable(v.number()),
    /** Orders that it has made. */
    made: v.number(),
  }),
  v.transform(({ nextTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds; null: of hours run. */
    nextAt: nextTime,
  })),
);
export type WorkOrderSchedule = v.InferOutput<typeof schedule>;

const write = { right: 'work-orders', origin: 'own' } as const;

export const workOrderPlans = {
  templates: call({
    method: 'GET',
    path: '/api/workorders/templates',
    origin: 'own',
    summary: { zh: '工单模板', en: 'Lists the templates of work orders' },
    answer: listOf(template),
  }),
  addTemplate: call({
    ...write,
    method: 'POST',
    path: '/api/workorders/templates',
    audit: 'create',
    summary: { zh: '新建工单模板', en: 'Makes a template of work orders' },
    body: templateBody,
    answer: template,
    send: (body: WorkOrderTemplateDraft) => ({ body }),
  }),
  setTemplate: call({
    ...write,
    method: 'PUT',
    path: '/api/workorders/templates/{id}',
    audit: 'update',
    summary: { zh: '修改工单模板', en: 'Changes a template of work orders' },
    body: templateBody,
    answer: template,
    send: (id: string, body: WorkOrderTemplateDraft) => ({ path: { id }, body }),
  }),
  /** With its schedules; orders that were made of it stay. */
  removeTemplate: call({
    ...write,
    method: 'DELETE',
    path: '/api/workorders/templates/{id}',
    audit: 'delete',
    summary: { zh: '删除工单模板及其计划', en: 'Removes a template and its schedules' },
    answer: nothing,
  }),
  schedules: call({
    method: 'GET',
    path: '/api/workorders/schedules',
    origin: 'own',
    summary: { zh: '定期工单计划', en: 'Lists the schedules of work orders' },
    answer: listOf(schedule),
  }),
  addSchedule: call({
    ...write,
    method: 'POST',
    path: '/api/workorders/schedules',
    audit: 'create',
    summary: { zh: '新建定期工单计划', en: 'Makes a schedule of work orders' },
    body: scheduleBody,
    answer: schedule,
    send: (body: WorkOrderScheduleDraft) => ({ body }),
  }),
  /** Missed times of a schedule that was off are not made up for. */
  switchSchedule: call({
    ...write,
    method: 'PUT',
    path: '/api/workorders/schedules/{id}',
    audit: 'update',
    summary: { zh: '启用或停用定期工单计划', en: 'Switches a schedule on or off' },
    body: v.object({ enabled: v.boolean() }),
    answer: schedule,
    send: (id: string, enabled: boolean) => ({ path: { id }, body: { enabled } }),
  }),
  removeSchedule: call({
    ...write,
    method: 'DELETE',
    path: '/api/workorders/schedules/{id}',
    audit: 'delete',
    summary: { zh: '删除定期工单计划', en: 'Removes a schedule of work orders' },
    answer: nothing,
  }),
};
