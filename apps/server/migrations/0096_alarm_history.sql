-- What happened to an alarm, by whom: written in the transaction of the change.

create table alarm_event (
  id        bigint generated always as identity primary key,
  alarm_id  uuid not null references alarm (id) on delete cascade,
  at        timestamptz not null default now(),
  kind      text not null check (kind in
    ('raised', 'cleared', 'acknowledged', 'shelved', 'unshelved', 'escalated', 'reminded', 'assigned', 'comment')),
  -- Null: by itself, or by a user who was removed.
  user_id   uuid references app_user (id) on delete set null,
  -- {until} of a shelving, {severity} of an escalation, {text} of a comment, {assignee} (a name) of an assignment.
  detail    jsonb not null default '{}'
);
create index alarm_event_alarm on alarm_event (alarm_id, id);

alter table alarm add column assigned_to uuid references app_user (id) on delete set null;

-- What the rows of alarms say about the time before.
insert into alarm_event (alarm_id, at, kind, user_id)
select id, at, kind, user_id from (
  select id, raised_at as at, 'raised' as kind, null::uuid as user_id from alarm
  union all
  select id, acknowledged_at, 'acknowledged', acknowledged_by from alarm where acknowledged_at is not null
  union all
  select id, cleared_at, 'cleared', cleared_by from alarm where cleared_at is not null
) as past order by at;
