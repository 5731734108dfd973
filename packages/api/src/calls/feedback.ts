import * as v from 'valibot';
import { instantSchema, textSchema } from '../wire/codes.ts';
import { call, growingListOf, listOf, nothing } from './call.ts';
import { cursorEntries, optionalQueryFlag, photosSchema } from './inputs.ts';

/** Longest feedback and longest answer, characters. */
const TEXT_MAX = 2000;

const feedbackSchema = v.pipe(
  v.object({
    id: v.string(),
    content: v.string(),
    contact: textSchema,
    photos: v.array(v.string()),
    createTime: instantSchema,
    /** Name of who wrote it. */
    author: v.string(),
    /** Null: not answered yet. */
    answer: v.nullable(v.string()),
    /** Name of who answered; empty when the account is gone. */
    answeredBy: textSchema,
    answerTime: instantSchema,
  }),
  v.transform(({ createTime, answerTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds. */
    createdAt: createTime ?? 0,
    /** Epoch milliseconds; null: not answered yet. */
    answeredAt: answerTime ?? null,
  })),
);

export type Feedback = v.InferOutput<typeof feedbackSchema>;

/** Feedback of users on the platform. Everybody sees their own; administrators see all of it and answer. */
export const feedback = {
  list: call({
    method: 'GET',
    path: '/system/feedback/list',
    service: 'base',
    right: 'personal',
    summary: { zh: '本人的意见反馈，新的在前', en: 'Lists what the caller said, the newest first' },
    answer: listOf(feedbackSchema),
  }),
  create: call({
    method: 'POST',
    path: '/system/feedback',
    service: 'base',
    right: 'personal',
    audit: 'create',
    summary: { zh: '提交意见反馈', en: 'Says something of the platform' },
    body: v.object({
      content: v.pipe(
        v.string('feedback.content.required'),
        v.trim(),
        v.nonEmpty('feedback.content.required'),
        v.maxLength(TEXT_MAX, 'field.tooLong'),
      ),
      contact: v.optional(v.pipe(v.string(), v.maxLength(64, 'field.tooLong')), ''),
      photos: v.optional(photosSchema, []),
    }),
    answer: feedbackSchema,
  }),
  remove: call({
    method: 'DELETE',
    path: '/system/feedback',
    service: 'base',
    right: 'personal',
    audit: 'delete',
    summary: { zh: '删除本人的意见反馈', en: 'Removes what the caller said; all that is named, or nothing' },
    ids: true,
    answer: nothing,
  }),
  removeAll: call({
    method: 'DELETE',
    path: '/system/feedback/all',
    service: 'base',
    right: 'personal',
    audit: 'delete',
    summary: { zh: '清空本人的意见反馈', en: 'Removes everything that the caller said' },
    answer: nothing,
  }),
  /** Of everybody in the organisation; those without an answer first, then the newest. */
  ofEverybody: call({
    method: 'GET',
    path: '/system/feedback/all',
    service: 'base',
    right: 'administer',
    origin: 'own',
    summary: { zh: '本组织的全部意见反馈', en: 'Lists what everybody in the organisation said' },
    query: v.object({ ...cursorEntries, answered: optionalQueryFlag }),
    answer: growingListOf(feedbackSchema),
  }),
  /** Answers, or replaces an earlier answer. Who wrote the feedback sees it. */
  answer: call({
    method: 'PUT',
    path: '/system/feedback/{id}/answer',
    service: 'base',
    right: 'administer',
    audit: 'update',
    origin: 'own',
    summary: { zh: '回复意见反馈', en: 'Answers what somebody said' },
    body: v.object({
      answer: v.pipe(
        v.string('feedback.answer.required'),
        v.trim(),
        v.nonEmpty('feedback.answer.required'),
        v.maxLength(TEXT_MAX, 'field.tooLong'),
      ),
    }),
    answer: feedbackSchema,
    send: (id: string, answer: string) => ({ path: { id }, body: { answer } }),
  }),
};
