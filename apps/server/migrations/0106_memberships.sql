-- A person has one account and belongs to organisations by memberships: roles and department are of the membership, name
-- and password of the account.
create table membership (
  user_id          uuid not null references app_user (id) on delete cascade,
  organisation_id  uuid not null references organisation (id) on delete cascade,
  roles            text[] not null default '{}',
  department_id    uuid references department (id) on delete set null,
  -- The person may not work in this organisation.
  disabled_at      timestamptz,
  created_at       timestamptz not null default now(),
  primary key (user_id, organisation_id)
);
create index membership_organisation on membership (organisation_id);
insert into membership (user_id, organisation_id, roles, department_id, disabled_at, created_at)
  select id, organisation_id, roles, department_id, disabled_at, created_at from app_user;

-- Nobody works in a suspended organisation, and messages of its devices are refused; nothing of it is deleted.
alter table organisation add column suspended_at timestamptz;

-- Operators of the installation create and suspend organisations. The first administrator is one.
alter table app_user add column installation_operator boolean not null default false;
update app_user set installation_operator = true where id = (
  select id from app_user
  where organisation_id = (select id from organisation order by created_at, id limit 1) and roles && '{owner,admin}'
  -- One who can log in, where there is such.
  order by disabled_at is not null, created_at, id limit 1);

-- The organisation in which a login works; null when the person has left it.
alter table user_session add column organisation_id uuid;
update user_session set organisation_id = app_user.organisation_id from app_user where app_user.id = user_session.user_id;
alter table user_session add foreign key (user_id, organisation_id)
  references membership (user_id, organisation_id) on delete set null (organisation_id);

-- Keys and embed tokens act with the rights of their maker in their organisation: they end with the membership.
delete from api_key where not exists (
  select from membership m where m.user_id = created_by and m.organisation_id = api_key.organisation_id);
alter table api_key add foreign key (created_by, organisation_id)
  references membership (user_id, organisation_id) on delete cascade;
delete from embed_token where not exists (
  select from membership m where m.user_id = created_by and m.organisation_id = embed_token.organisation_id);
alter table embed_token add foreign key (created_by, organisation_id)
  references membership (user_id, organisation_id) on delete cascade;

-- The organisation in which a person gave a command: its rights are checked again when the command is sent.
alter table command add column acting_organisation_id uuid references organisation (id) on delete set null;
update command set acting_organisation_id = app_user.organisation_id from app_user
  where app_user.id = command.user_id and command.state = 'queued';

alter table app_user
  drop column organisation_id, drop column roles, drop column department_id, drop column disabled_at;

-- People as an organisation sees them: one row for each membership.
create view member as
  select u.id, m.organisation_id, o.name as organisation_name, u.username, u.display_name, u.phone, u.email, u.area_code,
    u.user_type, u.must_change_password, u.installation_operator, m.roles, m.department_id, m.disabled_at, m.created_at
  from membership m join app_user u on u.id = m.user_id join organisation o on o.id = m.organisation_id;

-- The memberships that give rights now.
create view active_membership as
  select m.user_id, m.organisation_id, m.roles, m.created_at
  from membership m join organisation o on o.id = m.organisation_id
  where m.disabled_at is null and o.suspended_at is null;
