import type { AnswerOf, Condition, LinkageAction, LinkageOnce, linkages, LinkageTrigger } from '@farm3d/api';
import type { Pool } from 'pg';
import { automationsOff } from '../../platform/rules/automation-switch.ts';
import { isUuid } from '../../platform/storage/identifiers.ts';
import { Keyset, type Following, type Placed } from '../../platform/storage/keyset.ts';
import type { Page } from '../../platform/storage/owned-rows.ts';
import type { ActionResult } from './actions.ts';
import { onceSince } from './schedule.ts';

export interface LinkageDefinition {
  readonly triggers: readonly LinkageTrigger[];
  readonly condition: Condition | null;
  readonly once: LinkageOnce | null;
  readonly actions: readonly LinkageAction[];
}

export interface LinkageRow {
  readonly id: string;
  readonly organisationId: string;
  readonly enabled: boolean;
  readonly definition: LinkageDefinition;
  readonly version: number;
  readonly holding: boolean;
  /** Epoch ms. */
  readonly nextRunAt: number | null;
}

export type LinkageRunRow = AnswerOf<typeof linkages.run>;
type LastRunRow = NonNullable<AnswerOf<typeof linkages.list>['items'][number]['lastRun']>;

/** All linkages, as `LinkageRow`. */
export const SELECT_LINKAGE = `select id, organisation_id as "organisationId", enabled, definition, version, holding,
  (extract(epoch from next_run_at) * 1000)::float8 as "nextRunAt" from linkage`;
const NEWEST = new Keyset('runs', [
  { sql: 'r.started_at', type: 'timestamptz', direction: 'desc' },
  { sql: 'r.id', type: 'uuid' },
]);
const RUN = `r.id, r.linkage_id as "linkageId", r.trigger, r.state, r.reason, r.condition, r.actions, r.error,
  r.started_at as "startTime", r.finished_at as "finishTime", r.resume_at as "resumeTime"`;
const SELECT_RUN = `select ${RUN} from linkage_run r`;

/** What a run that begins knows. */
interface BegunRun {
  readonly trigger: string;
  /** What set it off, epoch ms. */
  readonly at: number;
  /** How often it may run. */
  readonly once: LinkageOnce | null;
  /** Whether its condition holds; without that it is only recorded. */
  readonly holds: boolean;
  readonly condition: readonly unknown[];
  readonly userId: string | null;
  /** How many linkages ran one another before it. */
  readonly depth: number;
}

/**
 * Inserts a run: trigger $2, holds $3, condition $4, user $5, set off at $6, the instant $7 since which another run
 * forbids it (null: none does), and depth $8. Recorded as skipped when it may not run. The lock lets one of two runs that begin at
 * once see the other.
 */
const insertRun = (from: string): string => `chosen as (
    select l.id, ${automationsOff('l.organisation_id')} as off,
      l.last_set_off_at >= to_timestamp($7::float8 / 1000) as repeated
    from ${from} for update of l),
  begun as (
    select id, case when off then 'switchedOff' when not $3::boolean then 'condition' when repeated then 'once' end
      as reason from chosen),
  mark as (
    update linkage l set holding = l.holding or $2::text = 'telemetry',
      last_set_off_at = case when b.reason is null and $2::text <> 'manual'
        then greatest(l.last_set_off_at, to_timestamp($6::float8 / 1000)) else l.last_set_off_at end
    from begun b where l.id = b.id and ($2::text = 'telemetry' or (b.reason is null and $2::text <> 'manual')))
  insert into linkage_run (linkage_id, trigger, depth, state, reason, condition, user_id, finished_at)
  select id, $2::text, $8::int, case when reason is null then 'running' else 'skipped' end, reason, $4::jsonb, $5::uuid,
    case when reason is not null then platform_now() end
  from begun returning id, state = 'running' as begins`;

const valuesOf = ({ trigger, holds, condition, userId, at, once, depth }: BegunRun): unknown[] => [
  trigger,
  holds,
  JSON.stringify(condition),
  userId,
  at,
  trigger === 'manual' ? null : onceSince(once, at),
  depth,
];

