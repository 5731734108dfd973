-- A password that the server made and told once is changed by its person before anything else.
alter table app_user add column must_change_password boolean not null default false;
