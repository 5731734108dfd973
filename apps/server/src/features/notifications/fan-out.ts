import type { NotificationKind, NotificationPreferences } from '@farm3d/api';
import type { Pool, PoolClient } from 'pg';
import { can } from '../../platform/auth/policy.ts';
import { inTransaction } from '../../platform/storage/transaction.ts';
import { onCallAt } from './on-call-turns.ts';
import { rotasOf } from './on-call.ts';
import { quietUntil, type QuietHours } from './quiet-hours.ts';

/** Events of one transaction. */
const BATCH = 100;
/** From the most severe. */
const SEVERITIES: readonly string[] = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING'];

interface EventRow {
  readonly id: string;
  readonly organisationId: string;
  readonly key: string;
  readonly kind: NotificationKind;
  readonly severity: string | null;
  readonly userId: string | null;
  /** The groups of the device and those above them. */
  readonly groups: readonly string[];
}

interface MemberRow extends QuietHours {
  readonly organisationId: string;
  readonly userId: string;
  readonly roles: readonly string[];
  readonly kinds: readonly string[] | null;
  readonly minSeverity: NotificationPreferences['minSeverity'] | null;
  readonly groups: readonly string[];
  readonly urgentAlways: boolean;
  readonly onCallOnly: boolean;
  readonly hasDigest: boolean;
}

const TAKE = `select e.id::text, e.organisation_id as "organisationId", e.key, e.kind, e.severity,
    e.user_id as "userId", array(
      with recursive above (id) as (
        select m.group_id from device_group_member m where m.device_id = e.device_id
        union select g.parent_id from device_group g join above on above.id = g.id where g.parent_id is not null)
      select id::text from above) as groups
  from notification_event e where e.taken_at is null order by e.id limit ${BATCH} for update of e skip locked`;

const MEMBERS = `select m.organisation_id as "organisationId", m.user_id as "userId", m.roles, p.kinds,
    p.min_severity as "minSeverity", coalesce(p.groups, '{}')::text[] as groups, p.quiet_from as "quietFrom",
    p.quiet_to as "quietTo", coalesce(p.time_zone, 'UTC') as "timeZone", coalesce(p.urgent_always, true) as "urgentAlways",
    coalesce(p.on_call_only, false) as "onCallOnly", p.digest_at is not null as "hasDigest"
  from active_membership m left join notification_preference p using (organisation_id, user_id)
  where m.organisation_id = any($1::uuid[])`;

/** The notifications and, for each enabled channel of their recipients, the deliveries. */
const WRITE = `with made as (
    insert into notification (organisation_id, user_id, event_key, kind, severity, subject_id, variables, created_at)
    select e.organisation_id, u."userId", e.key, e.kind, e.severity, e.subject_id, e.variables, e.at
    from jsonb_to_recordset($1::jsonb) as u("eventId" bigint, "userId" uuid) join notification_event e on e.id = u."eventId"
    order by e.id on conflict do nothing returning id, organisation_id, user_id, event_key)
  insert into notification_delivery (notification_id, channel_id, next_at)
  select t.id, c.id, to_timestamp(u.at / 1000)
  from made t join notification_channel c on c.organisation_id = t.organisation_id and c.user_id = t.user_id and c.enabled
    join notification_event e on e.key = t.event_key
    join jsonb_to_recordset($1::jsonb) as u("eventId" bigint, "userId" uuid, at float8)
      on u."eventId" = e.id and u."userId" = t.user_id
  where u.at is not null`;

/** To whom it goes in any case: the next one on call, and who asked for a digest. */
const ADDRESSED: ReadonlySet<NotificationKind> = new Set(['alarmUnattended', 'digest']);

/** Whether a person wants to know of an event. @param onCall who is on call; null: nobody */
function wants(event: EventRow, member: MemberRow, onCall: string | null): boolean {
  if (event.organisationId !== member.organisationId || !can(member, 'read')) return false;
  if (event.userId !== null && event.userId !== member.userId) return false;
  if (ADDRESSED.has(event.kind)) return true;
  if (member.kinds && !member.kinds.includes(event.kind)) return false;
  if (event.severity === null) return true;
  if (member.onCallOnly && onCall !== null && onCall !== member.userId) return false;
  const weight = SEVERITIES.indexOf(event.severity);
  if (member.minSeverity && weight > SEVERITIES.indexOf(member.minSeverity)) return false;
  return member.groups.length === 0 || member.groups.some((group) => event.groups.includes(group));
}

/** When channels may be used first, epoch ms; null: not at all, a digest follows. */
function deliveryTime(event: EventRow, member: MemberRow, now: number): number | null {
  const { kind, severity } = event;
  if (kind === 'alarmUnattended' || (severity === 'CRITICAL' && member.urgentAlways)) return now;
  if (member.hasDigest && (severity === 'MINOR' || severity === 'WARNING')) return null;
  return quietUntil(now, member) ?? now;
}

async function membersOf(client: PoolClient, organisations: readonly string[]): Promise<MemberRow[]> {
  return (await client.query<MemberRow>(MEMBERS, [organisations])).rows;
}

/**
 * Writes the notifications of waiting events. An event and its notifications are one transaction, and a locked event
 * is left to the server that has it: nobody is notified twice, and a crash loses nothing.
 * @returns whether more may be waiting
 */
export async function fanOut(pool: Pool, now: number): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rows: events } = await client.query<EventRow>(TAKE);
    if (events.length === 0) return false;
    const organisations = [...new Set(events.map((one) => one.organisationId))];
    const members = await membersOf(client, organisations);
    const onCall = new Map(
      Array.from(await rotasOf(client, organisations), ([id, rota]) => [id, onCallAt(rota, now)] as const),
    );
    const recipients = events.flatMap((event) =>
      members
        .filter((member) => wants(event, member, onCall.get(event.organisationId) ?? null))
        .map((member) => ({
          eventId: event.id,
          userId: member.userId,
          at: deliveryTime(event, member, now),
        })),
    );
    if (recipients.length > 0) await client.query(WRITE, [JSON.stringify(recipients)]);
    await client.query(
      'update notification_event set taken_at = platform_now() where id = any($1::bigint[])',
      [events.map(({ id }) => id)],
    );
    return events.length === BATCH;
  });
}

/** Events of work orders that are due within the hour, each once for each due time. */
export async function noteDueOrders(pool: Pool): Promise<void> {
  await pool.query(
    `insert into notification_event (organisation_id, key, kind, subject_id, user_id, variables)
     select o.organisation_id, 'due:' || o.id || ':' || extract(epoch from o.deadline), 'workOrderDue', o.id, o.assignee,
       jsonb_build_object('order', o.title, 'content', o.content, 'deadline', o.deadline)
     from work_order o
     where o.state in ('0', '1') and o.assignee is not null
       and o.deadline <= platform_now() + interval '1 hour' and o.deadline > platform_now() - interval '1 day'
     on conflict (key) do nothing`,
  );
}
