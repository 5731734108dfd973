-- A share is received by a person, or by an organisation: then by everybody who works there.
alter table device_share
  alter column recipient_id drop not null,
  add column recipient_organisation_id uuid references organisation (id) on delete cascade,
  -- Keys that the recipient may see; null: all of them.
  add column attributes text[],
  add constraint device_share_one_recipient check (num_nonnulls(recipient_id, recipient_organisation_id) = 1),
  add constraint device_share_other_organisation check (recipient_organisation_id <> owner_id),
  -- Whoever may configure a device may set rules on all its keys, and so learn them.
  add constraint device_share_configure_all check (attributes is null or not 'configure' = any (permissions));
create unique index device_share_running_organisation on device_share (device_id, recipient_organisation_id)
  where stopped_at is null;
create index device_share_recipient_organisation on device_share (recipient_organisation_id, created_at desc);
