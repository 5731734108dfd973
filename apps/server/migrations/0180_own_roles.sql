-- Roles that an organisation makes itself, beside the built-in ones. Memberships, keys and invitations name them by id.
create table own_role (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  name             text not null,
  rights           text[] not null default '{}',
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  version          integer not null default 1,
  unique (organisation_id, name)
);

-- What roles stand for now: built-in ones as they are, own ones as 'right:…' for each of their rights. An own role that is
-- gone, or of another organisation, stands for nothing.
create function effective_roles(organisation uuid, roles text[]) returns text[] language sql stable as $$
  select coalesce((select array_agg(role order by place)
      from unnest(roles) with ordinality as r (role, place) where role !~ '[-:]'), '{}')
    || coalesce((select array_agg(distinct 'right:' || r.right)
      from own_role o cross join unnest(o.rights) as r ("right")
      where o.organisation_id = organisation and o.id::text = any (roles)), '{}')
$$;

create or replace view member as
  select u.id, m.organisation_id, o.name as organisation_name, u.username, u.display_name, u.phone, u.email, u.area_code,
    u.user_type, u.must_change_password, u.installation_operator, m.roles, m.department_id, m.disabled_at, m.created_at,
    effective_roles(m.organisation_id, m.roles) as effective_roles
  from membership m join app_user u on u.id = m.user_id join organisation o on o.id = m.organisation_id;

create or replace view active_membership as
  select m.user_id, m.organisation_id, effective_roles(m.organisation_id, m.roles) as roles, m.created_at
  from membership m join organisation o on o.id = m.organisation_id
  where m.disabled_at is null and o.suspended_at is null;
