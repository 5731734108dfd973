-- Names of devices are unique in their organisation or, by its setting 'deviceNames', in their groups. Devices that share a
-- name already keep it: only names that are given from now on are checked.
create function device_names_are_by_group(of_organisation uuid) returns boolean language sql stable as $$
  select coalesce((
    select value ->> 'unique' = 'group' from organisation_setting
    where organisation_id = of_organisation and name = 'deviceNames'
  ), false)
$$;

-- Whether another device stands in the way of this name. Devices without a group are one group of their own.
create function device_name_is_taken(of_organisation uuid, wanted text, by_device uuid) returns boolean
language plpgsql volatile as $$
begin
  if not device_names_are_by_group(of_organisation) then
    return exists (
      select from device where organisation_id = of_organisation and name = wanted and id is distinct from by_device
    );
  end if;
  return exists (
    select from device other
    where other.organisation_id = of_organisation and other.name = wanted and other.id is distinct from by_device
      and case when exists (select from device_group_member mine where mine.device_id = by_device)
        then exists (
          select from device_group_member mine
          join device_group_member theirs on theirs.group_id = mine.group_id and theirs.device_id = other.id
          where mine.device_id = by_device
        )
        else not exists (select from device_group_member theirs where theirs.device_id = other.id)
      end
  );
end
$$;

-- One transaction at a time gives names in an organisation.
create function lock_device_names(of_organisation uuid) returns void language sql volatile as $$
  select pg_advisory_xact_lock(hashtextextended('device names ' || of_organisation, 0))
$$;

-- The name, or where it is taken the name with a suffix and, if need be, a number: for devices that nobody is there to ask
-- about. At most 64 characters.
create function free_device_name(of_organisation uuid, wanted text, suffix text) returns text
language plpgsql volatile as $$
declare
  candidate text := left(wanted, 64);
  ending text;
  number int := 1;
begin
  perform lock_device_names(of_organisation);
  while device_name_is_taken(of_organisation, candidate, null) loop
    ending := ' · ' || left(suffix, 24) || case when number = 1 then '' else ' ' || number end;
    candidate := left(wanted, 64 - length(ending)) || ending;
    number := number + 1;
  end loop;
  return candidate;
end
$$;

-- A restored backup keeps its names: 'farm3d.names' is 'kept' in its transaction.
create function check_device_name() returns trigger language plpgsql as $$
begin
  if current_setting('farm3d.names', true) = 'kept' then
    return new;
  end if;
  perform lock_device_names(new.organisation_id);
  if device_name_is_taken(new.organisation_id, new.name, new.id) then
    raise unique_violation using constraint = 'device_name', table = 'device', message = 'the name of the device is taken';
  end if;
  return new;
end
$$;
create trigger device_name_given before insert on device for each row execute function check_device_name();
create trigger device_name_changed before update of name, organisation_id on device for each row
  when (old.name is distinct from new.name or old.organisation_id is distinct from new.organisation_id)
  execute function check_device_name();

-- Where names are unique by group, a device cannot enter a group that has one of its name.
create function check_group_member_name() returns trigger language plpgsql as $$
declare
  member device%rowtype;
begin
  if current_setting('farm3d.names', true) = 'kept' then
    return new;
  end if;
  select * into member from device where id = new.device_id;
  if device_names_are_by_group(member.organisation_id) then
    perform lock_device_names(member.organisation_id);
    if exists (
      select from device_group_member theirs join device other on other.id = theirs.device_id
      where theirs.group_id = new.group_id and other.id <> member.id
        and other.organisation_id = member.organisation_id and other.name = member.name
    ) then
      raise unique_violation using constraint = 'device_name', table = 'device_group_member',
        message = 'the group has a device of this name';
    end if;
  end if;
  return new;
end
$$;
create trigger device_group_member_name before insert on device_group_member
  for each row execute function check_group_member_name();
