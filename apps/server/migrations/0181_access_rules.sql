-- What somebody may do with the devices of a group, or with a scene, beside what their roles permit everywhere.
create type access_level as enum ('see', 'operate', 'edit', 'manage');
create table access_rule (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  -- Who: a person, everybody with a role, or everybody in a department and those below it.
  user_id          uuid,
  role             text,
  department_id    uuid references department (id) on delete cascade,
  -- What: the devices of a group and those below it, or a scene with the devices in it.
  group_id         uuid references device_group (id) on delete cascade,
  scene_id         uuid references scene (id) on delete cascade,
  level            access_level not null,
  created_by       uuid references app_user (id) on delete set null,
  created_at       timestamptz not null default now(),
  foreign key (user_id, organisation_id) references membership (user_id, organisation_id) on delete cascade,
  check (num_nonnulls(user_id, role, department_id) = 1),
  check (num_nonnulls(group_id, scene_id) = 1),
  constraint access_rule_once unique nulls not distinct (organisation_id, user_id, role, department_id, group_id, scene_id)
);
create index access_rule_group on access_rule (group_id);
create index access_rule_scene on access_rule (scene_id);

-- The rules that hold for a person in an organisation now; none while they may not work there.
create function rules_of(organisation uuid, person uuid) returns setof access_rule language sql stable as $$
  with recursive mine as (
    select m.roles, m.department_id from membership m join organisation o on o.id = m.organisation_id
    where m.organisation_id = organisation and m.user_id = person and m.disabled_at is null and o.suspended_at is null),
  above (id, parent_id) as (
    select d.id, d.parent_id from department d join mine on d.id = mine.department_id
    union select d.id, d.parent_id from department d join above on d.id = above.parent_id)
  select r.* from access_rule r, mine
  where r.organisation_id = organisation
    and (r.user_id = person or r.role = any (mine.roles) or r.department_id in (select id from above))
$$;
