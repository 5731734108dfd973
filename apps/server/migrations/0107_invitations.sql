-- Invitations into an organisation by a link that works once.
create table invitation (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  -- It is valid while its maker may give its roles.
  created_by       uuid not null references app_user (id) on delete cascade,
  -- User name or e-mail address, as it was written. Only the account of this name, if there is one, may accept it.
  invitee          text not null,
  roles            text[] not null,
  department_id    uuid references department (id) on delete set null,
  -- SHA-256 of the token in the link; the token itself is shown once and never stored.
  token_hash       bytea not null unique,
  expires_at       timestamptz not null,
  accepted_at      timestamptz,
  accepted_by      uuid references app_user (id) on delete set null,
  created_at       timestamptz not null default now()
);
create index invitation_organisation on invitation (organisation_id, created_at desc);
