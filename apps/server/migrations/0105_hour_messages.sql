-- How many messages each device sent in each hour: statistics of weeks read these, not the readings of every key.
create table ts_hour_messages (
  device    int not null,
  at        timestamptz not null,
  messages  int not null,
  primary key (device, at) include (messages)
);
-- Hours that were rolled up before are rolled up again.
update rollup_state set rolled_until = '-infinity';
