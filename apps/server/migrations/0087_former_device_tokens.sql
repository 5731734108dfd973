-- A device's former token works beside its new one until a stated time.
create table former_device_token (
  token_hash  bytea primary key,
  device      int not null references device (key) on delete cascade,
  ends_at     timestamptz not null
);
create index former_device_token_device on former_device_token (device);
create index former_device_token_ends on former_device_token (ends_at);
