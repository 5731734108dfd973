import * as v from 'valibot';
import { call, listOf, nothing } from './call.ts';
import { linkageTrial, linkageTrialRequest, type LinkageTrialDraft } from './linkages.ts';
import { trialJobEntries, withCreatedAt } from './trial-job.ts';

/** A trial as a job. */
const job = v.pipe(
  v.object({
    ...trialJobEntries,
    /** Null until it is done, and in the list. */
    result: v.nullable(linkageTrial),
  }),
  v.transform(withCreatedAt),
);

export type LinkageTrialJob = v.InferOutput<typeof job>;

export const linkageTrials = {
  /**
   * Begins to try a linkage on any number of messages; its answer comes at once.
   * @throws {ApiError} 409 while three trials of the organisation run, 413 above 50,000 cron times
   */
  start: call({
    method: 'POST',
    path: '/api/linkages/trials',
    right: 'rules',
    origin: 'own',
    summary: { zh: '在后台用历史数据试算联动（任务）', en: 'Tries a linkage on the past as a job' },
    body: linkageTrialRequest,
    answer: job,
    send: (tried: LinkageTrialDraft) => ({ body: tried }),
  }),
  /** The last fifty, newest first. */
  list: call({
    method: 'GET',
    path: '/api/linkages/trials',
    right: 'rules',
    origin: 'own',
    summary: { zh: '联动试算任务列表', en: 'The last trials of linkages' },
    answer: listOf(job),
  }),
  get: call({
    method: 'GET',
    path: '/api/linkages/trials/{id}',
    right: 'rules',
    origin: 'own',
    summary: { zh: '联动试算任务的进度与结果', en: 'How far a trial of a linkage is, and its result' },
    answer: job,
  }),
  /** Cancels a trial that runs; removes one that has ended, with its result. */
  remove: call({
    method: 'DELETE',
    path: '/api/linkages/trials/{id}',
    right: 'rules',
    origin: 'own',
    summary: { zh: '取消或删除联动试算任务', en: 'Cancels or removes a trial of a linkage' },
    answer: nothing,
  }),
};
