import type { Pool } from 'pg';
import type { Logger } from '../logger.ts';
import { isUuid } from '../storage/identifiers.ts';

/** Jobs that an organisation keeps of a kind, and runs at the same time of both. */
const KEPT = 50;
const RUNNING_MAX = 3;
/** Interval of the progress in the database, milliseconds. */
const PROGRESS_MS = 500;
/** A job without progress for this time was interrupted by a stop of its server. */
const STALLED = '1 minute';

/** Called now and then: messages so far, and the share of the work that is done, 0 … 1. Ends the trial by throwing. */
export type TrialObserver = (messages: number, share: number) => Promise<void> | void;

/** A trial that runs behind. */
export interface TrialJob<Request, Result> {
  readonly id: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly request: Request;
  readonly progress: number;
  readonly messages: number;
  readonly result: Result | null;
  readonly createdAt: Date;
}

/** Somebody cancelled the job. */
class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

const STATE = `case when state = 'running' and updated_at < platform_now() - interval '${STALLED}' then 'failed' else state end`;
const COLUMNS = `id, request, progress, messages, created_at as "createdAt", ${STATE} as state`;

/** Trials of rules on the past as jobs: with progress, cancelled at any time, their results kept. */
export class TrialJobs<Request extends object, Result extends { readonly messages: number }> {
  readonly #pool: Pool;
  readonly #log: Logger;
  readonly #kind: 'alarm' | 'linkage';

  constructor(pool: Pool, log: Logger, kind: 'alarm' | 'linkage') {
    this.#pool = pool;
    this.#log = log;
    this.#kind = kind;
  }

  /** Begins a job; null while the organisation has too many. */
  async start(
    organisationId: string,
    userId: string,
    request: Request,
    work: (observe: TrialObserver) => Promise<Result>,
  ): Promise<TrialJob<Request, Result> | null> {
    const { rows } = await this.#pool.query<TrialJob<Request, Result>>(
      `insert into rule_trial (organisation_id, created_by, kind, request)
       select $1, $2, $3, $4::jsonb where (select count(*) from rule_trial
         where organisation_id = $1 and ${STATE} = 'running') < ${RUNNING_MAX}
       returning ${COLUMNS}, result`,
      [organisationId, userId, this.#kind, JSON.stringify(request)],
    );
    const [job] = rows;
    if (!job) return null;
    await this.#pool.query(
      `delete from rule_trial where organisation_id = $1 and kind = $2 and state <> 'running' and id not in
         (select id from rule_trial where organisation_id = $1 and kind = $2 order by created_at desc limit ${KEPT})`,
      [organisationId, this.#kind],
    );
    void this.#run(job.id, work);
    return job;
  }

  /** The newest first, without their results. */
  async list(organisationId: string): Promise<TrialJob<Request, Result>[]> {
    const { rows } = await this.#pool.query<TrialJob<Request, Result>>(
      `select ${COLUMNS}, null as result from rule_trial where organisation_id = $1 and kind = $2
       order by created_at desc limit ${KEPT}`,
      [organisationId, this.#kind],
    );
    return rows;
  }

  async get(organisationId: string, id: string): Promise<TrialJob<Request, Result> | null> {
    if (!isUuid(id)) return null;
    const { rows } = await this.#pool.query<TrialJob<Request, Result>>(
      `select ${COLUMNS}, result from rule_trial where organisation_id = $1 and kind = $2 and id = $3`,
      [organisationId, this.#kind, id],
    );
    return rows[0] ?? null;
  }

  /** Cancels a job that runs, and removes one that has ended. False when there is none. */
  async remove(organisationId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const named = [organisationId, this.#kind, id];
    const cancelled = await this.#pool.query(
      `update rule_trial set state = 'cancelled', updated_at = platform_now()
       where organisation_id = $1 and kind = $2 and id = $3 and ${STATE} = 'running'`,
      named,
    );
    if (cancelled.rowCount === 1) return true;
    const removed = await this.#pool.query(
      'delete from rule_trial where organisation_id = $1 and kind = $2 and id = $3',
      named,
    );
    return removed.rowCount === 1;
  }

  async #run(id: string, work: (observe: TrialObserver) => Promise<Result>): Promise<void> {
    let storedAt = performance.now();
    const observe = async (messages: number, share: number): Promise<void> => {
      if (performance.now() - storedAt < PROGRESS_MS) return;
      storedAt = performance.now();
      const { rowCount } = await this.#pool.query(
        `update rule_trial set messages = $2, progress = $3, updated_at = platform_now() where id = $1 and state = 'running'`,
        [id, messages, share],
      );
      if (rowCount === 0) throw new Cancelled();
    };
    try {
      const result = await work(observe);
      await this.#pool.query(
        `update rule_trial set state = 'done', progress = 1, messages = $2, result = $3::jsonb, updated_at = platform_now()
         where id = $1 and state = 'running'`,
        [id, result.messages, JSON.stringify(result)],
      );
    } catch (error) {
      if (error instanceof Cancelled) return;
      this.#log.error({ err: error, trial: id }, 'a trial failed');
      await this.#pool
        .query(
          `update rule_trial set state = 'failed', updated_at = platform_now() where id = $1 and state = 'running'`,
          [id],
        )
        .catch(() => undefined);
    }
  }
}
