-- People beyond the first administrator: who they are, where they are logged in, and what else may speak for them.

alter table app_user
  add column display_name   text not null default '',
  add column phone          text not null default '',
  add column email          text not null default '',
  add column department_id  uuid references department (id) on delete set null,
  add column disabled_at    timestamptz;
create index app_user_organisation on app_user (organisation_id, username);

-- One login; its id is the family of its refresh tokens.
create table user_session (
  id            uuid primary key,
  user_id       uuid not null references app_user (id) on delete cascade,
  address       text not null default '',
  user_agent    text not null default '',
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz not null default now(),
  ended_at      timestamptz
);
create index user_session_user on user_session (user_id, last_used_at desc);
-- Logins from before this table go on.
insert into user_session (id, user_id, created_at, ended_at)
  select family, user_id, min(created_at), max(revoked_at) from refresh_token group by family, user_id;

-- A program's key: it acts in the name of who made it, with the roles it was given.
create table api_key (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  created_by       uuid not null references app_user (id) on delete cascade,
  name             text not null,
  -- SHA-256 of the key; the key itself is shown once and never stored.
  key_hash         bytea not null unique,
  roles            text[] not null,
  expires_at       timestamptz,
  last_used_at     timestamptz,
  created_at       timestamptz not null default now()
);
create index api_key_organisation on api_key (organisation_id, created_at desc);

-- Lets a foreign page show one scene, read only, for a while.
create table embed_token (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  scene_id         uuid not null references scene (id) on delete cascade,
  created_by       uuid not null references app_user (id) on delete cascade,
  name             text not null,
  token_hash       bytea not null unique,
  expires_at       timestamptz not null,
  created_at       timestamptz not null default now()
);
create index embed_token_organisation on embed_token (organisation_id, created_at desc);

-- What was changed and by whom. Each entry carries the hash of the one before it in its organisation: an entry
-- that is changed or taken out afterwards breaks the chain.
create table audit_entry (
  organisation_id  uuid not null,
  seq              bigint not null,
  at               timestamptz not null,
  user_id          uuid,
  username         text not null,
  address          text not null,
  -- Name of the call, such as 'devices.remove'.
  action           text not null,
  target           text not null,
  previous_hash    bytea not null,
  hash             bytea not null,
  primary key (organisation_id, seq)
);
create function audit_entry_stays() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are never changed';
end $$;
create trigger audit_entry_stays before update or delete on audit_entry
  for each row execute function audit_entry_stays();
