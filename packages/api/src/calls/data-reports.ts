import * as v from 'valibot';
import { instantSchema, optionalTextSchema, textSchema } from '../wire/codes.ts';
import { call, growingListOf } from './call.ts';
import { cursorEntries, optionalQueryText, photosSchema, requiredText, uuid } from './inputs.ts';

const report = v.pipe(
  v.object({
    id: v.string(),
    subject: v.string(),
    value: v.nullable(v.number()),
    unit: textSchema,
    content: textSchema,
    deviceId: optionalTextSchema,
    sceneId: optionalTextSchema,
    observedTime: instantSchema,
    /** `path` is an address that opens the file for about an hour. */
    materials: v.array(v.object({ path: v.string(), name: v.string() })),
    /** Name of who reported it. */
    author: textSchema,
  }),
  v.transform(({ observedTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds. */
    observedAt: observedTime ?? 0,
  })),
);
export type DataReport = v.InferOutput<typeof report>;

const reference = v.optional(v.nullable(uuid), null);
const draft = v.object({
  subject: requiredText(64),
  value: v.optional(v.nullable(v.pipe(v.number(), v.finite())), null),
  unit: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(16, 'field.tooLong')), ''),
  content: v.optional(v.pipe(v.string(), v.maxLength(4000, 'field.tooLong')), ''),
  deviceId: reference,
  sceneId: reference,
  /** Epoch milliseconds; default: now. */
  observedAt: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0, 'number.range'))),
  /** Addresses of uploaded files: proof of what is reported. */
  materials: v.pipe(photosSchema, v.minLength(1, 'dataReport.materials')),
  /** Made up by the sender: what is sent again with the same one is taken once. */
  requestKey: v.optional(uuid),
});
export type DataReportDraft = v.InferInput<typeof draft>;

export const dataReports = {
  /** What was observed last comes first. */
  list: call({
    method: 'GET',
    path: '/api/datareports',
    origin: 'own',
    summary: { zh: '人工上报的数据，新的在前', en: 'Lists what people reported, the newest first' },
    query: v.object({ ...cursorEntries, deviceId: optionalQueryText }),
    answer: growingListOf(report),
    send: (query?: { page?: number; pageSize?: number; deviceId?: string }) => ({ query: { ...query } }),
  }),
  create: call({
    method: 'POST',
    path: '/api/datareports',
    right: 'work-orders',
    origin: 'own',
    audit: 'create',
    summary: { zh: '上报数据及其证明材料', en: 'Reports data with the material that proves it' },
    body: draft,
    answer: report,
    send: (body: DataReportDraft) => ({ body }),
  }),
};
