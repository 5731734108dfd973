-- Linkages: when something happens, if a condition holds, then do.

create table linkage (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  name             text not null,
  enabled          boolean not null default true,
  -- {trigger, condition, actions}
  definition       jsonb not null,
  -- Whether the condition of a telemetry trigger held when it was last looked at: it runs when it begins to.
  holding          boolean not null default false,
  -- The next instant of a cron trigger; whoever moves it on runs it.
  next_run_at      timestamptz,
  created_by       uuid references app_user (id) on delete set null,
  version          int not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index linkage_organisation on linkage (organisation_id, created_at desc);

-- Every run, and why one did nothing.
create table linkage_run (
  id           uuid primary key default gen_random_uuid(),
  linkage_id   uuid not null references linkage (id) on delete cascade,
  trigger      text not null,
  state        text not null check (state in ('running', 'successful', 'failed', 'skipped')),
  -- What each part of the condition saw.
  condition    jsonb not null default '[]',
  -- What became of each action.
  actions      jsonb not null default '[]',
  error        text,
  user_id      uuid references app_user (id) on delete set null,
  started_at   timestamptz not null default now(),
  finished_at  timestamptz
);
create index linkage_run_linkage on linkage_run (linkage_id, started_at desc);
