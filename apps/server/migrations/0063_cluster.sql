-- Several servers on one database.

-- What one server asks of the one that leads.
create table cluster_request (
  id          uuid primary key default gen_random_uuid(),
  kind        text not null,
  payload     jsonb not null,
  -- Null until it is answered.
  answer      jsonb,
  taken       boolean not null default false,
  created_at  timestamptz not null default now()
);

-- When a command left: which ones a server that died has left behind.
alter table command add column sent_at timestamptz;
