-- The time of the platform: it runs like the clock of the machine but does not step with it. A server writes it here every
-- second. Unlogged: after a crash of the database a server writes it again before anything reads it.
create unlogged table platform_tick (
  one boolean primary key default true check (one),
  server text not null,
  at timestamptz not null,
  -- The clock of the database at the same moment.
  wall timestamptz not null,
  -- How fast the time runs, of the speed of that clock.
  speed double precision not null
);

-- Between two ticks it runs with the clock of the database; when that steps, it stands still until the next tick.
create function platform_now() returns timestamptz language sql stable parallel safe as $$
  select coalesce((
    select case when now() - wall between interval '-1 second' and interval '30 seconds' then at + (now() - wall) * speed else at end
    from platform_tick), now())
$$;

-- What a server knew last: after a start in the same boot of its machine the time is known from the time since the boot.
create table clock_record (
  boot_id text primary key,
  uptime_ms double precision not null,
  at timestamptz not null
);

-- Steps of the clock of a machine that were too large to be followed unasked.
create table clock_step (
  id bigint generated always as identity primary key,
  server text not null,
  began_at timestamptz not null,
  size_ms bigint not null,
  ended_at timestamptz,
  -- 'confirmed': a person said that the new time is right; 'returned': the clock went back to the time of the platform
  outcome text check (outcome in ('confirmed', 'returned')),
  check ((ended_at is null) = (outcome is null))
);

do $$
declare
  statement text;
begin
  for statement in
    select format('alter table %I alter column %I set default platform_now()', c.relname, a.attname)
    from pg_attrdef d join pg_class c on c.oid = d.adrelid
      join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migration' and pg_get_expr(d.adbin, d.adrelid) = 'now()'
  loop execute statement; end loop;
end $$;
