import type { AnswerOf, Condition, LinkageAction, linkages, LinkageTrigger } from '@farm3d/api';
import type { Pool } from 'pg';
import { isUuid } from '../../platform/storage/identifiers.ts';
import type { Page } from '../../platform/storage/owned-rows.ts';

export interface LinkageDefinition {
  readonly trigger: LinkageTrigger;
  readonly condition: Condition | null;
  readonly actions: readonly LinkageAction[];
}

export interface LinkageRow {
  readonly id: string;
  readonly organisationId: string;
  readonly enabled: boolean;
  readonly definition: LinkageDefinition;
  readonly holding: boolean;
  /** Epoch ms. */
  readonly nextRunAt: number | null;
}

export type LinkageRunRow = AnswerOf<typeof linkages.run>;

const SELECT = `select id, organisation_id as "organisationId", enabled, definition, holding,
  (extract(epoch from next_run_at) * 1000)::float8 as "nextRunAt" from linkage`;
const SELECT_RUN = `select r.id, r.linkage_id as "linkageId", r.trigger, r.state, r.condition, r.actions, r.error,
  r.started_at as "startTime", r.finished_at as "finishTime" from linkage_run r`;

/** Queries of the engine, over all organisations. */
export class LinkageRuns {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** One of an organisation, enabled or not. */
  async find(organisationId: string, id: string): Promise<LinkageRow | undefined> {
    if (!isUuid(id)) return undefined;
    const { rows } = await this.#pool.query<LinkageRow>(`${SELECT} where organisation_id = $1 and id = $2`, [
      organisationId,
      id,
    ]);
    return rows[0];
  }

  /** All that are enabled, of all organisations. */
  async enabled(): Promise<LinkageRow[]> {
    return (await this.#pool.query<LinkageRow>(`${SELECT} where enabled`)).rows;
  }

  async setHolding(id: string, holding: boolean): Promise<void> {
    await this.#pool.query('update linkage set holding = $2 where id = $1', [id, holding]);
  }

  /** Advances a cron trigger to `next`; only one of all callers with `due` succeeds. */
  async claim(id: string, due: number | null, next: number | null): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update linkage set next_run_at = to_timestamp($3::float8 / 1000)
       where id = $1 and enabled and next_run_at is not distinct from to_timestamp($2::float8 / 1000)`,
      [id, due, next],
    );
    return rowCount === 1;
  }

  /** Begins a run; of a telemetry trigger in one transaction with the mark that its condition holds. */
  async beginRun(
    linkage: Pick<LinkageRow, 'id'>,
    run: { trigger: string; state: 'running' | 'skipped'; condition: unknown[]; userId: string | null },
  ): Promise<string> {
    const { rows } = await this.#pool.query<{ id: string }>(
      `with mark as (update linkage set holding = true where id = $1 and $2 = 'telemetry')
       insert into linkage_run (linkage_id, trigger, state, condition, user_id, finished_at)
       select id, $2, $3, $4::jsonb, $5, case when $3 = 'skipped' then now() end from linkage where id = $1 returning id`,
      [linkage.id, run.trigger, run.state, JSON.stringify(run.condition), run.userId],
    );
    return rows[0]?.id ?? '';
  }

  /** Runs triggered by alarms that have not begun, in their order. */
  async due(): Promise<{ dueId: string; linkage: LinkageRow }[]> {
    const { rows } = await this.#pool.query<{ dueId: string; linkageId: string }>(
      'select id::text as "dueId", linkage_id as "linkageId" from linkage_due order by id',
    );
    if (rows.length === 0) return [];
    const linkages = await this.#pool.query<LinkageRow>(`${SELECT} where id = any($1::uuid[])`, [
      [...new Set(rows.map(({ linkageId }) => linkageId))],
    ]);
    const byId = new Map(linkages.rows.map((row) => [row.id, row]));
    return rows.flatMap(({ dueId, linkageId }) => {
      const linkage = byId.get(linkageId);
      return linkage ? [{ dueId, linkage }] : [];
    });
  }

  /** Drops the due runs of a linkage that is no longer enabled. */
  async dropDue(dueId: string): Promise<void> {
    await this.#pool.query('delete from linkage_due where id = $1', [dueId]);
  }

  /**
   * Begins a run triggered by an alarm, in one transaction with its removal; undefined: another server has begun it.
   */
  async beginDue(
    dueId: string,
    run: { state: 'running' | 'skipped'; condition: unknown[] },
  ): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ id: string }>(
      `with taken as (delete from linkage_due where id = $1 returning linkage_id)
       insert into linkage_run (linkage_id, trigger, state, condition, finished_at)
       select linkage_id, 'alarm', $2, $3::jsonb, case when $2 = 'skipped' then now() end from taken returning id`,
      [dueId, run.state, JSON.stringify(run.condition)],
    );
    return rows[0]?.id;
  }

  async endRun(id: string, actions: readonly { state: string }[]): Promise<void> {
    const failed = actions.some(({ state }) => state === 'failed');
    await this.#pool.query(
      `update linkage_run set state = $2, actions = $3::jsonb, finished_at = now() where id = $1`,
      [id, failed ? 'failed' : 'successful', JSON.stringify(actions)],
    );
  }

  /** Runs that a crash interrupted are not repeated: what they did is unknown. */
  async closeCutOff(): Promise<void> {
    await this.#pool.query(
      `update linkage_run set state = 'failed', error = 'the server was restarted', finished_at = now()
       where state = 'running'`,
    );
  }

  async run(id: string): Promise<LinkageRunRow | undefined> {
    const { rows } = await this.#pool.query<LinkageRunRow>(`${SELECT_RUN} where r.id = $1`, [id]);
    return rows[0];
  }

  async runs(linkageId: string, { offset, limit }: Page): Promise<{ items: LinkageRunRow[]; total: number }> {
    const [items, counted] = await Promise.all([
      this.#pool.query<LinkageRunRow>(
        `${SELECT_RUN} where r.linkage_id = $1 order by r.started_at desc, r.id offset $2 limit $3`,
        [linkageId, offset, limit],
      ),
      this.#pool.query<{ total: number }>(
        'select count(*)::float8 as total from linkage_run where linkage_id = $1',
        [linkageId],
      ),
    ]);
    return { items: items.rows, total: counted.rows[0]?.total ?? 0 };
  }
}
