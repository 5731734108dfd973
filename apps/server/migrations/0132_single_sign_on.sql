-- Accounts at a provider of single sign-on (OpenID Connect).
create table external_identity (
  issuer text not null,
  -- The provider's own name of the person, which never changes.
  subject text not null,
  user_id uuid not null references app_user (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index external_identity_user on external_identity (user_id);

-- An address that a person wrote in their own profile proves nothing: somebody else's login must not lead to their account.
alter table app_user add column email_by_administrator boolean not null default false;
create index app_user_email on app_user (lower(email)) where email <> '';
