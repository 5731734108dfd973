-- Commands that wait for a device which is away.

alter table command
  -- It is kept until the device listens, or until `expires_at`; others fail at once.
  add column persistent boolean not null default false,
  add column expires_at timestamptz,
  -- What asked for it: 'user', or 'linkage' with the id of its run.
  add column source text not null default 'user',
  add column source_id text;
create index command_waiting on command (device, created_at) where state = 'queued' and persistent;
