import type { AlarmTrialOfDevices, AlarmTrialSetting } from '@farm3d/api';
import type { Pool } from 'pg';
import type { Logger } from '../../platform/logger.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import type { TrialDevice } from './setting-repository.ts';
import { tryOnDevices, type TrialSpan } from './trials.ts';

/** Jobs that an organisation keeps, and runs at the same time. */
const KEPT = 50;
const RUNNING_MAX = 3;
/** Interval of the progress in the database, milliseconds. */
const PROGRESS_MS = 500;
/** A job without progress for this time was interrupted by a stop of its server. */
const STALLED = '1 minute';

/** A trial that runs behind. */
export interface TrialJob {
  readonly id: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly request: TrialRequest;
  readonly progress: number;
  readonly messages: number;
  readonly result: AlarmTrialOfDevices | null;
  readonly createdAt: Date;
}

interface TrialRequest {
  readonly setting: AlarmTrialSetting;
  readonly days: number;
  readonly deviceId?: string | undefined;
  readonly productModelId?: string | undefined;
}

/** Somebody cancelled the job. */
class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

const STATE = `case when state = 'running' and updated_at < now() - interval '${STALLED}' then 'failed' else state end`;
const COLUMNS = `id, request, progress, messages, created_at as "createdAt", ${STATE} as state`;

/** Trials of settings as jobs: with progress, cancelled at any time, their results kept. */
export class TrialJobs {
  readonly #pool: Pool;
  readonly #log: Logger;

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Begins a job; null while the organisation has too many. */
  async start(
    organisationId: string,
    userId: string,
    request: TrialRequest,
    devices: readonly TrialDevice[],
    span: TrialSpan,
  ): Promise<TrialJob | null> {
    const { rows } = await this.#pool.query<TrialJob>(
      `insert into alarm_trial (organisation_id, created_by, request)
       select $1, $2, $3::jsonb where (select count(*) from alarm_trial
         where organisation_id = $1 and ${STATE} = 'running') < ${RUNNING_MAX}
       returning ${COLUMNS}, result`,
      [organisationId, userId, JSON.stringify(request)],
    );
    const [job] = rows;
    if (!job) return null;
    await this.#pool.query(
      `delete from alarm_trial where organisation_id = $1 and state <> 'running' and id not in
         (select id from alarm_trial where organisation_id = $1 order by created_at desc limit ${KEPT})`,
      [organisationId],
    );
    void this.#run(job.id, request.setting, devices, span);
    return job;
  }

  /** The newest first, without their results. */
  async list(organisationId: string): Promise<TrialJob[]> {
    const { rows } = await this.#pool.query<TrialJob>(
      `select ${COLUMNS}, null as result from alarm_trial where organisation_id = $1
       order by created_at desc limit ${KEPT}`,
      [organisationId],
    );
    return rows;
  }

  async get(organisationId: string, id: string): Promise<TrialJob | null> {
    if (!isUuid(id)) return null;
    const { rows } = await this.#pool.query<TrialJob>(
      `select ${COLUMNS}, result from alarm_trial where organisation_id = $1 and id = $2`,
      [organisationId, id],
    );
    return rows[0] ?? null;
  }

  /** Cancels a job that runs, and removes one that has ended. False when there is none. */
  async remove(organisationId: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const cancelled = await this.#pool.query(
      `update alarm_trial set state = 'cancelled', updated_at = now()
       where organisation_id = $1 and id = $2 and ${STATE} = 'running'`,
      [organisationId, id],
    );
    if (cancelled.rowCount === 1) return true;
    const removed = await this.#pool.query('delete from alarm_trial where organisation_id = $1 and id = $2', [
      organisationId,
      id,
    ]);
    return removed.rowCount === 1;
  }

  async #run(
    id: string,
    setting: AlarmTrialSetting,
    devices: readonly TrialDevice[],
    span: TrialSpan,
  ): Promise<void> {
    let storedAt = Date.now();
    const observe = async (messages: number, share: number): Promise<void> => {
      if (Date.now() - storedAt < PROGRESS_MS) return;
      storedAt = Date.now();
      const { rowCount } = await this.#pool.query(
        `update alarm_trial set messages = $2, progress = $3, updated_at = now() where id = $1 and state = 'running'`,
        [id, messages, share],
      );
      if (rowCount === 0) throw new Cancelled();
    };
    try {
      const result = await tryOnDevices(this.#pool, devices, setting, span, observe);
      await this.#pool.query(
        `update alarm_trial set state = 'done', progress = 1, messages = $2, result = $3::jsonb, updated_at = now()
         where id = $1 and state = 'running'`,
        [id, result.messages, JSON.stringify(result)],
      );
    } catch (error) {
      if (error instanceof Cancelled) return;
      this.#log.error({ err: error, trial: id }, 'a trial of an alarm setting failed');
      await this.#pool
        .query(
          `update alarm_trial set state = 'failed', updated_at = now() where id = $1 and state = 'running'`,
          [id],
        )
        .catch(() => undefined);
    }
  }
}
