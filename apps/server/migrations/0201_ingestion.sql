-- The number of the last commit of readings: a client that starts now resumes behind it.
create table last_commit (
  only_one  boolean primary key default true check (only_one),
  seq       bigint not null
);
insert into last_commit (seq) select coalesce(max(seq), 0) from ts_latest;

-- Every commit writes the newest values again, in place: an index by value on `seq` prevented that and cost more than
-- the rest of the row. The new one knows only the numbers of each few pages, enough to find what few commits wrote
-- (PostgreSQL 15 still writes the row anew for it). Half of each page is left for the next version of its rows.
drop index ts_latest_seq;
create index ts_latest_seq on ts_latest using brin (seq) with (pages_per_range = 8);
alter table ts_latest set (fillfactor = 50);

-- Written, read as a whole and removed within a second: nothing is gained by taking it apart.
alter table rule_sample alter column samples type json;
