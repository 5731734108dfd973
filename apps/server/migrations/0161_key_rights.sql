-- A program's key may be limited to some rights of its roles, and to calls that change nothing. Null: all rights of the roles.
alter table api_key add column rights text[];
alter table api_key add column read_only boolean not null default false;
