-- What the server watches over when devices are switched.

create table device_interlock (
  device      int primary key references device (key) on delete cascade,
  -- Switched off by the server after so long, ms; null: never.
  max_run_ms  float8,
  -- Of the devices of an organisation with the same group only one runs at a time.
  exclusion   text
);

-- Devices that a command has switched on. `ends_at`: when the server switches it off.
create table device_run (
  device      int primary key references device (key) on delete cascade,
  method      text not null,
  -- The parameter that is the switch.
  parameter   text not null,
  started_at  timestamptz not null default now(),
  ends_at     timestamptz
);
create index device_run_due on device_run (ends_at) where ends_at is not null;

-- Why, in the words of who gave it; and commands that were refused, with the reason in `error`.
alter table command add column reason text;
