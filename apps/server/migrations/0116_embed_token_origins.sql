-- Origins of the pages that may use the token. Empty, as of every token until now: those that the server lists.
alter table embed_token add column origins text[] not null default '{}';
