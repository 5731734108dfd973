-- Who is on call, whom an alarm goes to when nobody acknowledges it, and one message a day instead of many.
create table on_call_rota (
  organisation_id   uuid primary key references organisation (id) on delete cascade,
  -- In turn.
  people            uuid[] not null,
  -- The first turn begins then, in the time zone.
  starts_on         date not null,
  -- HH:MM
  at                text not null,
  turn_days         integer not null check (turn_days > 0),
  time_zone         text not null,
  -- An alarm that nobody acknowledges goes on to the next one after so long; null: to nobody.
  escalate_minutes  integer check (escalate_minutes > 0)
);

alter table notification_preference
  -- Alarms only while the person is on call.
  add column on_call_only boolean not null default false,
  -- HH:MM: alarms below MAJOR come together at this time; null: each at once.
  add column digest_at text;

alter table notification_event drop constraint notification_event_kind_check;
alter table notification_event add constraint notification_event_kind_check check (kind in
  ('alarmRaised', 'alarmCleared', 'alarmEscalated', 'alarmUnattended', 'workOrderAssigned', 'workOrderDue', 'digest'));
-- A digest is about no single thing.
alter table notification_event alter column subject_id drop not null;
create index notification_event_digest on notification_event (user_id, at) where kind = 'digest';
create index alarm_unattended on alarm (organisation_id, raised_at)
  where cleared_at is null and acknowledged_at is null;
