-- The picture of a person, a data URL of some kilobytes: it is theirs in every organisation, and in no file store.
alter table app_user add column picture text;

create or replace view member as
  select u.id, m.organisation_id, o.name as organisation_name, u.username, u.display_name, u.phone, u.email, u.area_code,
    u.user_type, u.must_change_password, u.installation_operator, m.roles, m.department_id, m.disabled_at, m.created_at,
    effective_roles(m.organisation_id, m.roles) as effective_roles, u.picture
  from membership m join app_user u on u.id = m.user_id join organisation o on o.id = m.organisation_id;
