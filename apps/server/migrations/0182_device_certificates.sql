-- The client certificate by which a device connects over TLS, beside its token. Only what tells it apart is stored.
create table device_certificate (
  device_id    uuid primary key references device (id) on delete cascade,
  -- SHA-256 of the certificate.
  fingerprint  bytea not null,
  subject      text not null,
  ends_at      timestamptz not null,
  created_at   timestamptz not null default now(),
  constraint device_certificate_once unique (fingerprint)
);
