-- The server that has the connection, or had it last: its name in this run; '' where it is the only one.
alter table device_connection add column server text not null default '';
