-- Several triggers of a linkage, any of which sets it off, and how often it runs at most.
drop index linkage_of_alarms;
update linkage set definition = (definition - 'trigger')
  || jsonb_build_object('triggers', jsonb_build_array(definition -> 'trigger'), 'once', null)
  where definition ? 'trigger';
create index linkage_of_alarms on linkage using gin ((definition -> 'triggers') jsonb_path_ops) where enabled;

-- The instant that set off its last run with actions; runs by hand do not count.
alter table linkage add column last_set_off_at timestamptz;

alter table linkage_run drop constraint linkage_run_reason_check;
alter table linkage_run add constraint linkage_run_reason_check check (reason in ('condition', 'switchedOff', 'once'));
