import * as v from 'valibot';
import { instantSchema } from '../wire/codes.ts';

/** What every trial has that runs as a job, beside its result. */
export const trialJobEntries = {
  id: v.string(),
  state: v.picklist(['running', 'done', 'failed', 'cancelled']),
  /** Share of the messages that are tried, 0 … 1. */
  progress: v.number(),
  messages: v.number(),
  days: v.number(),
  createTime: instantSchema,
};

/** The time of a job as a number. */
export const withCreatedAt = <T extends { createTime: number | null }>({ createTime, ...same }: T) => ({
  ...same,
  /** Epoch milliseconds. */
  createdAt: createTime ?? 0,
});
