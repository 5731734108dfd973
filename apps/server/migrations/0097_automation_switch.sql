-- Why a run did nothing: its condition did not hold, or automations are switched off (organisation_setting 'automations').
alter table linkage_run add column reason text check (reason in ('condition', 'switchedOff'));
update linkage_run set reason = 'condition' where state = 'skipped';
