-- Messages an hour of the devices of an organisation, and how long readings are kept, set by the operators of the installation.
-- Null: the default of the installation, and for good.
alter table organisation
  add column message_quota integer check (message_quota > 0),
  add column retention_days integer check (retention_days > 0);
