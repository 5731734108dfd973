-- Where devices stand, whether lists for displays show them, in which groups they are, and how they change hands.

alter table device
  add column displayed boolean not null default true,
  add column latitude  double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180);

-- Nested: a group's devices are its own and those of the groups below it.
create table device_group (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  parent_id        uuid references device_group (id) on delete cascade,
  name             text not null,
  created_at       timestamptz not null default now()
);
create index device_group_organisation on device_group (organisation_id, name);
create index device_group_parent on device_group (parent_id);

create table device_group_member (
  id         uuid primary key default gen_random_uuid(),
  group_id   uuid not null references device_group (id) on delete cascade,
  device_id  uuid not null references device (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (group_id, device_id)
);
create index device_group_member_device on device_group_member (device_id);

-- A code that its owner made: whoever has it may take the device over, once and until it expires.
create table device_claim (
  device_id   uuid primary key references device (id) on delete cascade,
  code_hash   bytea not null unique,
  expires_at  timestamptz not null
);
