-- The packed readings stand apart: a chart of a year reads the numbers of its hours, not the readings in them.
alter table ts_hour drop column offsets, drop column numbers, drop column others;
create table ts_packed (
  device   int not null,
  key      text not null,
  at       timestamptz not null,
  -- Milliseconds after the beginning of the hour, and the numbers, both in the order of time.
  offsets  int[] not null,
  numbers  double precision[] not null,
  -- Readings of the hour that are no numbers; these hours are read from the readings.
  others   int not null,
  primary key (device, key, at)
);
truncate ts_hour, ts_day;
update rollup_state set rolled_until = '-infinity';
