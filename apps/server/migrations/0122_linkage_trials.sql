-- Linkages are tried as jobs, too: one table for both kinds.
alter table alarm_trial rename to rule_trial;
alter index alarm_trial_organisation rename to rule_trial_organisation;
alter table rule_trial add column kind text not null default 'alarm' check (kind in ('alarm', 'linkage'));
alter table rule_trial alter column kind drop default;
