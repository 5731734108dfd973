-- What an order consists of and how its end is proven; templates, and orders that come again.

alter table work_order
  -- [{text, done, by, at}]: by a name, at epoch ms.
  add column checklist jsonb not null default '[]',
  -- [{name, quantity, unit}]
  add column parts jsonb not null default '[]',
  -- Proof: [{path, name}], files of any kind.
  add column materials jsonb not null default '[]',
  add column needs_signature boolean not null default false,
  -- {image, name, at} of who confirmed the completion.
  add column signature jsonb;
alter table work_order drop constraint work_order_source_check;
alter table work_order add constraint work_order_source_check
  check (source in ('manual', 'alarm', 'linkage', 'advice', 'schedule'));
create index work_order_open_device on work_order (organisation_id, device_id) where state in ('0', '1');

alter table work_order_log
  -- {longitude, latitude, accuracyM}: where the step was taken.
  add column place jsonb,
  -- Named by who sent the step: sent again it is taken once.
  add column request_key uuid;
create unique index work_order_log_request on work_order_log (user_id, request_key) where request_key is not null;

create table work_order_template (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  name             text not null,
  title            text not null,
  content          text not null default '',
  priority         work_order_priority not null default 'normal',
  -- Texts.
  checklist        jsonb not null default '[]',
  parts            jsonb not null default '[]',
  needs_signature  boolean not null default false,
  -- From the making of an order to its due time; null: none.
  due_hours        integer,
  version          int not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index work_order_template_organisation on work_order_template (organisation_id, name);

create table work_order_schedule (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  template_id      uuid not null references work_order_template (id) on delete cascade,
  device_id        uuid references device (id) on delete cascade,
  scene_id         uuid references scene (id) on delete cascade,
  assignee         uuid references app_user (id) on delete set null,
  -- {kind: 'calendar', every, unit, from, at, timeZone} or {kind: 'hours', key, every}
  rule             jsonb not null,
  enabled          boolean not null default true,
  -- Of the calendar.
  next_at          timestamptz,
  -- Hours run at which the next order is made.
  next_hours       double precision,
  made             integer not null default 0,
  version          int not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index work_order_schedule_organisation on work_order_schedule (organisation_id, created_at);
create index work_order_schedule_due on work_order_schedule (next_at) where enabled;
create index work_order_schedule_template on work_order_schedule (template_id);
