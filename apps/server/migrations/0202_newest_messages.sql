-- The newest values of a device as it sent them: one row for all keys of a message, where it was one for each key. A
-- device of ten keys had ten rows written anew with each commit, which cost as much as its messages.
create table ts_newest (
  device    int not null,
  -- Which keys the message has: the hash of their names, telemetry/newest.ts.
  shape     uuid not null,
  -- Effective time: never later than the arrival.
  ts        timestamptz not null,
  -- Number of the commit.
  seq       bigint not null,
  -- Whether another row of the device has one of the keys: that of the greater (ts, seq) counts.
  shares_keys  boolean not null default false,
  values    jsonb not null,
  -- Keys of flagged values, as {"key": true}; null: none.
  outside   jsonb,
  primary key (device, shape)
) with (fillfactor = 50);
insert into ts_newest (device, shape, ts, seq, values, outside)
select device, encode(substring(sha256(convert_to(jsonb_agg(key order by key collate "C")::text, 'UTF8')) for 16), 'hex')::uuid,
  ts, seq, jsonb_object_agg(key, value), jsonb_object_agg(key, true) filter (where outside)
from ts_latest group by device, ts, seq;

drop table ts_latest;
-- As for the table before: knows the numbers of each few pages, and lets a row be written again in place.
create index ts_newest_seq on ts_newest using brin (seq) with (pages_per_range = 8);

-- Run for rows that are new, not for those written again: a device that sends the same keys each time comes here once.
create function settle_newest() returns trigger language plpgsql as $$
begin
  if not exists (select from made) then return null; end if;
  update ts_newest n set shares_keys = true
  from (
    select m.device, unnest(array[m.shape, o.shape]) as shape
    from made m cross join lateral (select array(select jsonb_object_keys(m.values)) as keys) k
    join ts_newest o on o.device = m.device and o.shape <> m.shape and jsonb_exists_any(o.values, k.keys)
  ) pair
  where n.device = pair.device and n.shape = pair.shape and not n.shares_keys;
  -- Of what is left each row has a key of its own, so that there are never more rows than keys.
  delete from ts_newest n using (select distinct device from made) m
  where n.device = m.device and n.shares_keys and not exists (
    select from jsonb_object_keys(n.values) as k(key) where not exists (
      select from ts_newest o where o.device = n.device and o.shape <> n.shape and jsonb_exists(o.values, k.key)
        and (o.ts, o.seq) > (n.ts, n.seq)));
  return null;
end $$;
create trigger settle_newest after insert on ts_newest referencing new table as made
  for each statement execute function settle_newest();

-- The newest value of each key of a device.
create view ts_latest as
select n.device, e.key, n.ts, e.value, coalesce(jsonb_exists(n.outside, e.key), false) as outside, n.seq
from ts_newest n cross join lateral jsonb_each(n.values) as e(key, value)
where not n.shares_keys or not exists (
  select from ts_newest o where o.device = n.device and o.shape <> n.shape and jsonb_exists(o.values, e.key)
    and (o.ts, o.seq) > (n.ts, n.seq));

-- Compressing what is removed within a second costs more than it saves.
alter table rule_sample alter column samples set storage external;
