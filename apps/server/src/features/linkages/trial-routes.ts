import { linkages, linkageTrials, type BodyOf, type LinkageTrialResult } from '@farm3d/api';
import type { Pool } from 'pg';
import { platformNow } from '../../platform/clock.ts';
import { HttpProblem, notFound } from '../../platform/http/problem.ts';
import { serve, type ServedCall } from '../../platform/http/serve.ts';
import type { TrialJob, TrialJobs } from '../../platform/rules/trial-jobs.ts';
import { checkLinkage, type LinkageLookups } from './service.ts';
import { AS_JOB, checkTrialTimes, tryLinkage } from './trials.ts';

const DAY_MS = 86_400_000;

type Tried = BodyOf<typeof linkageTrials.start>;
type Job = TrialJob<Tried, LinkageTrialResult>;
export type LinkageTrialJobs = TrialJobs<Tried, LinkageTrialResult>;

interface Dependencies {
  readonly pool: Pool;
  readonly jobs: LinkageTrialJobs;
  readonly surroundings: LinkageLookups;
}

const definitionOf = ({ days: _days, ...tried }: Tried) => ({ ...tried, actions: [] });
const spanOf = ({ days }: Tried) => {
  const endTs = platformNow();
  return { startTs: endTs - days * DAY_MS, endTs };
};
const jobToWire = ({ createdAt, request, ...job }: Job) => ({
  ...job,
  days: request.days,
  createTime: createdAt,
});

/** Linkages tried on the past: at once, or as a job. */
export function linkageTrialRoutes({ pool, jobs, surroundings }: Dependencies): ServedCall[] {
  const check = (organisationId: string, tried: Tried): Promise<void> =>
    checkLinkage(organisationId, null, definitionOf(tried), surroundings);
  /** A trial shows readings: those of devices that were given away are no longer shown. */
  const mayRead = async (organisationId: string, { request }: Job): Promise<boolean> => {
    try {
      await check(organisationId, request);
      return true;
    } catch (error) {
      if (error instanceof HttpProblem) return false;
      throw error;
    }
  };

  return [
    serve(linkages.tryOut, async ({ principal: { organisationId }, body }) => {
      await check(organisationId, body);
      return tryLinkage(pool, organisationId, definitionOf(body), spanOf(body));
    }),
    serve(linkageTrials.start, async ({ principal: { organisationId, userId }, body }) => {
      await check(organisationId, body);
      await checkTrialTimes(body.triggers, spanOf(body), AS_JOB);
      const job = await jobs.start(organisationId, userId, body, (observe) =>
        tryLinkage(pool, organisationId, definitionOf(body), spanOf(body), AS_JOB, observe),
      );
      if (!job) throw new HttpProblem(409, 'alarm.trial.tooMany');
      return jobToWire(job);
    }),
    serve(linkageTrials.list, async ({ principal: { organisationId } }) => {
      const items: ReturnType<typeof jobToWire>[] = [];
      for (const job of await jobs.list(organisationId))
        if (await mayRead(organisationId, job)) items.push(jobToWire(job));
      return { items, total: items.length };
    }),
    serve(linkageTrials.get, async ({ principal: { organisationId }, path }) => {
      const job = await jobs.get(organisationId, path.id);
      if (!job || !(await mayRead(organisationId, job))) throw notFound();
      return jobToWire(job);
    }),
    serve(linkageTrials.remove, async ({ principal, path }) => {
      if (!(await jobs.remove(principal.organisationId, path.id))) throw notFound();
      return null;
    }),
  ];
}
