-- What an organisation may have at most, set by the operators of the installation; null: the default of the installation.
alter table organisation
  add column device_quota integer check (device_quota >= 0),
  -- Bytes of uploaded files.
  add column storage_quota bigint check (storage_quota >= 0);

-- Checked by the database with the row that is added, whatever adds it: calls, imports, gateways, provisioning, claims.
-- The lock orders concurrent additions: each counts those before it.
create function check_device_quota(owner uuid) returns void language plpgsql as $$
declare
  quota integer;
begin
  select device_quota into quota from organisation where id = owner and device_quota is not null for no key update;
  if quota is not null and (select count(*) from device where organisation_id = owner) > quota then
    raise exception 'the organisation may have % devices', quota
      using errcode = 'check_violation', constraint = 'organisation_device_quota';
  end if;
end $$;

create function check_added_devices() returns trigger language plpgsql as $$
begin
  perform check_device_quota(organisation_id) from (select distinct organisation_id from added) as owners;
  return null;
end $$;
create trigger device_quota_insert after insert on device
  referencing new table as added for each statement execute function check_added_devices();

create function check_moved_device() returns trigger language plpgsql as $$
begin
  perform check_device_quota(new.organisation_id);
  return null;
end $$;
create trigger device_quota_move after update of organisation_id on device for each row
  when (old.organisation_id is distinct from new.organisation_id) execute function check_moved_device();

create function check_added_files() returns trigger language plpgsql as $$
declare
  owner uuid;
  quota bigint;
begin
  for owner in select distinct organisation_id from added order by 1 loop
    -- 20 GiB unless the operators decide otherwise.
    select coalesce(storage_quota, 21474836480) into quota from organisation where id = owner for no key update;
    if (select sum(size) from file where organisation_id = owner) > quota then
      raise exception 'the organisation may store % bytes', quota
        using errcode = 'check_violation', constraint = 'organisation_storage_quota';
    end if;
  end loop;
  return null;
end $$;
create trigger file_quota_insert after insert on file
  referencing new table as added for each statement execute function check_added_files();
