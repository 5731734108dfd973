-- A value outside the range that its product model declares is stored and flagged.

alter table ts_message
  -- Keys of the flagged values, as {"key": true}; null: none.
  add column outside jsonb;
create index ts_message_outside on ts_message (device, ts) where outside is not null;
alter table ts_latest add column outside boolean not null default false;

-- What was wrong with the messages of a device, each kind once, with its count; bounded for each device.
create table device_problem (
  device    int not null references device (key) on delete cascade,
  -- Refused, or stored and flagged.
  kind      text not null check (kind in ('refused', 'outside')),
  -- A key, or a path in the payload without its indices.
  field     text not null,
  -- The reason without its numbers.
  pattern   text not null,
  -- The reason, source and begin of the message that had it last.
  reason    text not null,
  source    text not null,
  excerpt   text,
  count     bigint not null,
  first_at  timestamptz not null,
  last_at   timestamptz not null,
  primary key (device, kind, field, pattern)
);
insert into device_problem (device, kind, field, pattern, reason, source, excerpt, count, first_at, last_at)
select device, 'refused', regexp_replace(coalesce(field, 'payload'), '\[\d+\]', '[]', 'g'),
  regexp_replace(reason, '-?\d+(\.\d+)?', '#', 'g'), (array_agg(reason order by id desc))[1],
  (array_agg(source order by id desc))[1], (array_agg(excerpt order by id desc))[1], count(*), min(received_at), max(received_at)
from device_rejection group by 1, 3, 4;
