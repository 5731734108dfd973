-- Devices that speak for others, and attributes that the server gives to devices.

alter table device
  add column gateway boolean not null default false,
  -- The gateway that speaks for it; its name there is `name_at_gateway`.
  add column gateway_id uuid references device (id) on delete set null,
  add column name_at_gateway text,
  add column shared_attributes jsonb not null default '{}';
create unique index device_at_gateway on device (gateway_id, name_at_gateway);
