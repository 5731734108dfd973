-- Old days, packed: a row of each device and day instead of one of each message, and a row of each of its keys. Every
-- message can be read from them as it came. A day of a device is here or in ts_message, never in both.
create table ts_archive (
  device   int not null,
  -- Beginning of the day, UTC.
  day      timestamptz not null,
  -- Milliseconds after it of each message, in the order of time.
  offsets  int[] not null,
  -- What is no number in its range, [[offset, values, outside], …]; null: nothing.
  rest     jsonb,
  primary key (device, day)
);
create table ts_archive_key (
  device   int not null,
  day      timestamptz not null,
  key      text not null,
  -- Null: every message of the day has a number of this key.
  offsets  int[],
  numbers  double precision[] not null,
  -- Readings of the day that are no numbers in their range.
  others   int not null,
  primary key (device, day, key)
);

-- The messages of a device in a time, from wherever they are. `wanted`: of old days only the values of these keys, and only
-- messages that have one; '{}': the times of all messages; null: everything.
create function ts_readings(of int, since timestamptz, until timestamptz, wanted text[])
returns table (device int, ts timestamptz, "values" jsonb, outside jsonb) language sql stable as $$
  select m.device, m.ts, m.values, m.outside from ts_message m
  where m.device = of and m.ts >= since and m.ts < until
  union all
  select a.device, a.day + g.o * interval '1 millisecond', g.values, g.outside
  from ts_archive a
  cross join lateral (
    select ceil(extract(epoch from greatest(since, a.day) - a.day) * 1000)::int as low,
      ceil(extract(epoch from least(until, a.day + interval '24 hours') - a.day) * 1000)::int as high
  ) b
  cross join lateral (
    select p.o, coalesce(jsonb_object_agg(p.key, p.value) filter (where p.key is not null), '{}') as values,
      (array_agg(p.outside) filter (where p.outside is not null))[1] as outside
    from (
      select u.o, null::text as key, null::jsonb as value, null::jsonb as outside from unnest(a.offsets) as u(o)
      where wanted is null or cardinality(wanted) = 0
      union all
      select u.o, k.key, to_jsonb(u.v), null::jsonb
      from ts_archive_key k cross join lateral unnest(coalesce(k.offsets, a.offsets), k.numbers) as u(o, v)
      where k.device = a.device and k.day = a.day and (wanted is null or k.key = any(wanted))
      union all
      select (r.line ->> 0)::int, e.key, e.value, null::jsonb
      from jsonb_array_elements(a.rest) as r(line) cross join lateral jsonb_each(r.line -> 1) as e(key, value)
      where wanted is null or e.key = any(wanted)
      union all
      select (r.line ->> 0)::int, null::text, null::jsonb, r.line -> 2
      from jsonb_array_elements(a.rest) as r(line) where r.line -> 2 <> 'null'
    ) p
    where p.o >= b.low and p.o < b.high group by p.o
  ) g
  where a.device = of and a.day > since - interval '24 hours' and a.day < until
$$;

-- The packed numbers of a device and some keys: whole hours, or the part of an old day that lies in the time. `at`: what
-- the offsets count from; `ends`: until when the row has every number of the key; `others`: readings of the row, or of its
-- whole day, that are no numbers.
create function ts_packed_between(of int, since timestamptz, until timestamptz, wanted text[])
returns table (key text, at timestamptz, ends timestamptz, offsets int[], numbers double precision[], others int)
language sql stable as $$
  select p.key, p.at, p.at + interval '1 hour', p.offsets, p.numbers, p.others from ts_packed p
  where p.device = of and p.key = any(wanted) and p.at >= since and p.at < until
  union all
  select k.key, a.day, least(until, a.day + interval '24 hours'), d.offsets[s.i:s.j], k.numbers[s.i:s.j], k.others
  from ts_archive a
  join ts_archive_key k on k.device = a.device and k.day = a.day
  cross join lateral (select coalesce(k.offsets, a.offsets) as offsets) d
  cross join lateral (
    select width_bucket(ceil(extract(epoch from greatest(since, a.day) - a.day) * 1000)::int - 1, d.offsets) + 1 as i,
      width_bucket(ceil(extract(epoch from least(until, a.day + interval '24 hours') - a.day) * 1000)::int - 1,
        d.offsets) as j
  ) s
  where a.device = of and k.key = any(wanted) and a.day > since - interval '24 hours' and a.day < until
$$;

-- Takes the archived days of these hours back: they can change again, and their hours are computed anew.
create function ts_unarchive(devices int[], hours timestamptz[]) returns void language sql as $$
  insert into ts_stale (device, hour)
  select a.device, a.day + n * interval '1 hour'
  from (select distinct u.device, date_trunc('day', u.hour, 'UTC') as day from unnest(devices, hours) as u(device, hour)) d
  join ts_archive a on a.device = d.device and a.day = d.day cross join generate_series(0, 23) as n
  order by 1, 2
  on conflict (device, hour) do update set marks = ts_stale.marks + 1;
  with due as (
    select a.device, a.day from ts_archive a
    join (select distinct u.device, date_trunc('day', u.hour, 'UTC') as day
          from unnest(devices, hours) as u(device, hour)) d on a.device = d.device and a.day = d.day
    order by 1, 2 for update of a
  ), no_keys as (
    delete from ts_archive_key k using due where k.device = due.device and k.day = due.day
  ), no_days as (
    delete from ts_archive a using due where a.device = due.device and a.day = due.day
  )
  insert into ts_message (device, ts, values, outside)
  select r.* from due cross join lateral ts_readings(due.device, due.day, due.day + interval '24 hours', null) r
  order by 1, 2
  on conflict (device, ts) do nothing;
$$;