/** Queries of the engine, over all organisations. */
export class LinkageRuns {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** One of an organisation, enabled or not. */
  async find(organisationId: string, id: string): Promise<LinkageRow | undefined> {
    if (!isUuid(id)) return undefined;
    const { rows } = await this.#pool.query<LinkageRow>(
      `${SELECT_LINKAGE} where organisation_id = $1 and id = $2`,
      [organisationId, id],
    );
    return rows[0];
  }

  /** All that are enabled, of all organisations. */
  async enabled(): Promise<LinkageRow[]> {
    return (await this.#pool.query<LinkageRow>(`${SELECT_LINKAGE} where enabled`)).rows;
  }

  async setHolding(id: string, holding: boolean): Promise<void> {
    await this.#pool.query('update linkage set holding = $2 where id = $1', [id, holding]);
  }

  /** Advances the cron triggers to `next`; only one of all callers with `due` succeeds. */
  async claim(id: string, due: number | null, next: number | null): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update linkage set next_run_at = to_timestamp($3::float8 / 1000)
       where id = $1 and enabled and next_run_at is not distinct from to_timestamp($2::float8 / 1000)`,
      [id, due, next],
    );
    return rowCount === 1;
  }

  /**
   * Records a run, in one transaction with the mark that a telemetry trigger's condition holds and with the instant that
   * counts for 'only once'. `begins`: its actions are to be executed.
   */
  async beginRun(linkageId: string, run: BegunRun): Promise<{ id: string; begins: boolean }> {
    const { rows } = await this.#pool.query<{ id: string; begins: boolean }>(
      `with ${insertRun('linkage l where l.id = $1')}`,
      [linkageId, ...valuesOf(run)],
    );
    return rows[0] ?? { id: '', begins: false };
  }

  /** Runs triggered by alarms that have not begun, in their order. */
  async due(): Promise<{ dueId: string; at: number; linkage: LinkageRow }[]> {
    const { rows } = await this.#pool.query<{ dueId: string; at: number; linkageId: string }>(
      `select id::text as "dueId", (extract(epoch from created_at) * 1000)::float8 as at, linkage_id as "linkageId"
       from linkage_due order by id`,
    );
    if (rows.length === 0) return [];
    const linkages = await this.#pool.query<LinkageRow>(`${SELECT_LINKAGE} where id = any($1::uuid[])`, [
      [...new Set(rows.map(({ linkageId }) => linkageId))],
    ]);
    const byId = new Map(linkages.rows.map((row) => [row.id, row]));
    return rows.flatMap(({ dueId, at, linkageId }) => {
      const linkage = byId.get(linkageId);
      return linkage ? [{ dueId, at, linkage }] : [];
    });
  }

  /** Drops the due runs of a linkage that is no longer enabled. */
  async dropDue(dueId: string): Promise<void> {
    await this.#pool.query('delete from linkage_due where id = $1', [dueId]);
  }

  /**
   * Records a run triggered by an alarm, in one transaction with its removal; undefined: another server has begun it.
   */
  async beginDue(
    dueId: string,
    run: Omit<BegunRun, 'trigger' | 'userId' | 'depth'>,
  ): Promise<{ id: string; begins: boolean } | undefined> {
    const { rows } = await this.#pool.query<{ id: string; begins: boolean }>(
      `with taken as (delete from linkage_due where id = $1 returning linkage_id),
       ${insertRun('taken t join linkage l on l.id = t.linkage_id')}`,
      [dueId, ...valuesOf({ ...run, trigger: 'alarm', userId: null, depth: 0 })],
    );
    return rows[0];
  }

  async endRun(id: string, actions: readonly ActionResult[]): Promise<'failed' | 'successful'> {
    const state = actions.some((action) => action.state === 'failed') ? 'failed' : 'successful';
    await this.#pool.query(
      `update linkage_run set state = $2, actions = $3::jsonb, finished_at = platform_now() where id = $1`,
      [id, state, JSON.stringify(actions)],
    );
    return state;
  }

  /** Runs that a crash interrupted are not repeated: what they did is unknown. */
  async closeCutOff(): Promise<void> {
    await this.#pool.query(
      `update linkage_run set state = 'failed', error = 'the server was restarted', finished_at = platform_now()
       where state = 'running'`,
    );
  }

  async run(id: string): Promise<LinkageRunRow | undefined> {
    const { rows } = await this.#pool.query<LinkageRunRow>(`${SELECT_RUN} where r.id = $1`, [id]);
    return rows[0];
  }

  /** The last run of each of these linkages that has one. */
  async last(linkageIds: readonly string[]): Promise<ReadonlyMap<string, LastRunRow>> {
    const { rows } = await this.#pool.query<LastRunRow & { linkageId: string }>(
      `select l.id as "linkageId", r.* from unnest($1::uuid[]) as l(id) cross join lateral (
         select id, trigger, state, reason, started_at as "startTime" from linkage_run
         where linkage_id = l.id order by started_at desc, id limit 1) r`,
      [linkageIds],
    );
    return new Map(rows.map(({ linkageId, ...run }) => [linkageId, run]));
  }

  async runs(linkageId: string, page: Page): Promise<Following<LinkageRunRow> & { total: number }> {
    const end = NEWEST.end([linkageId], page);
    const [listed, counted] = await Promise.all([
      this.#pool.query<LinkageRunRow & Placed>(
        `select ${RUN}, ${NEWEST.place} from linkage_run r where r.linkage_id = $1 ${end.text}`,
        end.values,
      ),
      this.#pool.query<{ total: number }>(
        'select count(*)::float8 as total from linkage_run where linkage_id = $1',
        [linkageId],
      ),
    ]);
    return { ...NEWEST.page(listed.rows, page.limit), total: counted.rows[0]?.total ?? 0 };
  }
}
