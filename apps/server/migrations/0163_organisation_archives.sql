-- Archives of all that an organisation owns, made by a job and kept for a week.
create table organisation_export (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  created_by       uuid references app_user (id) on delete set null,
  state            text not null default 'running' check (state in ('running', 'done', 'failed')),
  -- Share of the work that is done, 0 … 1.
  progress         double precision not null default 0,
  -- Name of the archive in the store of files; null until it is there.
  blob             text,
  size             bigint,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index organisation_export_organisation on organisation_export (organisation_id, created_at desc);

-- It is being deleted for good: suspended, and its rows go piece by piece.
alter table organisation add column deleting_at timestamptz;
