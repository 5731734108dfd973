-- Alarms: what is watched, what was raised, and how far each rule is.

create table alarm_setting (
  id                uuid primary key default gen_random_uuid(),
  organisation_id   uuid not null references organisation (id) on delete cascade,
  -- For one device, or for every device of a product model that the organisation has.
  device            int references device (key) on delete cascade,
  product_model_id  uuid references product_model (id) on delete cascade,
  name              text not null,
  severity          text not null check (severity in ('CRITICAL', 'MAJOR', 'MINOR', 'WARNING')),
  enabled           boolean not null default true,
  identify          text,
  -- {condition, durationMs, repeat, clearDurationMs, schedule}
  rule              jsonb not null,
  position          int not null default 0,
  created_at        timestamptz not null default now(),
  check (num_nonnulls(device, product_model_id) = 1)
);
create index alarm_setting_device on alarm_setting (device);
create index alarm_setting_product on alarm_setting (product_model_id, organisation_id);

create table alarm (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  device           int not null references device (key) on delete cascade,
  setting_id       uuid references alarm_setting (id) on delete set null,
  -- As the setting said when it was raised: history does not change with the setting.
  name             text not null,
  identify         text,
  severity         text not null,
  raised_at        timestamptz not null,
  cleared_at       timestamptz,
  -- Null when the condition ended by itself.
  cleared_by       uuid references app_user (id) on delete set null,
  acknowledged_at  timestamptz,
  acknowledged_by  uuid references app_user (id) on delete set null,
  shelved_until    timestamptz,
  values           jsonb not null default '{}'
);
-- At most one is open of each rule and device, whatever the program believes.
create unique index alarm_open on alarm (setting_id, device) where cleared_at is null;
create index alarm_organisation on alarm (organisation_id, raised_at desc);
create index alarm_device on alarm (device, raised_at desc);

-- Where the machine of one rule and device stands. Written with the alarm that it raised or ended.
create table alarm_state (
  setting_id  uuid not null references alarm_setting (id) on delete cascade,
  device      int not null references device (key) on delete cascade,
  state       jsonb not null,
  primary key (setting_id, device)
);

-- Readings that rules watch, written in the transaction of the readings themselves and removed in the
-- one that writes what the rules made of them: none is evaluated never, none twice.
create table rule_sample (
  seq      bigint primary key,
  samples  jsonb not null
);
