-- Links that were sent by e-mail to choose a new password, each for half an hour and one use.
create table password_reset (
  -- SHA-256 of the token in the link; the token itself is in the e-mail alone.
  token_hash  bytea primary key,
  user_id     uuid not null references app_user (id) on delete cascade,
  -- Address that it was sent to: it works while this is still the one of the account.
  email       text not null,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null
);
create index password_reset_user on password_reset (user_id, created_at);
