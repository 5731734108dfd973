-- A closed hour also holds its readings, packed: a week of one key is 168 rows instead of ten thousand.
truncate ts_hour, ts_day;
alter table ts_hour
  -- Milliseconds after the beginning of the hour, and the numbers, both in the order of time.
  add column offsets  int[] not null default '{}',
  add column numbers  double precision[] not null default '{}',
  -- Readings of the hour that are no numbers; these hours are read from the readings.
  add column others   int not null default 0,
  alter column total drop not null,
  alter column low drop not null,
  alter column low_at drop not null,
  alter column high drop not null,
  alter column high_at drop not null;
-- What was rolled up before is rolled up again.
update rollup_state set rolled_until = '-infinity';
