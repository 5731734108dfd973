-- Imports of many devices as a job: with progress, and undone as a whole.
create table device_import (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  created_by       uuid references app_user (id) on delete set null,
  state            text not null default 'running' check (state in ('running', 'done', 'failed', 'undoing', 'undone')),
  total            int not null,
  -- Rows that are made, while it is undone those that are left.
  done             int not null default 0,
  -- What is wrong with rows: [{row, field, key}].
  errors           jsonb not null default '[]',
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index device_import_organisation on device_import (organisation_id, created_at desc);
alter table device
  add column import_id uuid references device_import (id) on delete set null,
  -- Serial number, as printed on the device.
  add column serial text;
create index device_import_id on device (import_id) where import_id is not null;
create unique index device_serial on device (organisation_id, serial);
