import * as v from 'valibot';
import { instantSchema, textSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';

/** A login. */
const session = v.pipe(
  v.object({
    id: v.string(),
    /** Remote address of the login. */
    address: textSchema,
    userAgent: textSchema,
    createTime: instantSchema,
    lastUsedTime: instantSchema,
    /** Null: it runs. */
    endTime: v.optional(instantSchema, null),
    /** Whether it is the caller's own. */
    current: v.boolean(),
  }),
  v.transform(({ createTime, lastUsedTime, endTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds. */
    createdAt: createTime ?? 0,
    /** Epoch milliseconds. */
    lastUsedAt: lastUsedTime ?? 0,
    /** Epoch milliseconds; null: it runs. */
    endedAt: endTime,
  })),
);

export type LoginSession = v.InferOutput<typeof session>;

export const sessions = {
  /** The running ones; with `ended: '1'` those that have ended, too, the last used first. */
  list: call({
    method: 'GET',
    path: '/system/session/list',
    service: 'system',
    right: 'personal',
    origin: 'own',
    summary: { zh: '本人的登录', en: 'Lists where the caller is logged in' },
    query: v.object({ ended: v.optional(v.picklist(['', '0', '1']), '') }),
    answer: listOf(session),
  }),
  revoke: call({
    method: 'DELETE',
    path: '/system/session/{id}',
    service: 'system',
    right: 'personal',
    audit: 'delete',
    origin: 'own',
    summary: { zh: '结束本人的一次登录', en: 'Ends a login of the caller' },
    answer: nothing,
  }),
};
