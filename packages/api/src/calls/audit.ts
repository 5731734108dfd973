import * as v from 'valibot';
import { instantSchema, textSchema } from '../wire/codes.ts';
import { call, growingListOf } from './call.ts';
import { instant, optionalQueryText, cursorEntries } from './inputs.ts';

/** An entry of the audit log. */
const entry = v.pipe(
  v.object({
    /** Counts from 1 without gaps. */
    seq: v.number(),
    time: instantSchema,
    username: textSchema,
    address: textSchema,
    /** Name of the call, such as 'devices.remove'. */
    action: v.string(),
    /** Address of the call, and behind it the ids of what it changed, as far as the address does not name them. */
    target: textSchema,
    /** Hexadecimal; covers this entry and all before it. */
    hash: v.string(),
  }),
  v.transform(({ time, ...same }) => ({
    ...same,
    /** Epoch milliseconds. */
    at: time ?? 0,
  })),
);

export type AuditEntry = v.InferOutput<typeof entry>;

export const audit = {
  /** Newest first. */
  list: call({
    method: 'GET',
    path: '/system/audit/list',
    service: 'system',
    right: 'administer',
    origin: 'own',
    summary: { zh: '审计日志，新的在前', en: 'Lists who changed what, the newest first' },
    query: v.object({
      ...cursorEntries,
      username: optionalQueryText,
      action: optionalQueryText,
      target: optionalQueryText,
      startTs: instant,
      endTs: instant,
    }),
    answer: growingListOf(entry),
  }),
  /** Verifies the chain: `brokenAt` is the first wrong entry, or null. */
  verify: call({
    method: 'GET',
    path: '/system/audit/verify',
    service: 'system',
    right: 'administer',
    origin: 'own',
    summary: { zh: '校验审计日志是否被篡改', en: 'Checks that the audit log was not changed afterwards' },
    answer: v.object({ entries: v.number(), brokenAt: v.nullable(v.number()) }),
  }),
};
