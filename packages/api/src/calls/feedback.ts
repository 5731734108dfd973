import * as v from 'valibot';
import { instantSchema, textSchema } from '../wire/codes.ts';
import { call, listOf, nothing } from './call.ts';
import { photosSchema } from './inputs.ts';

const feedbackSchema = v.pipe(
  v.object({
    id: v.string(),
    content: v.string(),
    contact: textSchema,
    photos: v.array(v.string()),
    createTime: instantSchema,
  }),
  v.transform(({ createTime, ...same }) => ({
    ...same,
    /** Epoch milliseconds. */
    createdAt: createTime ?? 0,
  })),
);

export type Feedback = v.InferOutput<typeof feedbackSchema>;

/** Feedback of users on the platform; everybody sees their own. */
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
        v.maxLength(2000, 'field.tooLong'),
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
};
