-- Waits between the actions of a linkage: a run that waits goes on when its time has come, on any server.
alter table linkage_run drop constraint linkage_run_state_check;
alter table linkage_run add constraint linkage_run_state_check
  check (state in ('running', 'waiting', 'successful', 'failed', 'skipped', 'cancelled'));
alter table linkage_run drop constraint linkage_run_reason_check;
alter table linkage_run add constraint linkage_run_reason_check
  check (reason in ('condition', 'switchedOff', 'once', 'changed', 'forbidden'));

-- Of a run that waits: until when, the index of its next action, and the version of the linkage that it began with.
alter table linkage_run add column resume_at timestamptz;
alter table linkage_run add column next_action int;
alter table linkage_run add column linkage_version int;
create index linkage_run_waiting on linkage_run (resume_at) where state = 'waiting';
