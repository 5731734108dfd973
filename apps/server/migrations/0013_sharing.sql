-- Devices shared with users of other organisations. A row is never deleted while its device lives: both sides
-- keep their ledger.
create table device_share (
  id            uuid primary key default gen_random_uuid(),
  device_id     uuid not null references device (id) on delete cascade,
  owner_id      uuid not null references organisation (id) on delete cascade,
  recipient_id  uuid not null references app_user (id) on delete cascade,
  -- Of 'view', 'history', 'control', 'configure'; 'view' is always among them.
  permissions   text[] not null,
  expires_at    timestamptz,
  stopped_at    timestamptz,
  created_by    uuid references app_user (id) on delete set null,
  created_at    timestamptz not null default now()
);
-- One running share a device and recipient.
create unique index device_share_running on device_share (device_id, recipient_id) where stopped_at is null;
create index device_share_owner on device_share (owner_id, created_at desc);
create index device_share_recipient on device_share (recipient_id, created_at desc);
