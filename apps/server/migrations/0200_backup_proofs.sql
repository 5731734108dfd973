-- Where the file of a backup is, and its last proof: the restore into a database of its own, which is dropped again.
alter table backup_record
  -- Absolute path, for the server and the operators of the installation; null: completed before it was recorded.
  add column path text,
  -- Null: none was begun. The name of the proof's database contains it.
  add column proof_id uuid,
  add column proof_begun_at timestamptz,
  -- Last sign of life of the server that makes it.
  add column proof_seen_at timestamptz,
  -- Null: it runs, or its server died.
  add column proof_finished_at timestamptz,
  -- Rows restored so far.
  add column proof_rows bigint,
  -- Why nothing is proved; null: it runs, or all was there.
  add column proof_problem text;

-- One at a time, whichever server begins it.
create unique index backup_record_proof_running on backup_record ((true))
  where proof_id is not null and proof_finished_at is null;
