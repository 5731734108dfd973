-- Backups that `npm run backup` has completed, for the page of the system's health. The files are where the command put them.
create table backup_record (
  finished_at  timestamptz primary key default now(),
  -- Name of the file, without its folder.
  file         text not null,
  bytes        bigint not null,
  rows         bigint not null,
  files        integer not null
);
