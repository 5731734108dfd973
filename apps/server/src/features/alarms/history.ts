import type { alarmHandling, AnswerOf } from '@farm3d/api';
import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../platform/storage/transaction.ts';
import type { InstanceChange } from './instance.ts';

type Details = AnswerOf<typeof alarmHandling.details>;
type EventRow = Details['history'][number];

const USER_NAME = `coalesce(nullif(p.display_name, ''), p.username)`;
const SELECT = `select e.id::text, e.kind, e.at as time, ${USER_NAME} as "user", e.detail ->> 'text' as text,
  e.detail ->> 'until' as until, e.detail ->> 'severity' as severity, e.detail ->> 'assignee' as assignee
  from alarm_event e left join app_user p on p.id = e.user_id`;

/** In the transaction of the alarms: their history misses nothing and repeats nothing. */
export async function writeHistory(client: PoolClient, changes: readonly InstanceChange[]): Promise<void> {
  if (changes.length === 0) return;
  const events = changes.map(({ change, at, by, alarm }, n) => ({
    n,
    alarm: alarm.id,
    kind: change,
    at,
    by,
    detail:
      change === 'shelved' && alarm.shelvedUntil !== null
        ? { until: new Date(alarm.shelvedUntil).toISOString() }
        : change === 'escalated'
          ? { severity: alarm.severity }
          : {},
  }));
  await client.query(
    `insert into alarm_event (alarm_id, at, kind, user_id, detail)
     select a.id, to_timestamp(u.at / 1000), u.kind, p.id, u.detail
     from jsonb_to_recordset($1::jsonb) as u(n int, alarm uuid, at float8, kind text, by uuid, detail jsonb)
     join alarm a on a.id = u.alarm left join app_user p on p.id = u.by order by u.n`,
    [JSON.stringify(events)],
  );
}

/** What people write about alarms, and what happened to them. The caller checks the right to the alarm. */
export class AlarmHistory {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** The earliest first. */
  async of(alarmId: string): Promise<EventRow[]> {
    const { rows } = await this.#pool.query<EventRow>(`${SELECT} where e.alarm_id = $1 order by e.at, e.id`, [
      alarmId,
    ]);
    return rows;
  }

  /** Condition and duration of its setting at present, and the work orders that it created. */
  async reason(alarmId: string): Promise<Pick<Details, 'condition' | 'durationMs' | 'workOrders'>> {
    const { rows } = await this.#pool.query<Pick<Details, 'condition' | 'durationMs' | 'workOrders'>>(
      `select s.rule -> 'condition' as condition, (s.rule ->> 'durationMs')::float8 as "durationMs",
         (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'title', w.title) order by w.created_at), '[]')
          from work_order w where w.organisation_id = a.organisation_id and w.source = 'alarm'
            and w.source_id = a.id::text) as "workOrders"
       from alarm a left join alarm_setting s on s.id = a.setting_id where a.id = $1`,
      [alarmId],
    );
    return rows[0] ?? { condition: null, durationMs: null, workOrders: [] };
  }

  async comment(alarmId: string, userId: string, text: string): Promise<EventRow> {
    return this.#add(this.#pool, alarmId, 'comment', userId, { text });
  }

  /** Null: to nobody. False when the organisation has no such user. */
  async assign(organisationId: string, alarmId: string, to: string | null, userId: string): Promise<boolean> {
    return inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        `select ${USER_NAME} as name from member p where p.organisation_id = $1 and p.id = $2`,
        [organisationId, to],
      );
      const assignee = rows[0]?.name ?? null;
      if (to !== null && assignee === null) return false;
      await client.query('update alarm set assigned_to = $2 where id = $1', [alarmId, to]);
      await this.#add(client, alarmId, 'assigned', userId, { assignee });
      return true;
    });
  }

  async #add(
    client: Pool | PoolClient,
    alarmId: string,
    kind: EventRow['kind'],
    userId: string,
    detail: object,
  ): Promise<EventRow> {
    const { rows } = await client.query<{ id: string }>(
      `insert into alarm_event (alarm_id, kind, user_id, detail) values ($1, $2, $3, $4::jsonb) returning id`,
      [alarmId, kind, userId, JSON.stringify(detail)],
    );
    const stored = await client.query<EventRow>(`${SELECT} where e.id = $1`, [rows[0]?.id]);
    const [event] = stored.rows;
    if (!event) throw new Error('the event was not stored');
    return event;
  }
}
