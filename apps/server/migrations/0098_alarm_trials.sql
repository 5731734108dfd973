-- Trials of alarm settings over more messages than a call waits for, with their progress and result.
create table alarm_trial (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  created_by       uuid references app_user (id) on delete set null,
  -- What was tried: {setting, days, deviceId | productModelId}.
  request          jsonb not null,
  state            text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
  -- Share of the messages that are tried, 0 … 1.
  progress         float8 not null default 0,
  messages         float8 not null default 0,
  result           jsonb,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index alarm_trial_organisation on alarm_trial (organisation_id, created_at desc);
