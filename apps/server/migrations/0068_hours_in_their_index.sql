-- The hours of one key lie where their time put them, a page each; a year of them is 8,760 pages. The index keeps them
-- together, with all that a chart asks for, so that the table itself is not read.
alter table ts_hour drop constraint ts_hour_pkey,
  add primary key (device, key, at) include (n, total, low, low_at, high, high_at);
