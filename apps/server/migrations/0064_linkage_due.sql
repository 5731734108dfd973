-- Runs of linkages that an alarm sets off: written in the alarm's own transaction, taken away in that of
-- the run. A crash between the two misses none and runs none twice.

create table linkage_due (
  id          bigint generated always as identity primary key,
  linkage_id  uuid not null references linkage (id) on delete cascade,
  created_at  timestamptz not null default now()
);

create index linkage_of_alarms on linkage ((definition -> 'trigger' ->> 'deviceId'))
  where enabled and definition -> 'trigger' ->> 'type' = 'alarm';
