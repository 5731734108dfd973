import type { WorkOrderRule } from '@farm3d/api';
import type { Pool, PoolClient } from 'pg';
import { platformNow } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { RepeatedWork } from '../../platform/repeated-work.ts';
import { inTransaction } from '../../platform/storage/transaction.ts';
import { nextInstant } from './next-instant.ts';

const INTERVAL_MS = 2_000;
const BATCH = 50;

interface DueRow {
  readonly id: string;
  readonly rule: WorkOrderRule;
  /** Of a rule by hours. */
  readonly hours: number | null;
}

/** Hours run are the latest value of the key, as long as the device is the organisation's. A device that ran for several intervals gets one order. */
const TAKE = `select s.id, s.rule, run.hours from work_order_schedule s
  left join lateral (select (l.value #>> '{}')::float8 as hours from device d join ts_latest l on l.device = d.key
    where d.id = s.device_id and d.organisation_id = s.organisation_id and s.rule ->> 'kind' = 'hours'
      and l.key = s.rule ->> 'key' and jsonb_typeof(l.value) = 'number') run on true
  where s.enabled and (s.next_at <= platform_now() or run.hours >= s.next_hours)
  order by s.id limit ${BATCH} for update of s skip locked`;

const MAKE = `with made as (
    insert into work_order (organisation_id, title, content, priority, checklist, parts, needs_signature, deadline, source,
      source_id, device_id, scene_id, assignee)
    select s.organisation_id, t.title, t.content, t.priority,
      (select coalesce(jsonb_agg(jsonb_build_object('text', c, 'done', false, 'by', null, 'at', null) order by n), '[]')
       from jsonb_array_elements_text(t.checklist) with ordinality as list (c, n)),
      t.parts, t.needs_signature, platform_now() + make_interval(hours => t.due_hours), 'schedule', s.id::text,
      (select d.id from device d where d.id = s.device_id and d.organisation_id = s.organisation_id), s.scene_id, (select m.user_id from active_membership m
        where m.organisation_id = s.organisation_id and m.user_id = s.assignee)
    from work_order_schedule s join work_order_template t on t.id = s.template_id where s.id = $1 returning id)
  insert into work_order_log (work_order_id, action, to_state) select id, 'create', '0' from made`;

/** Makes the work orders of schedules, on every server: an order and the next time of its schedule are one transaction. */
export class ScheduledOrders {
  readonly #work: RepeatedWork;

  constructor({ pool, log }: { readonly pool: Pool; readonly log: Logger }) {
    this.#work = new RepeatedWork(
      () => makeDueOrders(pool, platformNow()),
      (error) => log.warn({ err: error }, 'scheduled work orders could not be made'),
    );
  }

  start(): void {
    this.#work.start(INTERVAL_MS);
  }

  stop(): Promise<void> {
    return this.#work.stop();
  }
}

/** @returns whether more may be due */
async function makeDueOrders(pool: Pool, now: number): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<DueRow>(TAKE);
    for (const row of rows) await makeOrder(client, row, now);
    return rows.length === BATCH;
  });
}

async function makeOrder(client: PoolClient, { id, rule, hours }: DueRow, now: number): Promise<void> {
  await client.query(MAKE, [id]);
  await client.query(
    'update work_order_schedule set made = made + 1, next_at = $2, next_hours = $3, updated_at = platform_now() where id = $1',
    [
      id,
      rule.kind === 'calendar' ? new Date(nextInstant(rule, now)) : null,
      rule.kind === 'hours' ? (hours ?? 0) + rule.every : null,
    ],
  );
}
