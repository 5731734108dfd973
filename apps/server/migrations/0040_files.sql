-- What users uploaded. The bytes stand in the blob store under their SHA-256; the same bytes are kept once.
create table file (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  created_by       uuid references app_user (id) on delete set null,
  -- 64 hexadecimal digits in lower case.
  sha256           text not null,
  size             bigint not null,
  -- As the bytes say, never as the sender says.
  media_type       text not null,
  extension        text not null,
  original_name    text not null,
  -- Pixels; null for what is no picture.
  width            int,
  height           int,
  created_at       timestamptz not null default now()
);
create index file_organisation on file (organisation_id, created_at desc);
create index file_sha256 on file (sha256);
