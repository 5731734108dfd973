-- A device that another organisation claims begins anew there: it gets another short key, under which its readings are
-- stored from then on. What was stored under the former key stays with the former owner and is read by nobody else.
-- Devices that were claimed before keep their key, and their new owners the readings.

-- Rows about the device itself follow it: each reference to its key is made again with `on update cascade`.
do $$
declare
  reference record;
begin
  for reference in
    select c.conrelid::regclass as of, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.confrelid and a.attnum = c.confkey[1] and a.attname = 'key'
    where c.contype = 'f' and c.confrelid = 'device'::regclass and c.confupdtype = 'a'
  loop
    execute format('alter table %s drop constraint %I, add constraint %I %s on update cascade',
      reference.of, reference.name, reference.name, reference.definition);
  end loop;
end $$;

-- When its organisation claimed it; null: it was made there, or claimed before this was recorded.
alter table device add column claimed_at timestamptz;

-- Keys under which readings of former owners are stored; they end with the device or the former owner.
create table device_former_key (
  key              int primary key,
  device_id        uuid not null references device (id) on delete cascade,
  organisation_id  uuid not null references organisation (id) on delete cascade,
  ended_at         timestamptz not null
);
create index device_former_key_device on device_former_key (device_id);
create index device_former_key_organisation on device_former_key (organisation_id);
