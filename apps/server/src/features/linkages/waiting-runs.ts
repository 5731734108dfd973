import { linkages as calls } from '@farm3d/api';
import type { Pool } from 'pg';
import { can } from '../../platform/auth/policy.ts';
import { automationsOff } from '../../platform/rules/automation-switch.ts';
import type { ActionResult } from './actions.ts';
import { SELECT_LINKAGE, type LinkageRow } from './runs.ts';

/** A run that waited, and goes on. */
export interface ResumedRun {
  readonly id: string;
  readonly userId: string | null;
  readonly depth: number;
  /** Results of its actions before. */
  readonly results: readonly ActionResult[];
  /** Index of its next action. */
  readonly next: number;
  readonly linkage: LinkageRow;
}

interface TakenRow extends Omit<ResumedRun, 'id' | 'linkage'> {
  readonly runId: string;
  readonly trigger: string;
  /** Roles of who ran it by hand; null when they are locked, deleted or of another organisation. */
  readonly roles: readonly string[] | null;
}

/** Whether a run by hand may not go on: rights are those of now. */
const isForbidden = ({ trigger, roles }: TakenRow): boolean =>
  trigger === 'manual' && !can({ roles: roles ?? [] }, calls.run.right);

/** Runs that wait between two actions. */
export class WaitingRuns {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * A run waits until `resumeAt`, epoch ms, before the action of index `next`; not when its linkage has another version
   * by now, or automations were switched off meanwhile.
   */
  async pause(
    id: string,
    run: { results: readonly ActionResult[]; next: number; resumeAt: number; version: number },
  ): Promise<'waiting' | 'cancelled'> {
    const { rows } = await this.#pool.query<{ state: 'waiting' | 'cancelled' }>(
      `update linkage_run r set actions = $2::jsonb, next_action = $3, linkage_version = $5::int,
         state = case when l.obstacle is null then 'waiting' else 'cancelled' end,
         reason = l.obstacle,
         resume_at = case when l.obstacle is null then to_timestamp($4::float8 / 1000) end,
         finished_at = case when l.obstacle is not null then platform_now() end
       from (select l.id, case when ${automationsOff('l.organisation_id')} then 'switchedOff'
                               when l.version <> $5::int then 'changed' end as obstacle from linkage l) l
       where l.id = r.linkage_id and r.id = $1 and r.state = 'running' returning r.state`,
      [id, JSON.stringify(run.results), run.next, run.resumeAt, run.version],
    );
    return rows[0]?.state ?? 'cancelled';
  }

  /**
   * Takes the runs whose wait was over at `now`, epoch ms; each is taken by one server, once. Those of a changed linkage
   * are left to `cancel`.
   */
  async take(now: number): Promise<ResumedRun[]> {
    const { rows } = await this.#pool.query<LinkageRow & TakenRow>(
      `with taken as (
         update linkage_run r set state = 'running', resume_at = null from linkage l
         where l.id = r.linkage_id and r.state = 'waiting' and r.resume_at <= to_timestamp($1::float8 / 1000)
           and l.version = r.linkage_version and not ${automationsOff('l.organisation_id')}
         returning r.*)
       select t.id as "runId", t.user_id as "userId", t.depth, t.trigger, t.actions as results, t.next_action as next, u.roles,
         l.*
       from taken t join (${SELECT_LINKAGE}) l on l.id = t.linkage_id
         left join active_membership u on u.user_id = t.user_id and u.organisation_id = l."organisationId"`,
      [now],
    );
    const forbidden = rows.filter((row) => isForbidden(row)).map(({ runId }) => runId);
    if (forbidden.length > 0) await this.#forbid(forbidden);
    return rows
      .filter((row) => !isForbidden(row))
      .map(({ runId, userId, depth, results, next, ...linkage }) => ({
        id: runId,
        userId,
        depth,
        results,
        next,
        linkage,
      }));
  }

  async #forbid(ids: readonly string[]): Promise<void> {
    await this.#pool.query(
      `update linkage_run set state = 'cancelled', reason = 'forbidden', finished_at = platform_now()
       where id = any($1::uuid[])`,
      [ids],
    );
  }

  /** Ends the waits of linkages that were changed or switched off, or whose organisation has switched all of them off. */
  async cancel(): Promise<void> {
    const off = automationsOff('l.organisation_id');
    await this.#pool.query(
      `update linkage_run r set state = 'cancelled', resume_at = null, finished_at = platform_now(),
         reason = case when ${off} then 'switchedOff' else 'changed' end
       from linkage l where l.id = r.linkage_id and r.state = 'waiting' and (l.version <> r.linkage_version or ${off})`,
    );
  }
}
