-- What people do around the devices: work orders, feedback, notices and tutorials, settings, departments.

create table work_order (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  title            text not null,
  content          text not null default '',
  -- '0' open, '1' in progress, '2' done, '3' closed.
  state            text not null default '0' check (state in ('0', '1', '2', '3')),
  -- Where it comes from.
  source           text not null default 'manual' check (source in ('manual', 'alarm', 'linkage')),
  source_id        text,
  device_id        uuid references device (id) on delete set null,
  scene_id         uuid references scene (id) on delete set null,
  assignee         uuid references app_user (id) on delete set null,
  photos           jsonb not null default '[]',
  deadline         timestamptz,
  created_by       uuid references app_user (id) on delete set null,
  version          int not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index work_order_organisation on work_order (organisation_id, created_at desc);

-- Every step of a work order, in the order in which it was taken; never changed.
create table work_order_log (
  id             bigint generated always as identity primary key,
  work_order_id  uuid not null references work_order (id) on delete cascade,
  action         text not null,
  from_state     text,
  to_state       text not null,
  note           text not null default '',
  photos         jsonb not null default '[]',
  user_id        uuid references app_user (id) on delete set null,
  at             timestamptz not null default now()
);
create index work_order_log_order on work_order_log (work_order_id, id);

create table feedback (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  user_id          uuid not null references app_user (id) on delete cascade,
  content          text not null,
  contact          text not null default '',
  photos           jsonb not null default '[]',
  created_at       timestamptz not null default now()
);
create index feedback_user on feedback (user_id, created_at desc);

-- Notices, tutorials and product instructions: one kind of thing for the reader.
create table article (
  id                uuid primary key default gen_random_uuid(),
  organisation_id   uuid not null references organisation (id) on delete cascade,
  kind              text not null check (kind in ('notice', 'tutorial', 'instruction')),
  title             text not null,
  content           text not null,
  cover             text,
  -- 0 published, 1 draft (specification, section 9: the tutorial list asks for 0).
  state             smallint not null default 0,
  product_model_id  uuid references product_model (id) on delete cascade,
  created_by        uuid references app_user (id) on delete set null,
  created_at        timestamptz not null default now()
);
create index article_organisation on article (organisation_id, kind, created_at desc);

create table organisation_setting (
  organisation_id  uuid not null references organisation (id) on delete cascade,
  name             text not null,
  value            jsonb not null,
  updated_at       timestamptz not null default now(),
  primary key (organisation_id, name)
);

create table department (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  parent_id        uuid references department (id) on delete cascade,
  name             text not null,
  created_at       timestamptz not null default now()
);
create index department_organisation on department (organisation_id, name);

create table plot_skin (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  name             text not null,
  skin_url         text not null,
  created_at       timestamptz not null default now()
);
create index plot_skin_organisation on plot_skin (organisation_id, created_at);
