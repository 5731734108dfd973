-- Who is notified of what, and how. An event is written in the transaction of its cause, whatever writes it: by triggers.

create table notification_event (
  id               bigint generated always as identity primary key,
  organisation_id  uuid not null references organisation (id) on delete cascade,
  -- One event, once.
  key              text not null unique,
  kind             text not null check (kind in
    ('alarmRaised', 'alarmCleared', 'alarmEscalated', 'workOrderAssigned', 'workOrderDue')),
  -- The alarm or the work order.
  subject_id       uuid not null,
  -- Of an alarm.
  severity         text,
  device_id        uuid,
  -- The only recipient; null: everybody whose preferences ask for it.
  user_id          uuid references app_user (id) on delete cascade,
  variables        jsonb not null,
  at               timestamptz not null default now(),
  -- When its notifications were written.
  taken_at         timestamptz
);
create index notification_event_waiting on notification_event (id) where taken_at is null;
create index notification_event_taken on notification_event (taken_at);

-- One event for one person: what the application shows.
create table notification (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  user_id          uuid not null references app_user (id) on delete cascade,
  event_key        text not null,
  kind             text not null,
  severity         text,
  subject_id       uuid,
  variables        jsonb not null,
  created_at       timestamptz not null default now(),
  read_at          timestamptz,
  unique (organisation_id, user_id, event_key)
);
create index notification_of_user on notification (organisation_id, user_id, created_at desc);
create index notification_created on notification (created_at);
create index notification_unread on notification (organisation_id, user_id) where read_at is null;

-- Where else a person is reached. An e-mail goes to the address of the account.
create table notification_channel (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  user_id          uuid not null references app_user (id) on delete cascade,
  kind             text not null check (kind in
    ('email', 'webhook', 'dingtalk', 'wecom', 'feishu', 'telegram', 'sms')),
  name             text not null,
  -- Address and key, encrypted with the key of the server.
  sealed           bytea not null,
  enabled          boolean not null default true,
  created_at       timestamptz not null default now()
);
create index notification_channel_of_user on notification_channel (organisation_id, user_id);

create table notification_delivery (
  id               uuid primary key default gen_random_uuid(),
  notification_id  uuid not null references notification (id) on delete cascade,
  channel_id       uuid not null references notification_channel (id) on delete cascade,
  state            text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- Attempts that were begun.
  attempts         integer not null default 0,
  next_at          timestamptz not null default now(),
  -- [{at, reason, detail}], one an attempt that failed.
  failures         jsonb not null default '[]',
  finished_at      timestamptz,
  unique (notification_id, channel_id)
);
create index notification_delivery_waiting on notification_delivery (next_at) where state = 'waiting';
create index notification_delivery_channel on notification_delivery (channel_id);

create table notification_preference (
  organisation_id  uuid not null references organisation (id) on delete cascade,
  user_id          uuid not null references app_user (id) on delete cascade,
  kinds            text[] not null,
  min_severity     text not null,
  -- Only alarms of devices in these groups and those below them; empty: of all.
  groups           uuid[] not null default '{}',
  -- HH:MM in the time zone; null: no quiet hours.
  quiet_from       text,
  quiet_to         text,
  time_zone        text not null,
  -- Whether critical alarms are sent in quiet hours, too.
  urgent_always    boolean not null default true,
  language         text not null,
  primary key (organisation_id, user_id)
);

-- Own texts of the organisation; without one those of the platform are used.
create table notification_template (
  organisation_id  uuid not null references organisation (id) on delete cascade,
  kind             text not null,
  language         text not null check (language in ('zh-CN', 'en')),
  subject          text not null,
  content          text not null,
  primary key (organisation_id, kind, language)
);

-- A backup that is restored causes nothing.
create function notify_of_alarms() returns trigger language plpgsql as $$
begin
  if current_setting('farm3d.names', true) = 'kept' then return null; end if;
  insert into notification_event (organisation_id, key, kind, subject_id, severity, device_id, variables, at)
  select a.organisation_id, 'alarm-event:' || e.id,
    case e.kind when 'raised' then 'alarmRaised' when 'cleared' then 'alarmCleared' else 'alarmEscalated' end,
    a.id, a.severity, d.id,
    jsonb_build_object('alarm', a.name, 'device', d.name, 'identify', a.identify, 'values', a.values), e.at
  from added e join alarm a on a.id = e.alarm_id join device d on d.key = a.device
  where e.kind in ('raised', 'cleared', 'escalated') order by e.id;
  return null;
end $$;
create trigger alarm_event_notified after insert on alarm_event
  referencing new table as added for each statement execute function notify_of_alarms();

create function notify_of_assignment() returns trigger language plpgsql as $$
begin
  if current_setting('farm3d.names', true) = 'kept' then return null; end if;
  insert into notification_event (organisation_id, key, kind, subject_id, user_id, variables)
  values (new.organisation_id, 'assigned:' || new.id || ':' || new.version, 'workOrderAssigned', new.id, new.assignee,
    jsonb_build_object('order', new.title, 'content', new.content, 'deadline', new.deadline))
  on conflict (key) do nothing;
  return null;
end $$;
create trigger work_order_given after insert on work_order for each row
  when (new.assignee is not null and new.assignee is distinct from new.created_by)
  execute function notify_of_assignment();
create trigger work_order_handed_over after update of assignee on work_order for each row
  when (new.assignee is not null and new.assignee is distinct from old.assignee)
  execute function notify_of_assignment();
