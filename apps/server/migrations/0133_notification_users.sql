-- An account that is deleted takes its notifications with it: found by the account, not by reading the whole tables.
create index notification_user on notification (user_id);
create index notification_event_user on notification_event (user_id) where user_id is not null;
create index notification_channel_user on notification_channel (user_id);
