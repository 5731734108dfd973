-- The second factor of a login: one-time codes (RFC 6238), and recovery codes for when the device with them is lost.
create table totp (
  user_id uuid primary key references app_user (id) on delete cascade,
  -- Encrypted with a key of the server's secrets, which no backup contains.
  secret bytea not null,
  -- Null: begun, but no code has been entered yet; a login does not ask for one.
  confirmed_at timestamptz,
  -- Time step of the last code that was accepted: it and earlier ones are not accepted again.
  last_step bigint not null default 0,
  -- Wrong codes since the last right one.
  failures integer not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null default now()
);

-- Each works once: it is deleted when it is used.
create table recovery_code (
  user_id uuid not null references app_user (id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
