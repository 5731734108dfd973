-- Whether a device has an open connection, or when the last one ended: a restart does not take it for online.
create table device_connection (
  device      int primary key references device (key) on delete cascade,
  connected   boolean not null,
  -- That of its gateway.
  relayed     boolean not null,
  changed_at  timestamptz not null
);
