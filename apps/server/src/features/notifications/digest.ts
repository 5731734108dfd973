import type { Pool } from 'pg';

/** Lines of a digest; it says how many more there are. */
const LINES = 50;

/** What a digest gathers: since the one before, at most of a day, what was sent through no channel. */
export async function noteDigests(pool: Pool): Promise<void> {
  await pool.query(
    `with due as (
       select p.organisation_id, p.user_id, 'digest:' || p.organisation_id || ':' || p.user_id || ':'
           || to_char(platform_now() at time zone p.time_zone, 'YYYY-MM-DD') as key,
         coalesce((select max(e.at) from notification_event e
           where e.kind = 'digest' and e.organisation_id = p.organisation_id and e.user_id = p.user_id),
           platform_now() - interval '1 day') as since
       from notification_preference p
       where p.digest_at is not null and to_char(platform_now() at time zone p.time_zone, 'HH24:MI') >= p.digest_at)
     insert into notification_event (organisation_id, key, kind, user_id, variables)
     select due.organisation_id, due.key, 'digest', due.user_id, jsonb_build_object('count', count(*), 'lines',
       (array_agg((n.variables ->> 'alarm') || ' · ' || (n.variables ->> 'device') order by n.created_at desc))[1:${LINES}])
     from due join notification n on n.organisation_id = due.organisation_id and n.user_id = due.user_id
     where n.created_at > due.since and n.kind like 'alarm%'
       and not exists (select from notification_delivery d where d.notification_id = n.id)
       and not exists (select from notification_event e where e.key = due.key)
     group by due.organisation_id, due.user_id, due.key
     on conflict (key) do nothing`,
  );
}
