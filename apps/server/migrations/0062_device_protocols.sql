-- Attributes that only the server sees, and devices that register themselves.

alter table device add column server_attributes jsonb not null default '{}';

-- 'provision': devices that come with its key and secret are made under its product model.
alter table integration drop constraint integration_kind_check;
alter table integration add constraint integration_kind_check check (kind in ('chirpstack', 'ttn', 'provision'));
