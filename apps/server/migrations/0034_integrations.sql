-- LoRaWAN network servers that send what their devices report.

create table integration (
  id                uuid primary key default gen_random_uuid(),
  organisation_id   uuid not null references organisation (id) on delete cascade,
  kind              text not null check (kind in ('chirpstack', 'ttn')),
  name              text not null,
  -- SHA-256 of the key in its address; the key itself is shown once and never stored.
  key_hash          bytea not null unique,
  -- Of the devices that it brings along.
  product_model_id  uuid not null references product_model (id),
  created_at        timestamptz not null default now()
);
create index integration_organisation on integration (organisation_id, created_at);

-- 16 hexadecimal digits in lower case.
alter table device add column dev_eui text;
create unique index device_dev_eui on device (organisation_id, dev_eui);
