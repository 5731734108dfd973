-- Which upload a proof of a backup found missing or damaged first, below the folder of uploads; null: none is known.
alter table backup_record add column proof_upload text;
