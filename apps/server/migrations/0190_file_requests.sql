-- Named by who sent the file: sent again it is stored once.
alter table file add column request_key uuid;
create unique index file_request on file (organisation_id, created_by, request_key) where request_key is not null;
