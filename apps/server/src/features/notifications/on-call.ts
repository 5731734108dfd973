import type { OnCallRota } from '@farm3d/api';
import type { Pool, PoolClient } from 'pg';
import { onCallAt } from './on-call-turns.ts';

/** Alarms that were raised longer ago are not passed on any more. */
const OLDEST = '1 day';

/** Whoever cannot log in any more has no turn: an alarm would reach nobody. */
const ROTA = `array(select u.id::text from unnest(r.people) with ordinality as u (id, turn)
    join active_membership m on m.organisation_id = r.organisation_id and m.user_id = u.id order by u.turn) as people,
  to_char(starts_on, 'YYYY-MM-DD') as "startsOn", at, turn_days as "turnDays",
  time_zone as "timeZone", escalate_minutes as "escalateMinutes"`;

/** The rotas of these organisations, as far as somebody is in them. */
export async function rotasOf(
  client: Pool | PoolClient,
  organisations: readonly string[],
): Promise<ReadonlyMap<string, OnCallRota>> {
  const { rows } = await client.query<OnCallRota & { organisationId: string }>(
    `select r.organisation_id as "organisationId", ${ROTA} from on_call_rota r where r.organisation_id = any($1::uuid[])`,
    [organisations],
  );
  const staffed = rows.filter(({ people }) => people.length > 0);
  return new Map(staffed.map(({ organisationId, ...rota }) => [organisationId, rota]));
}

/** False when somebody of it is no member. Null removes it. */
export async function setRota(pool: Pool, organisationId: string, rota: OnCallRota | null): Promise<boolean> {
  if (!rota) {
    await pool.query('delete from on_call_rota where organisation_id = $1', [organisationId]);
    return true;
  }
  const { rowCount } = await pool.query(
    `insert into on_call_rota (organisation_id, people, starts_on, at, turn_days, time_zone, escalate_minutes)
     select $1, $2::uuid[], $3, $4, $5, $6, $7
     where not exists (select from unnest($2::uuid[]) as p (id) where not exists
       (select from active_membership m where m.organisation_id = $1 and m.user_id = p.id))
     on conflict (organisation_id) do update set people = excluded.people, starts_on = excluded.starts_on,
       at = excluded.at, turn_days = excluded.turn_days, time_zone = excluded.time_zone,
       escalate_minutes = excluded.escalate_minutes`,
    [organisationId, rota.people, rota.startsOn, rota.at, rota.turnDays, rota.timeZone, rota.escalateMinutes],
  );
  return rowCount === 1;
}

interface UnattendedRow extends OnCallRota {
  readonly id: string;
  readonly raisedAt: number;
}

const UNATTENDED = `select a.id, (extract(epoch from a.raised_at) * 1000)::float8 as "raisedAt", ${ROTA}
  from on_call_rota r join alarm a on a.organisation_id = r.organisation_id
  where r.escalate_minutes is not null and a.cleared_at is null and a.acknowledged_at is null
    and (a.shelved_until is null or a.shelved_until < platform_now()) and a.raised_at > platform_now() - interval '${OLDEST}'
    and a.raised_at <= platform_now() - make_interval(mins => r.escalate_minutes)`;

/** One event for each alarm and person. $1 [{alarm, step, user}] */
const PASS_ON = `insert into notification_event (organisation_id, key, kind, subject_id, severity, device_id, user_id, variables)
  select a.organisation_id, 'unattended:' || a.id || ':' || u.step, 'alarmUnattended', a.id, a.severity, d.id, u."user",
    jsonb_build_object('alarm', a.name, 'device', d.name, 'identify', a.identify, 'values', a.values)
  from jsonb_to_recordset($1::jsonb) as u(alarm uuid, step int, "user" uuid)
    join alarm a on a.id = u.alarm join device d on d.key = a.device
  on conflict (key) do nothing`;

/** Passes alarms that nobody acknowledged on to those who are on call next, one after the other. @param now epoch ms */
export async function noteUnattended(pool: Pool, now: number): Promise<void> {
  const { rows } = await pool.query<UnattendedRow>(UNATTENDED);
  const passed = rows.flatMap(({ id, raisedAt, ...rota }) => {
    const waits = Math.floor((now - raisedAt) / ((rota.escalateMinutes ?? 1) * 60_000));
    // Each of the rota once; the first one had the alarm when it was raised.
    const steps = Math.min(waits, rota.people.length - 1);
    return Array.from({ length: Math.max(0, steps) }, (_, index) => ({
      alarm: id,
      step: index + 1,
      user: onCallAt(rota, raisedAt, index + 1),
    }));
  });
  if (passed.length > 0) await pool.query(PASS_ON, [JSON.stringify(passed)]);
}
