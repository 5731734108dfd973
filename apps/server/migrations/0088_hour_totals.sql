-- What days, weeks and months need of an hour, so that a year of them reads no readings.
create table ts_hour_total (
  device    int not null,
  key       text not null,
  at        timestamptz not null,
  -- Readings of any type.
  readings  int not null,
  -- Numbers in their range, and switch states as 1 and 0; the others are null without any.
  n         int not null,
  total     double precision,
  low       double precision,
  high      double precision,
  first     double precision,
  last      double precision,
  -- Growth between the readings of the hour; a fall is a reset, and the new reading counts as growth.
  rise      double precision,
  primary key (device, key, at) include (readings, n, total, low, high, first, last, rise)
);
-- Hours that were rolled up before are rolled up again.
update rollup_state set rolled_until = '-infinity';
