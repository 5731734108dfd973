-- A command that waits for its device is sent only if who asked may still ask.
alter table command
  -- Whose device it was when it was asked for: after a claim nothing of the former owner is sent or read.
  add column owner_id   uuid references organisation (id) on delete cascade,
  -- The key with which a program asked; a key that is removed ends what it left waiting.
  add column api_key_id uuid;
update command set owner_id = device.organisation_id from device where device.key = command.device;
alter table command alter column owner_id set not null;
