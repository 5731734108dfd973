-- Browsers as channels, and secrets of the installation.
alter table notification_channel drop constraint notification_channel_kind_check;
alter table notification_channel add constraint notification_channel_kind_check
  check (kind in ('push', 'email', 'webhook', 'dingtalk', 'wecom', 'feishu', 'telegram', 'sms'));
-- SHA-256 of the address of a browser: subscribed again, it is the same channel.
alter table notification_channel add column address_hash text;
create unique index notification_channel_address
  on notification_channel (organisation_id, user_id, address_hash) where address_hash is not null;

create table installation_secret (
  name        text primary key,
  -- Encrypted with the key of the server.
  sealed      bytea not null,
  created_at  timestamptz not null default now()
);
