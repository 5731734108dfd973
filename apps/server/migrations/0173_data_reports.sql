-- What people measured or saw, with the material that proves it.
create table data_report (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  -- What was measured or seen, such as 'soil moisture by hand'.
  subject          text not null,
  -- Null: it is no number.
  value            double precision,
  unit             text not null default '',
  content          text not null default '',
  device_id        uuid references device (id) on delete set null,
  scene_id         uuid references scene (id) on delete set null,
  observed_at      timestamptz not null,
  -- [{path, name}], files of any kind.
  materials        jsonb not null default '[]',
  created_by       uuid references app_user (id) on delete set null,
  -- Named by who sent it: sent again it is taken once.
  request_key      uuid,
  created_at       timestamptz not null default now()
);
create index data_report_organisation on data_report (organisation_id, observed_at desc);
create unique index data_report_request on data_report (created_by, request_key) where request_key is not null;
