-- Readings that the platform itself gave a time while its time may have been wrong: a step of the machine's clock waits for
-- its confirmation.
create table ts_misdated (
  device   int not null,
  ts       timestamptz not null,
  -- The machine whose clock it was.
  server   text not null,
  -- How far the time was ahead of the true one, milliseconds; negative: behind; null: the step is not confirmed.
  ahead_ms bigint,
  primary key (device, ts)
);
create index ts_misdated_open on ts_misdated (server) where ahead_ms is null;

-- Whether the platform has taken the time of a step that was confirmed: it does so when it starts.
alter table clock_step add column taken boolean not null default true;
