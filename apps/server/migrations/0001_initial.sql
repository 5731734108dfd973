-- The first schema. PostgreSQL 15 or later; nothing here that 15 lacks.
-- Every table that belongs to one organisation carries its id: queries always filter by it.

create table organisation (
  id          uuid primary key default gen_random_uuid(),
  name        text not null,
  created_at  timestamptz not null default now()
);

create table app_user (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  username         text not null unique,
  password_hash    text not null,
  user_type        text not null default 'user',
  roles            text[] not null default '{}',
  area_code        text,
  created_at       timestamptz not null default now()
);

-- One family per login; a token used twice revokes its whole family.
create table refresh_token (
  token_hash   bytea primary key,
  family       uuid not null,
  user_id      uuid not null references app_user (id) on delete cascade,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  replaced_at  timestamptz,
  revoked_at   timestamptz
);
create index refresh_token_family on refresh_token (family);

create table product_model (
  id                 uuid primary key default gen_random_uuid(),
  code               text not null unique,
  name               text not null,
  product_type_code  text not null,
  picture            text,
  -- Path of the 3D model that stands for this product, such as '/models/soil-probe.glb'.
  model_path         text,
  detail             jsonb not null default '{}'
);

create table product_attribute (
  id                  bigint generated always as identity primary key,
  product_model_id    uuid not null references product_model (id) on delete cascade,
  identify            text not null,
  name                text not null,
  -- '0' attribute, '1' service, '3' status (specification, section 3).
  type                text not null check (type in ('0', '1', '3')),
  state               smallint not null default 1,
  parameters          jsonb not null default '[]',
  association_states  jsonb not null default '[]',
  position            int not null default 0,
  unique (product_model_id, type, identify)
);

create table device (
  id                uuid primary key default gen_random_uuid(),
  -- Short key of the time-series tables: 4 bytes instead of 16 in every row and index entry.
  key               int generated always as identity unique,
  organisation_id   uuid not null references organisation (id) on delete cascade,
  product_model_id  uuid not null references product_model (id),
  name              text not null,
  -- SHA-256 of the access token; the token itself is shown once and never stored.
  token_hash        bytea not null unique,
  third_id          text,
  third_config_id   text,
  map_video_url     text,
  picture           text,
  model_path        text,
  simulated         boolean not null default false,
  attributes        jsonb not null default '{}',
  last_activity_at  timestamptz,
  rejected_count    bigint not null default 0,
  version           int not null default 1,
  created_at        timestamptz not null default now()
);
create index device_organisation on device (organisation_id, name);

-- One row a message. The key makes a repeated message an upsert: keys merge, the last write wins.
create table ts_message (
  device  int not null,
  ts      timestamptz not null,
  values  jsonb not null,
  primary key (device, ts)
) partition by range (ts);
-- Takes what no day partition covers: old back-fills, and days not yet made.
create table ts_message_default partition of ts_message default;

create sequence ingest_seq;

-- The greatest effective time stamp of each device and key. `seq` is the number of the commit that
-- wrote it: a realtime client resumes by asking for what is greater than the last it saw.
create table ts_latest (
  device  int not null,
  key     text not null,
  ts      timestamptz not null,
  value   jsonb not null,
  seq     bigint not null,
  primary key (device, key)
);
create index ts_latest_seq on ts_latest (seq);

-- What a device said that could not be taken: recorded before it is acknowledged.
create table device_rejection (
  id           bigint generated always as identity primary key,
  device       int not null references device (key) on delete cascade,
  received_at  timestamptz not null default now(),
  source       text not null,
  reason       text not null,
  field        text,
  excerpt      text
);
create index device_rejection_device on device_rejection (device, id desc);

-- The ledger of commands (two-way rpc).
create table command (
  id            uuid primary key default gen_random_uuid(),
  device        int not null references device (key) on delete cascade,
  user_id       uuid references app_user (id) on delete set null,
  method        text not null,
  params        jsonb,
  state         text not null check (state in ('queued','sent','delivered','successful','timeout','expired','failed')),
  answer        jsonb,
  error         text,
  created_at    timestamptz not null default now(),
  finished_at   timestamptz
);
create index command_device on command (device, created_at desc);

create table scene (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  name             text not null,
  description      text not null default '',
  -- '1' a greenhouse, '2' a parent with a plot boundary (readings 5).
  type             text not null default '1' check (type in ('1', '2')),
  -- Kept as text, byte for byte what the client saved: unknown keys and their order survive.
  scene_device     text,
  boundary         text,
  latitude         double precision,
  longitude        double precision,
  plot_skin        text,
  grow_crop        text,
  grow_time        text,
  scene_3d_url     text,
  icon             text,
  base_model_path  text,
  created_by       uuid references app_user (id) on delete set null,
  version          int not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now()
);
create index scene_organisation on scene (organisation_id, type, created_at desc);
