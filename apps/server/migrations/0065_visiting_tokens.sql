-- A device's own token is kept as a hash and can be read by nobody. Tools that ask for it get one more, which
-- works for a short time and ends with the login that asked.

create table visiting_token (
  token_hash  bytea primary key,
  device      int not null references device (key) on delete cascade,
  -- A login's session, or a program's key.
  session_id  uuid not null,
  expires_at  timestamptz not null
);
create index visiting_token_session on visiting_token (session_id);
create index visiting_token_device on visiting_token (device);
