-- Attributes that an organisation adds to a product model are its own; built-in ones have no organisation.
alter table product_attribute
  add column organisation_id uuid references organisation (id) on delete cascade;
alter table product_attribute drop constraint product_attribute_product_model_id_type_identify_key;
create unique index product_attribute_name on product_attribute
  (product_model_id, type, identify, coalesce(organisation_id, '00000000-0000-0000-0000-000000000000'));

-- What grows, since when, and by which periods: a plant configuration belongs to who made it.
create table plant_configuration (
  id               uuid primary key default gen_random_uuid(),
  organisation_id  uuid not null references organisation (id) on delete cascade,
  crop             text not null,
  picture          text,
  model_path       text,
  -- Code of a growth model, such as 'tomato'; null for a crop without one.
  growth_model     text,
  -- JSON list of growth periods as text, byte for byte what the client saved.
  period           text,
  -- yyyy-MM-dd
  grow_time        text,
  scene_id         uuid references scene (id) on delete set null,
  created_by       uuid references app_user (id) on delete set null,
  version          int not null default 1,
  created_at       timestamptz not null default now()
);
create index plant_configuration_organisation on plant_configuration (organisation_id, created_at desc);
