-- Numbers of each hour and day (UTC), written behind the readings: long ranges are read from them.

create table ts_hour (
  device   int not null,
  key      text not null,
  at       timestamptz not null,
  n        int not null,
  total    double precision not null,
  low      double precision not null,
  low_at   timestamptz not null,
  high     double precision not null,
  high_at  timestamptz not null,
  primary key (device, key, at)
);

create table ts_day (like ts_hour including all);

-- Hours that changed after they were closed: readings that came late, or were sent again with other values.
create table ts_stale (
  device  int not null,
  hour    timestamptz not null,
  marks   int not null default 1,
  primary key (device, hour)
);

-- One row. Readings before `closed_until` must mark their hour; hours before `rolled_until` were marked once.
create table rollup_state (
  only_one      boolean primary key default true check (only_one),
  closed_until  timestamptz not null,
  rolled_until  timestamptz not null
);
insert into rollup_state (closed_until, rolled_until) values (date_trunc('hour', now()), '-infinity');
